type HeadersEvent = { type: 'headers'; ask: number; refused?: Record<string, string> };

type HeaderRequests = {
  /**
   * Requests headers from the page. `refused` are headers that the server has just answered with 401, to be renewed.
   */
  request(refused?: Record<string, string>): Promise<Record<string, string>>;
  /** Gives the page's headers to the request with the number `ask`. */
  answer(ask: number, headers: Record<string, string>): void;
};

/** Asks the page for the headers of requests, because only the page has the tokens. Each question has its own number. */
export function createHeaderRequests(emit: (event: HeadersEvent) => void): HeaderRequests {
  let lastAsk = 0;
  const open = new Map<number, (headers: Record<string, string>) => void>();
  return {
    request(refused) {
      const ask = ++lastAsk;
      const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
      open.set(ask, resolve);
      emit({ type: 'headers', ask, ...(refused ? { refused } : {}) });
      return promise;
    },
    answer(ask, headers) {
      open.get(ask)?.(headers);
      open.delete(ask);
    },
  };
}
