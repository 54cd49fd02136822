const codeOf = (error: unknown): string => String((error as { code?: unknown } | null | undefined)?.code);

/** True if SQLite failed because another process holds a lock. */
export const isLocked = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

/** True if a transaction must begin anew, because its snapshot is too old for a write. Waiting does not help. */
export const isOldSnapshot = (error: unknown): boolean => codeOf(error) === 'SQLITE_BUSY_SNAPSHOT';

/** True if SQLite failed because its file is damaged. */
export const isCorrupt = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** True if there is no space left, in the file system or in the database. */
export const isDiskFull = (error: unknown): boolean => /^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(codeOf(error));
