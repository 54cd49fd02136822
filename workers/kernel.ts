import { createKernel, type Instantiate, type Kernel } from '#wasm/kernel/kernel.ts';
import { enginePaths } from './engines.ts';

async function fetchBytes(path: string): Promise<ArrayBuffer> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return await response.arrayBuffer();
}

/**
 * The kernel for this worker; null where the browser has no 128-bit SIMD in WebAssembly (before Safari 16.4). Rejects where
 * kernel or model cannot be fetched.
 */
export async function loadKernel(): Promise<Kernel | null> {
  const [code, model] = await Promise.all([
    fetchBytes(`${enginePaths.kernel}kernel.wasm`),
    fetchBytes(`${enginePaths.silero}silero_vad_v5.onnx`),
  ]);
  if (!WebAssembly.validate(code)) return null;
  const module = await WebAssembly.compile(code);
  const instantiate = (() => new WebAssembly.Instance(module).exports) as unknown as Instantiate;
  return createKernel(instantiate, new Uint8Array(model));
}
