import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { StartError } from '#api/lib/start-error.ts';
import type { Instantiate } from '#wasm/binding/instantiate.ts';
import { createKernel, type Kernel, type KernelExports } from '#wasm/analysis/kernel.ts';

/** Folder of the built kernel. `npm run build` fills it (`tools/kernel.ts`). */
const builtDir = join(import.meta.dirname, '../../dist/kernel');
const require = createRequire(import.meta.url);

// The part of Node's WebAssembly that is used here. The compiler knows no types of it, because they come with those of
// a browser.
type WebAssemblyOfNode = {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

// This build uses relaxed SIMD, which Node 24 has.
const kernelIn = (dir: string) => join(dir, 'kernel-relaxed.wasm');

/** Checks that the kernel has been built. @throws StartError if it has not */
export function requireKernel(dir = builtDir): void {
  if (existsSync(kernelIn(dir))) return;
  throw new StartError(`${kernelIn(dir)} is missing: run "npm run build" once, then start again.`);
}

/** Compiles a WebAssembly file; each call of the result creates an instance. */
export function instantiateFile<Exports>(path: string): Instantiate<Exports> {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyOfNode }).WebAssembly;
  const module = new Module(readFileSync(path));
  return () => new Instance(module).exports as Exports;
}

/** Loads the built kernel with the weights of the Silero VAD. */
export function loadKernel(): Kernel {
  const model = join(require.resolve('@ricky0123/vad-web'), '../silero_vad_v5.onnx');
  return createKernel(instantiateFile<KernelExports>(kernelIn(builtDir)), readFileSync(model));
}
