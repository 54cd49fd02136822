import type { PreviewErrorCode } from '#api/contract/errors.ts';
import { WorkerError } from '#workers/rpc.ts';

const previewError = (code: PreviewErrorCode, detail: string) => new WorkerError(code, detail);

/**
 * Converts a failure of the runtime to an error code. A browser that lacks memory throws a `RangeError`; ONNX Runtime
 * reports `bad_alloc` or that it could not allocate.
 */
export function toPreviewError(error: unknown): WorkerError {
  if (error instanceof WorkerError) return error;
  const detail = String(error);
  const isMemory = error instanceof RangeError || /bad_alloc|allocat|out of memory/iu.test(detail);
  return previewError(isMemory ? 'preview.memory_full' : 'preview.engine_failed', detail);
}
