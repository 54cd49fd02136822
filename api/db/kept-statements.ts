import type Sqlite from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';

/** Statements that are kept. Those with a list of values have a text for each length, so the least recently used one goes. */
const mostStatements = 500;

/**
 * Keeps prepared statements by their text. Most calls send the same few statements, and to prepare one takes longer than to run it.
 * A statement must not be used again before it is done; all of ours are done at once, none is iterated.
 */
export function keepStatements(sqlite: Sqlite.Database): SqliteDatabase {
  const kept = new Map<string, Sqlite.Statement>();
  return {
    close: () => void sqlite.close(),
    prepare(sql) {
      const statement = kept.get(sql) ?? sqlite.prepare(sql);
      // A Map keeps its order of insertion, so the first key is the least recently used one.
      kept.delete(sql);
      kept.set(sql, statement);
      if (kept.size > mostStatements) kept.delete(kept.keys().next().value!);
      return statement as ReturnType<SqliteDatabase['prepare']>;
    },
  };
}
