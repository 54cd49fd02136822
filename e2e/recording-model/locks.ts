import { currentVisit, type Visit } from './visit.ts';

type Request = { name: string; visit: Visit; begin(): void };

/** Web Locks of the tabs of one profile, exclusive ones only. The end of a tab releases its locks. */
export function createLocks() {
  const held = new Map<string, Visit>();
  const waiting: Request[] = [];

  function next(name: string): void {
    held.delete(name);
    const at = waiting.findIndex((request) => request.name === name);
    const [request] = at < 0 ? [] : waiting.splice(at, 1);
    if (request) give(request);
  }
  function give({ name, visit, begin }: Request): void {
    held.set(name, visit);
    visit.onKill(() => held.get(name) === visit && next(name));
    begin();
  }

  return {
    async request<T>(
      name: string,
      ...rest: [act: () => Promise<T> | T] | [{ signal?: AbortSignal }, act: () => Promise<T> | T]
    ): Promise<T> {
      const act = rest.at(-1) as () => Promise<T> | T;
      const { signal } = rest.length === 2 ? (rest[0] as { signal?: AbortSignal }) : {};
      const visit = currentVisit();
      const turn = Promise.withResolvers<void>();
      const request = { name, visit, begin: turn.resolve };
      const giveUp = () => {
        const at = waiting.indexOf(request);
        if (at >= 0) waiting.splice(at, 1);
        turn.reject(signal?.reason);
      };
      if (held.has(name)) {
        waiting.push(request);
        signal?.addEventListener('abort', giveUp, { once: true });
        visit.onKill(giveUp);
      } else give(request);
      await turn.promise;
      signal?.removeEventListener('abort', giveUp);
      try {
        return await act();
      } finally {
        if (held.get(name) === visit) next(name);
      }
    },
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
  };
}
export type Locks = ReturnType<typeof createLocks>;
