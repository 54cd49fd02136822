import { createCodec, type Codec, type CodecExports } from '#wasm/codec/codec.ts';
import type { Instantiate } from '#wasm/kernel/instantiate.ts';
import { createKernel, type Kernel, type KernelExports } from '#wasm/kernel/kernel.ts';
import { enginePaths } from './engines.ts';

async function fetchBytes(path: string): Promise<ArrayBuffer> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return await response.arrayBuffer();
}

/** `(module (func (result v128) … f32x4.relaxed_madd))`: what a browser with relaxed SIMD takes for valid. */
const relaxedProbe = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0],
  ...[65, 0, 253, 17, 65, 0, 253, 17, 65, 0, 253, 17, 253, 133, 2, 11],
);

/** Null where the browser has no 128-bit SIMD in WebAssembly (before Safari 16.4). */
async function loadModule<Exports>(name: 'kernel' | 'codec'): Promise<Instantiate<Exports> | null> {
  const variant = WebAssembly.validate(relaxedProbe) ? `${name}-relaxed` : name;
  const code = await fetchBytes(`${enginePaths.kernel}${variant}.wasm`);
  if (!WebAssembly.validate(code)) return null;
  const module = await WebAssembly.compile(code);
  return () => new WebAssembly.Instance(module).exports as unknown as Exports;
}

/**
 * The kernel for this worker; null where the browser has no 128-bit SIMD in WebAssembly. Rejects where kernel or model cannot
 * be fetched.
 */
export async function loadKernel(): Promise<Kernel | null> {
  const [instantiate, model] = await Promise.all([
    loadModule<KernelExports>('kernel'),
    fetchBytes(`${enginePaths.silero}silero_vad_v5.onnx`),
  ]);
  return instantiate && createKernel(instantiate, new Uint8Array(model));
}

/** Our own decoders for this worker; null as for the kernel. Rejects where they cannot be fetched. */
export async function loadCodec(): Promise<Codec | null> {
  const instantiate = await loadModule<CodecExports>('codec');
  return instantiate && createCodec(instantiate);
}
