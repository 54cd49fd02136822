import type { PreviewErrorCode } from '#api/contract/errors.ts';
import { loadError } from '#workers/load-part.ts';
import { isOutOfMemory } from '#workers/memory.ts';
import { ModelRefused } from '#workers/model/model-file.ts';
import { WorkerError } from '#workers/rpc.ts';

const previewError = (code: PreviewErrorCode, detail: unknown) => new WorkerError(code, String(detail));

/** Converts a failure of the model's files or of ONNX Runtime to one of `previewErrorCodes` or `worker.*`. */
export async function toPreviewError(error: unknown): Promise<WorkerError> {
  if (error instanceof WorkerError) return error;
  if (error instanceof ModelRefused)
    return previewError(
      error.reason === 'interrupted' ? 'preview.model_unreachable' : 'preview.model_missing',
      error,
    );
  if (isOutOfMemory(error)) return previewError('preview.memory_full', error);
  return await loadError(error, 'preview.engine_failed');
}
