// Builds the page (`dist/page`) and the WebAssembly modules (`dist/kernel`) when their sources change, and compresses the page's
// files at the highest level.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { writeBuildList } from './build-list.mjs';
import { nodePath, root, run } from './ready.mjs';

const dist = join(root, 'dist');
const pageDir = join(dist, 'page');
const stampPath = join(dist, '.stamp');
const kernelStampPath = join(dist, 'kernel/.stamp');
const skipped = new Set([join(root, 'models/store'), join(root, 'models/fixture')]);
const sources = [
  'web',
  'workers',
  'wasm',
  'models',
  'api/contract',
  'api/shared',
  'vite.config.ts',
  'package-lock.json',
  'tools/build.mjs',
  'tools/build-list.mjs',
  'tools/app-manifest.ts',
  'tools/disposable-symbols.ts',
  'tools/drop-locales.ts',
  'tools/early-start.ts',
  'tools/kernel.ts',
  'tools/word-parts.ts',
];
const compressible = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.svg',
  '.json',
  '.wasm',
  '.onnx',
  '.webmanifest',
  '.txt',
]);

function* filesOf(path) {
  if (!statSync(path).isDirectory()) return yield path;
  for (const entry of readdirSync(path).toSorted()) {
    const inside = join(path, entry);
    if (!skipped.has(inside) && !entry.includes('.test.')) yield* filesOf(inside);
  }
}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Returns the hash of the sources and that of the kernel, which other commands build as well (`tools/kernel.ts`). */
function currentStamp() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of filesOf(join(root, source)))
      hash.update(path.slice(root.length)).update(readFileSync(path));
  }
  return `${hash.digest('hex')} ${read(kernelStampPath)}`;
}

async function compress(path) {
  const bytes = await readFile(path);
  const quality = bytes.length > 1_000_000 ? 6 : constants.BROTLI_MAX_QUALITY;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 6 }));
}

/** Compresses the files of a folder that become smaller by it. */
export async function compressFiles(dir) {
  const files = [...filesOf(dir)].filter(
    (path) => compressible.has(extname(path)) && statSync(path).size > 1_000,
  );
  await Promise.all(files.map(compress));
}

export const isBuilt = () => read(stampPath) === currentStamp();

/**
 * Builds the page if its sources have changed. Returns an exit code.
 * @param {boolean} force build even if nothing
 * changed
 */
export async function build(force = false) {
  if (!force && isBuilt()) return 0;
  process.stdout.write('Building the page …\n');
  const code = await run(nodePath, [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) return code;
  writeBuildList(pageDir);
  await compressFiles(pageDir);
  // Earlier versions built into `dist` itself. Their files are removed.
  for (const entry of readdirSync(dist))
    if (!['page', 'kernel', '.stamp'].includes(entry))
      rmSync(join(dist, entry), { recursive: true, force: true });
  writeFileSync(stampPath, currentStamp());
  return 0;
}

if (process.argv[1] === import.meta.filename) process.exit(await build(true));
