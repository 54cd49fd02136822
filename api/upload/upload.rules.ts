import { limits } from '#api/contract/limits.ts';
import type { Quota } from '#api/contract/upload.ts';
import { AppError } from '#api/lib/error.ts';

/** §9: 150 MB, on the staging host 500 MB. */
export const maxUploadBytes = (environment: string): number =>
  environment === 'stage' ? limits.maxUploadBytesStage : limits.maxUploadBytes;

/** So many bytes may come, and why no more. */
export type Allowance = { bytes: number; refusal: AppError };

export const quotaRefusal = (quota: Quota): AppError =>
  new AppError('upload.quota_exceeded', { extra: { quota } });

/** The tighter of a limit and what is left of a person's quota. */
export function allowance(maxBytes: number, code: LimitCode, quota: Quota | null): Allowance {
  const left = quota === null ? Infinity : Math.max(0, quota.limit_bytes - quota.used_bytes);
  return quota !== null && left < maxBytes
    ? { bytes: left, refusal: quotaRefusal(quota) }
    : { bytes: maxBytes, refusal: new AppError(code) };
}

type LimitCode = 'upload.part_too_large' | 'upload.too_large';

/**
 * Refuses what would go beyond the quota. Nothing more to come is always allowed: the end of an upload is no more bytes.
 * @throws AppError `upload.quota_exceeded` with what is kept and may be kept
 */
export function checkQuota(quota: Quota | null, bytes: number): void {
  if (quota !== null && bytes > 0 && quota.used_bytes + bytes > quota.limit_bytes) throw quotaRefusal(quota);
}

/**
 * Passes bytes on and fails with the refusal before the first one too many.
 * @throws AppError
 */
export async function* limited(
  source: AsyncIterable<Uint8Array>,
  { bytes: maxBytes, refusal }: Allowance,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw refusal;
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
