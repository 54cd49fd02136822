import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createKernel, type Instantiate, type Kernel } from '../wasm/kernel/kernel.ts';

const root = join(import.meta.dirname, '..');
const sourceDir = join(root, 'wasm/kernel/assembly');
const outDir = join(root, 'node_modules/.kernel');
const options = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort='];

export const sileroPath = join(root, 'node_modules/@ricky0123/vad-web/dist/silero_vad_v5.onnx');

/** Names what the kernel is made of: its sources, the options, the compiler. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(options.join(' '));
  hash.update(readFileSync(join(root, 'node_modules/assemblyscript/package.json')));
  for (const name of readdirSync(sourceDir).toSorted())
    hash.update(name).update(readFileSync(join(sourceDir, name)));
  return hash.digest('hex').slice(0, 12);
}

/** The compiled kernel; compiles it where these sources have not been compiled yet (2 s). */
export function ensureKernel(): { path: string; hash: string } {
  const hash = hashOfSources();
  const path = join(outDir, `kernel-${hash}.wasm`);
  if (existsSync(path)) return { path, hash };
  mkdirSync(outDir, { recursive: true });
  // Several processes may do this at the same time: each writes a file of its own, the last one stays.
  const ownPath = join(outDir, `${process.pid}.wasm`);
  const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js');
  const args = [compiler, 'wasm/kernel/assembly/index.ts', ...options, '--outFile', ownPath];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The kernel does not compile:\n${stderr}`);
  renameSync(ownPath, path);
  return { path, hash };
}

// The signal layer knows no platform, so neither do its types.
type WebAssemblyOfNode = {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

let loaded: Kernel | undefined;

/** The kernel in Node. */
export function loadKernel(): Kernel {
  if (loaded) return loaded;
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyOfNode }).WebAssembly;
  const module = new Module(readFileSync(ensureKernel().path));
  const instantiate = (() => new Instance(module).exports) as Instantiate;
  loaded = createKernel(instantiate, readFileSync(sileroPath));
  return loaded;
}
