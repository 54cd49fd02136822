import Sqlite from 'better-sqlite3';
import { answerParent } from '#api/lib/run-process.ts';
import { isCorrupt } from './sqlite-error.ts';

/** Reads the whole database with SQLite's quick_check. Returns true if it is not damaged. */
function isSound(path: string): boolean {
  const sqlite = new Sqlite(path, { readonly: true });
  try {
    return sqlite.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch (error) {
    if (isCorrupt(error)) return false;
    throw error;
  } finally {
    sqlite.close();
  }
}

answerParent(async (path: string) => isSound(path));
