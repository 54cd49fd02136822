const origin = 'https://wortlaut.example';
const addressOf = (key: RequestInfo | URL): string =>
  new URL(key instanceof Request ? key.url : String(key), origin).href;

/** Cache Storage in memory, with its origin. `isFull` refuses to store anything more. */
export function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const device = { isFull: false };
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (key: RequestInfo | URL) => entries.get(addressOf(key))?.clone(),
    keys: async () => Array.from(entries.keys(), (url) => ({ url })),
    async put(key: RequestInfo | URL, response: Response) {
      if (device.isFull) throw new DOMException('full', 'QuotaExceededError');
      entries.set(addressOf(key), response);
    },
    delete: async (key: RequestInfo | URL) => entries.delete(addressOf(key)),
  });
  const caches = {
    async open(name: string) {
      const entries = all.get(name) ?? new Map<string, Response>();
      all.set(name, entries);
      return cacheOf(entries);
    },
    async match(key: RequestInfo | URL) {
      for (const entries of all.values()) {
        const found = entries.get(addressOf(key));
        if (found) return found.clone();
      }
      return undefined;
    },
    keys: async () => Array.from(all.keys()),
    delete: async (name: string) => all.delete(name),
  };
  return {
    caches: caches as unknown as Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>,
    origin,
    device,
    /** Paths in a cache, in their order. */
    paths: (name: string): string[] =>
      Array.from(all.get(name)?.keys() ?? [], (url) => new URL(url).pathname).toSorted(),
  };
}
