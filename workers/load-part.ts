/** Loads the WebAssembly of the engines, and names the cause if that fails. */
import { isOutOfMemory } from './memory.ts';
import { WorkerError } from './rpc.ts';

/** Fetches a file of an engine. Rejects with `worker.part_missing`. */
export async function fetchPart(path: string): Promise<ArrayBuffer> {
  try {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.arrayBuffer();
  } catch (error) {
    throw missingPart(path, error);
  }
}

export const missingPart = (path: string, error: unknown): WorkerError =>
  new WorkerError('worker.part_missing', `${path}: ${String(error)}`);

/** Returns an error if one of the files of an engine does not arrive, for engines that load their files themselves. */
export async function firstMissingPart(paths: readonly string[]): Promise<WorkerError | null> {
  for (const path of paths) {
    try {
      const response = await fetch(path);
      await response.body?.cancel();
      if (!response.ok) return missingPart(path, `status ${response.status}`);
    } catch (error) {
      return missingPart(path, error);
    }
  }
  return null;
}

/** The smallest WebAssembly module. It compiles wherever WebAssembly is allowed. */
const emptyModule = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** Resolves with the browser's reason if it forbids this worker WebAssembly; null if it is allowed. */
export async function wasmRefusal(): Promise<string | null> {
  try {
    await WebAssembly.compile(emptyModule);
    return null;
  } catch (error) {
    return String(error);
  }
}

/** Returns the error that names why an engine was not loaded: `worker.*`, or `otherwise` if the cause is none of these. */
export async function loadError(error: unknown, otherwise: string): Promise<WorkerError> {
  if (error instanceof WorkerError) return error;
  const detail = String(error);
  const refusal = await wasmRefusal();
  if (refusal !== null) return new WorkerError('worker.wasm_refused', refusal);
  if (isOutOfMemory(error)) return new WorkerError('worker.memory_full', detail);
  return new WorkerError(/CompileError|LinkError/.test(detail) ? 'worker.wasm_broken' : otherwise, detail);
}
