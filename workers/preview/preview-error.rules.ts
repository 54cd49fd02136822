import type { PreviewErrorCode } from '#api/contract/errors.ts';
import { isOutOfMemory } from '#workers/memory.ts';
import { WorkerError } from '#workers/rpc.ts';

const previewError = (code: PreviewErrorCode, detail: string) => new WorkerError(code, detail);

/** Converts a failure of ONNX Runtime to an error of `previewErrorCodes`. */
export function toPreviewError(error: unknown): WorkerError {
  if (error instanceof WorkerError) return error;
  return previewError(isOutOfMemory(error) ? 'preview.memory_full' : 'preview.engine_failed', String(error));
}
