import { AppError } from '#api/lib/error.ts';

// of the file system, and of the database that lies on it
const full = /^(ENOSPC|EDQUOT|SQLITE_FULL)$/;
const busy = /^SQLITE_(BUSY|LOCKED)/;
const damaged = /^SQLITE_(CORRUPT|NOTADB)/;

const busyRetryS = 5;
const brokenRetryS = 60;

/** Names the failures of a full disk, and of a database that is locked or damaged; everything else goes on as it is. */
export function toStorageError(error: unknown): unknown {
  const { code: given } = (error ?? {}) as { code?: unknown };
  const code = typeof given === 'string' ? given : '';
  if (full.test(code)) return new AppError('upload.disk_full', { cause: error });
  if (busy.test(code))
    return new AppError('storage.busy', { cause: error, extra: { retry_after_s: busyRetryS } });
  if (damaged.test(code))
    return new AppError('storage.damaged', { cause: error, extra: { retry_after_s: brokenRetryS } });
  return error;
}

/** The same for what has nothing to do with a file of the person: signing in. */
export function toSignInError(thrown: unknown): unknown {
  const error = toStorageError(thrown);
  const isFull = error instanceof AppError && error.code === 'upload.disk_full';
  return isFull
    ? new AppError('storage.full', { cause: thrown, extra: { retry_after_s: brokenRetryS } })
    : error;
}
