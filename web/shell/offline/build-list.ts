/** What the build says of itself (`tools/build-list.mjs`). */
export type BuildList = {
  build: string;
  /** What the page needs to start, to record, to check sound and to encode it. */
  parts: readonly string[];
  /** All engines, also those that are stored only when they are used. */
  engines: readonly string[];
};

/** Names in Cache Storage. `web/public/sw.js` has the same. */
export const cacheNames = { builds: 'builds', parts: 'parts', engines: 'engines' } as const;
export const currentKey = '/builds/current';
export const documentKey = (build: string): string => `/builds/${build}/document`;
export const listKey = (build: string): string => `/builds/${build}/list`;

/** Returns the build whose list or document is stored under an address; null if it is another address. */
export const buildOfKey = (url: string): string | null =>
  /\/builds\/(\w+)\/(?:list|document)$/.exec(url)?.[1] ?? null;

/** Returns the id of the build that a document belongs to; null while developing, and for documents of others. */
export const buildOfDocument = (html: string): string | null =>
  /<meta name="build" content="(\w+)"/.exec(html)?.[1] ?? null;

/** Every tab holds this lock shared, as long as it lives, so that the others keep its parts. */
export const buildLock = (build: string): string => `wortlaut-build/${build}`;
export const buildOfLock = (name: string | undefined): string | null =>
  /^wortlaut-build\/(\w+)$/.exec(name ?? '')?.[1] ?? null;

const isAddresses = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && item.startsWith('/'));

/** Reads a list; null if it is none. */
export function readBuildList(value: unknown): BuildList | null {
  if (typeof value !== 'object' || value === null) return null;
  const { build, parts, engines } = value as Record<string, unknown>;
  return typeof build === 'string' && /^\w+$/.test(build) && isAddresses(parts) && isAddresses(engines)
    ? { build, parts, engines }
    : null;
}
