import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';

export type FolderLock = { release(): void };

// a connection that nothing refers to is closed when memory is tidied up
const held = new Set<Sqlite.Database>();
const lookAgainMs = 100;

/**
 * Keeps every other server off a data folder for as long as this process lives: two would write into the same uploads and remove each
 * other's sound. The lock is the operating system's, on a database of its own beside the data's, so that a kill frees it at
 * once and processes that were started from here do not keep it. Another process that is about to end is waited for.
 * @param onWait the folder is another one's so far
 * @returns null where it still is after `waitMs`
 */
export async function lockFolder(
  folder: string,
  { waitMs, onWait }: { waitMs: number; onWait?: () => void },
): Promise<FolderLock | null> {
  const sqlite = new Sqlite(join(folder, 'server.lock'), { timeout: 0 });
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    if (isTaken(sqlite)) break;
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

/** A transaction that never ends: it holds the lock and writes nothing. */
function isTaken(sqlite: Sqlite.Database): boolean {
  try {
    sqlite.exec('begin exclusive');
    return true;
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return false;
    sqlite.close();
    throw error;
  }
}
