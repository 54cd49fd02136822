import { sql } from 'kysely';
import type { Db } from './open.ts';

/**
 * A transaction for what can be made again. Its commit does not wait for the disk, unless it makes a checkpoint of the log: a wait
 * would hold the event loop for 15 to 40 ms. After a power cut the whole transaction may be missing, and nothing else: the next commit that waits for the disk brings
 * all before it there as well (SQLite, PRAGMA synchronous, WAL mode).
 */
export function unsyncedTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await connection.transaction().execute(work);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}
