/** Compiles the project's WebAssembly into `dist/kernel`, and loads it in Node. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instantiateFile } from '#api/media/kernel.ts';
import { createCodec, type Codec } from '#wasm/codec/codec.ts';
import { createKernel, type Kernel } from '#wasm/analysis/kernel.ts';
import type { Instantiate } from '#wasm/binding/instantiate.ts';

const root = join(import.meta.dirname, '..');
const outDir = join(root, 'dist/kernel');
/** File with the hash of the sources of the compiled modules. `tools/build.mjs` reads it too. */
const stampPath = join(outDir, '.stamp');
const sources = { kernel: 'wasm/native/kernel', codec: 'wasm/native/codec' };
type ModuleName = keyof typeof sources;
const allModules = Object.keys(sources) as ModuleName[];

const options = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort='];
/** Options for the variant with fused multiply-add (see `addMul`), which some browsers lack. */
const relaxedOptions = [...options, '--enable', 'relaxed-simd'];
const variants = { plain: options, relaxed: relaxedOptions };
export type Variant = keyof typeof variants;
export const allVariants = Object.keys(variants) as Variant[];

export const sileroPath = join(root, 'node_modules/@ricky0123/vad-web/dist/silero_vad_v5.onnx');

function hashOfSources(): string {
  const hash = createHash('sha256').update(JSON.stringify(variants));
  hash.update(readFileSync(join(root, 'node_modules/assemblyscript/package.json')));
  for (const dir of Object.values(sources))
    for (const name of readdirSync(join(root, dir)).toSorted())
      hash.update(name).update(readFileSync(join(root, dir, name)));
  return hash.digest('hex').slice(0, 12);
}

function compile(name: ModuleName, variant: Variant): void {
  // Several processes may compile at the same time: each writes its own file, and the last one stays.
  const ownPath = join(outDir, `.${name}-${variant}-${process.pid}`);
  const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js');
  const args = [compiler, `${sources[name]}/index.ts`, ...variants[variant], '--outFile', ownPath];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${sources[name]} does not compile:\n${stderr}`);
  renameSync(ownPath, join(outDir, fileOf(name, variant)));
}

const fileOf = (name: ModuleName, variant: Variant) =>
  variant === 'plain' ? `${name}.wasm` : `${name}-${variant}.wasm`;

/** Compiles all modules, which takes 5 s, unless the stamp has the hash of these sources. Returns the hash. */
function ensureCompiled(): string {
  const hash = hashOfSources();
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hash) return hash;
  mkdirSync(outDir, { recursive: true });
  // The stamp is removed first, so that a failed or killed compilation is repeated.
  rmSync(stampPath, { force: true });
  for (const name of allModules) for (const variant of allVariants) compile(name, variant);
  writeFileSync(stampPath, hash);
  return hash;
}

export function ensureModules(): { hash: string; paths: Record<string, string> } {
  const hash = ensureCompiled();
  const files = allModules.flatMap((name) => allVariants.map((variant) => fileOf(name, variant)));
  return { hash, paths: Object.fromEntries(files.map((file) => [file, join(outDir, file)])) };
}

/** Returns a function that makes instances of a compiled module in Node. */
export function instantiateIn<Exports>(name: ModuleName, variant: Variant): Instantiate<Exports> {
  ensureCompiled();
  return instantiateFile(join(outDir, fileOf(name, variant)));
}

const kernels = new Map<Variant, Kernel>();

export function loadKernel(variant: Variant = 'relaxed'): Kernel {
  const loaded =
    kernels.get(variant) ?? createKernel(instantiateIn('kernel', variant), readFileSync(sileroPath));
  kernels.set(variant, loaded);
  return loaded;
}

const codecs = new Map<Variant, Codec>();

export function loadCodec(variant: Variant = 'relaxed'): Codec {
  const loaded = codecs.get(variant) ?? createCodec(instantiateIn('codec', variant));
  codecs.set(variant, loaded);
  return loaded;
}
