import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { isLocked } from './sqlite-error.ts';

export type FolderLock = { release(): void };

// Garbage collection would close a connection that nothing refers to, which would free the lock.
const held = new Set<Sqlite.Database>();
const lookAgainMs = 100;

/**
 * Locks a data folder for as long as this process lives, because two servers would write into the same uploads and
 * remove each other's audio. It is a lock of the operating system on a separate database file: killing the process
 * frees it at once, and child processes do not inherit it. If another process has the lock, waits up to `waitMs` for it
 * to end.
 * @param onWait called once if another process has the lock
 * @returns null if another process still has the lock after `waitMs`
 */
export async function lockFolder(
  folder: string,
  { waitMs, onWait }: { waitMs: number; onWait?: () => void },
): Promise<FolderLock | null> {
  const sqlite = new Sqlite(join(folder, 'server.lock'), { timeout: 0 });
  for (let waitedMs = 0; !tryLock(sqlite); waitedMs += lookAgainMs) {
    if (waitedMs === 0) onWait?.();
    if (waitedMs >= waitMs) {
      sqlite.close();
      return null;
    }
    await passed(lookAgainMs);
  }
  held.add(sqlite);
  return {
    release() {
      held.delete(sqlite);
      sqlite.close();
    },
  };
}

/**
 * Begins a transaction that never ends: it holds the lock and writes nothing. Returns false if another process has the
 * lock.
 */
function tryLock(sqlite: Sqlite.Database): boolean {
  try {
    sqlite.exec('begin exclusive');
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    sqlite.close();
    throw error;
  }
}
