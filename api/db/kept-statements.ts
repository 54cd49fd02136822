import type Sqlite from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';

/**
 * Largest number of kept statements. A query with a list of values has a text for each length of the list, so the number of texts has
 * no bound. The least recently used statement is dropped.
 */
const mostStatements = 500;

/**
 * Keeps prepared statements by their text. Most calls send the same few statements, and to prepare one takes longer than to run it.
 * A prepared statement must not be used again while it is iterated. Our queries read all rows at once.
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
