/**
 * Calls that are sent while the scripts of the page are still being loaded. The page takes an answer when it makes the same
 * call for the first time, with the same token.
 */
const early = new Map<string, Promise<Response | null>>();

const keyOf = (request: Request): string =>
  // The client of the API ends an address without parameters with a question mark.
  [request.method, request.url.replace(/\?$/, ''), request.headers.get('authorization') ?? ''].join(' ');

/** Sends a read (GET) ahead. If it fails, the page makes the call itself. */
export function callEarly(path: string, headers: Record<string, string>): void {
  const request = new Request(path, { headers });
  early.set(
    keyOf(request),
    fetch(request).catch(() => null),
  );
}

/** Returns the answer of the same call if one was sent early and nobody has taken its answer; otherwise null. */
export function takeEarly(request: Request): Promise<Response | null> | null {
  if (early.size === 0) return null;
  const key = keyOf(request);
  const answer = early.get(key) ?? null;
  early.delete(key);
  return answer;
}

/** Forgets what nobody has taken, because it would be old by the time somebody asks. */
export const forgetEarly = (): void => early.clear();

/** Works like `fetch`, but takes the answer of an early call if there is one. */
export async function fetchOrTake(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const taken = input instanceof Request ? takeEarly(input) : null;
  if (!taken) return fetch(input, init);
  const { signal } = init ?? {};
  signal?.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const onAbort = () => ended.reject(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return (await Promise.race([taken, ended.promise])) ?? (await fetch(input, init));
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
