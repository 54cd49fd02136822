import { limits } from '#api/contract/limits.ts';
import { AppError } from '#api/lib/error.ts';

/** §9: 150 MB, on the staging host 500 MB. */
export const maxUploadBytes = (environment: string): number =>
  environment === 'stage' ? limits.maxUploadBytesStage : limits.maxUploadBytes;

/**
 * Passes bytes on and fails with `code` before the first one too many.
 * @throws AppError
 */
export async function* limited(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  code: 'upload.part_too_large' | 'upload.too_large',
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new AppError(code);
    yield chunk;
  }
}

/** What of the tus protocol's own refusals (status and text) the error body says. */
export function tusRefusal(status: number, text: string): AppError {
  if (status === 404 || status === 410) return new AppError('upload.not_found');
  if (status === 413) return new AppError('upload.too_large');
  // another request has the upload: the client asks for the offset and goes on
  if (status === 409 || /lock/i.test(text)) return new AppError('upload.offset_conflict');
  if (status >= 500) return new AppError('request.failed', { cause: new Error(text) });
  return new AppError('request.invalid', { extra: { errors: [{ path: '', message: text.trim() }] } });
}
