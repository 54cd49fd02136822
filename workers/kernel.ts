import { createCodec, type Codec, type CodecExports } from '#wasm/codec/codec.ts';
import type { Instantiate } from '#wasm/binding/instantiate.ts';
import { createKernel, type Kernel, type KernelExports } from '#wasm/analysis/kernel.ts';
import { enginePaths } from './engines.ts';
import { WorkerError } from './rpc.ts';

async function fetchBytes(path: string): Promise<ArrayBuffer> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return await response.arrayBuffer();
}

/**
 * WebAssembly module `(module (func (result v128) … f32x4.relaxed_madd))`. It is valid only in browsers with relaxed SIMD.
 */
const relaxedProbe = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  5,
  1,
  96,
  0,
  1,
  123,
  3,
  2,
  1,
  0,
  10,
  19,
  1,
  17,
  0,
  65,
  0,
  253,
  17,
  65,
  0,
  253,
  17,
  65,
  0,
  253,
  17,
  253,
  133,
  2,
  11,
);

async function loadModule<Exports>(name: 'kernel' | 'codec'): Promise<Instantiate<Exports>> {
  const variant = WebAssembly.validate(relaxedProbe) ? `${name}-relaxed` : name;
  const code = await fetchBytes(`${enginePaths.kernel}${variant}.wasm`);
  // 128-bit SIMD came with Chrome 91, Firefox 89 and Safari 16.4.
  if (!WebAssembly.validate(code)) throw new WorkerError('media.browser_outdated', 'no 128-bit SIMD');
  const module = await WebAssembly.compile(code);
  return () => new WebAssembly.Instance(module).exports as unknown as Exports;
}

const toLoadError = (error: unknown) =>
  error instanceof WorkerError ? error : new WorkerError('media.engine_failed', String(error));

/** Loads the WebAssembly kernel. Errors: `media.engine_failed`, `media.browser_outdated`. */
export async function loadKernel(): Promise<Kernel> {
  try {
    const [instantiate, model] = await Promise.all([
      loadModule<KernelExports>('kernel'),
      fetchBytes(`${enginePaths.silero}silero_vad_v5.onnx`),
    ]);
    return createKernel(instantiate, new Uint8Array(model));
  } catch (error) {
    throw toLoadError(error);
  }
}

/** Loads our own audio decoders. Rejects with the same errors as `loadKernel`. */
export async function loadCodec(): Promise<Codec> {
  try {
    return createCodec(await loadModule<CodecExports>('codec'));
  } catch (error) {
    throw toLoadError(error);
  }
}
