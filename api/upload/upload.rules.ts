import type { DomainRetention } from '#api/contract/domain.ts';
import { limits } from '#api/contract/limits.ts';
import { dayMs } from '#api/contract/time.ts';
import type { Quota, UnfinishedUpload } from '#api/contract/upload.ts';
import { AppError } from '#api/lib/error.ts';
import { audioDueBefore, retentionOf } from '#api/session/retention.rules.ts';
import type { UntouchedSince, UploadRow } from './upload.store.ts';

/** Returns the size of the largest upload where the host sets none (§9): 150 MB, on the staging host 500 MB. */
export const maxUploadBytes = (environment: string): number =>
  environment === 'stage' ? limits.maxUploadBytesStage : limits.maxUploadBytes;

type Expiring = Pick<UploadRow, 'deferred' | 'touched_at'>;

/**
 * Returns when an upload expires, ms since the epoch: a recording is stored as long as audio, counted from its last part, a
 * file for 24 hours (§9). Neither is stored for longer than its session.
 */
export function expiresAtMs(
  retention: DomainRetention,
  { deferred, touched_at: touchedAt }: Expiring,
  sessionCreatedAt = touchedAt,
): number {
  const last = retentionOf(retention, sessionCreatedAt, touchedAt);
  const [audioMs, contentMs] = [last.audio_until, last.content_until].map((date) => Date.parse(date) + dayMs);
  return deferred === 1 ? audioMs! : Math.min(touchedAt + limits.storedUploadExpiryMs, contentMs!);
}

/** Returns moments for a query: recordings and files that got no part since these moments have expired. */
export const expiredBefore = (retention: DomainRetention, nowMs: number): UntouchedSince => ({
  recordingMs: audioDueBefore(retention, nowMs),
  fileMs: nowMs - limits.storedUploadExpiryMs,
});

export const isExpired = (
  retention: DomainRetention,
  { deferred, touched_at: touchedAt }: Expiring,
  nowMs: number,
): boolean => {
  const { recordingMs, fileMs } = expiredBefore(retention, nowMs);
  return touchedAt < (deferred === 1 ? recordingMs : fileMs);
};

/** Returns the mode that the client sent. If it sent none, returns the usual mode of its kind of upload. */
export const modeOf = ({ mode, deferred }: Pick<UploadRow, 'mode' | 'deferred'>): UnfinishedUpload['mode'] =>
  (mode as UnfinishedUpload['mode'] | null) ?? (deferred === 1 ? 'record' : 'upload');

/**
 * `bytes` is the number of bytes that may still come, `code` the error if more come. `reservation` counts the bytes
 * against the quota.
 */
export type Allowance = {
  bytes: number;
  code: LimitCode;
  reservation: { take(bytes: number): Promise<void> };
};

export const quotaRefusal = (quota: Quota): AppError =>
  new AppError('upload.quota_exceeded', { extra: { quota } });

type LimitCode = 'upload.part_too_large' | 'upload.too_large';

/**
 * Refuses bytes beyond the quota. Zero bytes are always allowed, so that an upload can end.
 * @throws AppError `upload.quota_exceeded` with usage and limit
 */
export function checkQuota(quota: Quota | null, bytes: number): void {
  if (quota !== null && bytes > 0 && quota.used_bytes + bytes > quota.limit_bytes) throw quotaRefusal(quota);
}

/**
 * Passes bytes on. Fails before the first byte beyond the limit or the quota.
 * @throws AppError with `code`, or the error of `reservation`
 */
export async function* limited(
  source: AsyncIterable<Uint8Array>,
  { bytes: maxBytes, code, reservation }: Allowance,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new AppError(code);
    await reservation.take(chunk.byteLength);
    yield chunk;
  }
}

/** Maps a refusal of the tus library (status and text) to an error code. */
export function tusRefusal(status: number, text: string): AppError {
  if (status === 404 || status === 410) return new AppError('upload.not_found');
  if (status === 415) return new AppError('request.media_type');
  if (status === 413) return new AppError('upload.too_large');
  // Another request holds the lock of this upload. After `upload.offset_conflict` the client asks for the offset, and continues there.
  if (status === 409 || /lock/i.test(text)) return new AppError('upload.offset_conflict');
  // Status 501 means a feature of the protocol that is not offered.
  if (status >= 500 && status !== 501) return new AppError('request.failed', { cause: new Error(text) });
  return new AppError('request.invalid', { extra: { errors: [{ path: '', message: text.trim() }] } });
}
