import { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { openSqlite, type Db } from '#api/db/open.ts';
import type { Schema } from '#api/db/schema.ts';
import { WaitingSqliteDialect } from '#api/db/waiting-dialect.ts';

const inner = 'inner_transaction';

/** Returns a command of a transaction as that of a savepoint; any other statement as it is. */
function nested(sql: string): string {
  const command = sql.trim().toLowerCase();
  if (/^begin\b/.test(command)) return `savepoint ${inner}`;
  if (command === 'commit') return `release ${inner}`;
  // The savepoint stays; the next of this name lies within it.
  if (command === 'rollback') return `rollback to ${inner}`;
  return sql;
}

/**
 * Opens an in-memory database in which all that was written since `keep` can be undone: it lies in one transaction that never
 * ends, and transactions of the product are savepoints in it.
 */
export function undoableDb() {
  const sqlite = openSqlite(':memory:');
  const database = {
    prepare: (sql: string) => sqlite.prepare(nested(sql)),
    close: () => void sqlite.close(),
  };
  const db: Db = new Kysely<Schema>({ dialect: new WaitingSqliteDialect({ database }) });
  onTestFinished(() => db.destroy());
  return {
    db,
    keep: () => void sqlite.exec('savepoint kept'),
    undo: () => void sqlite.exec('rollback to kept'),
  };
}
