import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export type StaticFile = { path: string; bytes: number; tag: string; type: string; encodings: Encoding[] };
type Encoding = { name: 'br' | 'gzip'; path: string; bytes: number };

/** Files by their path below the root, such as `/assets/main-1a2b.js`. */
type StaticFiles = ReadonlyMap<string, StaticFile>;

const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  webp: 'image/webp',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
};
const compressedEndings = { br: '.br', gzip: '.gz' } as const;

/** Lists the built files. The list is made once, at the start. It is empty without a build. */
export function listStaticFiles(root: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  if (!existsSync(root)) return files;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isCompressed = Object.values(compressedEndings).some((ending) => path.endsWith(ending));
    if (!entry.isFile() || isCompressed) continue;
    const { size, mtimeMs } = statSync(path);
    files.set(`/${relative(root, path).split(sep).join('/')}`, {
      path,
      bytes: size,
      tag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
      type: contentTypes[entry.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      encodings: encodingsOf(path),
    });
  }
  return files;
}

const encodingsOf = (path: string): Encoding[] =>
  (['br', 'gzip'] as const)
    .map((name) => ({ name, path: path + compressedEndings[name] }))
    .filter((encoding) => existsSync(encoding.path))
    .map((encoding) => ({ ...encoding, bytes: statSync(encoding.path).size }));

/** Returns the first encoding that the client accepts (`Accept-Encoding`, RFC 9110); undefined if there is none. */
export function pickEncoding(file: StaticFile, accepted: string | undefined): Encoding | undefined {
  const taken = new Set(
    (accepted ?? '')
      .split(',')
      .map((item) =>
        item
          .trim()
          .toLowerCase()
          .split(/\s*;\s*q=/),
      )
      .filter(([, weight]) => weight === undefined || Number(weight) > 0)
      .map(([name]) => name),
  );
  return file.encodings.find(({ name }) => taken.has(name));
}

/**
 * Returns the Cache-Control of an address. Paths with a digest or version are immutable; all others are revalidated.
 */
export const cacheControlOf = (address: string): string =>
  /^\/(assets|engines)\//.test(address) ? 'public, max-age=31536000, immutable' : 'no-cache';
