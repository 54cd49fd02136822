import { isCorrupt, isDiskFull, isLocked } from '#api/db/sqlite-error.ts';
import { AppError } from '#api/lib/error.ts';

const busyRetryS = 5;
const brokenRetryS = 60;

/** Turns failures of a full disk and of a locked or damaged database into AppErrors. Returns all other errors unchanged. */
export function toStorageError(error: unknown): unknown {
  if (isDiskFull(error)) return new AppError('upload.disk_full', { cause: error });
  if (isLocked(error))
    return new AppError('storage.busy', { cause: error, extra: { retry_after_s: busyRetryS } });
  if (isCorrupt(error))
    return new AppError('storage.damaged', { cause: error, extra: { retry_after_s: brokenRetryS } });
  return error;
}

/** Like `toStorageError`, for signing in: a full disk is `storage.full`, because the person uploads nothing. */
export function toSignInError(thrown: unknown): unknown {
  const error = toStorageError(thrown);
  const isFull = error instanceof AppError && error.code === 'upload.disk_full';
  return isFull
    ? new AppError('storage.full', { cause: thrown, extra: { retry_after_s: brokenRetryS } })
    : error;
}
