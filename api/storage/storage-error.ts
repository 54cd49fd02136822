import { AppError } from '#api/lib/error.ts';

// of the file system, and of the database that lies on it
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Names the failures of a full disk; everything else goes on as it is. */
export function toStorageError(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown };
  const isFull = typeof code === 'string' && fullCodes.has(code);
  return isFull ? new AppError('upload.disk_full', { cause: error }) : error;
}
