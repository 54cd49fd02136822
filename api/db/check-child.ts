import Sqlite from 'better-sqlite3';
import { answerParent } from '#api/media/child.ts';

/** Reads the whole database once and says whether its pages fit together. */
function isSound(path: string): boolean {
  const sqlite = new Sqlite(path, { readonly: true });
  try {
    return sqlite.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code))) return false;
    throw error;
  } finally {
    sqlite.close();
  }
}

answerParent(async (path: string) => isSound(path));
