import { createCodec, type Codec, type CodecExports } from '#wasm/codec/codec.ts';
import type { Instantiate, WithMemory } from '#wasm/binding/instantiate.ts';
import { createKernel, type Kernel, type KernelExports } from '#wasm/analysis/kernel.ts';
import { enginePaths } from './engines.ts';
import { fetchPart, loadError, wasmRefusal } from './load-part.ts';
import { watchMemory } from './memory.ts';
import { WorkerError } from './rpc.ts';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/**
 * WebAssembly module `(module (func (result v128) … f32x4.relaxed_madd))`. It is valid only in browsers with relaxed SIMD.
 */
const relaxedProbe = bytesOf('AGFzbQEAAAABBQFgAAF7AwIBAAoTAREAQQD9EUEA/RFBAP0R/YUCCw==');

/** WebAssembly module `(module (func (result v128) i32.const 0 i8x16.splat i8x16.popcnt))`. It is valid only with 128-bit SIMD. */
const simdProbe = bytesOf('AGFzbQEAAAABBQFgAAF7AwIBAAoKAQgAQQD9D/1iCw==');

async function loadModule<Exports extends WithMemory>(
  name: 'kernel' | 'codec',
): Promise<Instantiate<Exports>> {
  const refusal = await wasmRefusal();
  if (refusal !== null) throw new WorkerError('worker.wasm_refused', refusal);
  // 128-bit SIMD came with Chrome 91, Firefox 89 and Safari 16.4.
  if (!WebAssembly.validate(simdProbe)) throw new WorkerError('media.browser_outdated', 'no 128-bit SIMD');
  const variant = WebAssembly.validate(relaxedProbe) ? `${name}-relaxed` : name;
  const module = await WebAssembly.compile(await fetchPart(`${enginePaths.kernel}${variant}.wasm`));
  return () => {
    const exports = new WebAssembly.Instance(module).exports as unknown as Exports & {
      memory: WebAssembly.Memory;
    };
    watchMemory(exports.memory);
    return exports;
  };
}

/** Loads the WebAssembly kernel. Errors: `media.engine_failed`, `media.browser_outdated`, `worker.*`. */
export async function loadKernel(): Promise<Kernel> {
  try {
    const [instantiate, model] = await Promise.all([
      loadModule<KernelExports>('kernel'),
      fetchPart(`${enginePaths.silero}silero_vad_v5.onnx`),
    ]);
    return createKernel(instantiate, new Uint8Array(model));
  } catch (error) {
    throw await loadError(error, 'media.engine_failed');
  }
}

/** Loads our own audio decoders. Rejects with the same errors as `loadKernel`. */
export async function loadCodec(): Promise<Codec> {
  try {
    return createCodec(await loadModule<CodecExports>('codec'));
  } catch (error) {
    throw await loadError(error, 'media.engine_failed');
  }
}
