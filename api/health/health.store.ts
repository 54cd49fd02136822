import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import { isLocked } from '#api/db/sqlite-error.ts';

const askAgainMs = 100;

/**
 * Checks that the database can be written, by a transaction that is rolled back at once. A read would not show this,
 * because it succeeds even while another process holds the write lock. The connection is released between two attempts,
 * because all queries share it.
 * @throws the error of SQLite if there is no write lock within `withinMs`
 */
export async function askDatabase(db: Db, withinMs: number): Promise<void> {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    try {
      return await db.connection().execute(async (connection) => {
        await sql`begin immediate`.execute(connection);
        try {
          await sql`select 1 from migration limit 1`.execute(connection);
        } finally {
          await sql`rollback`.execute(connection);
        }
      });
    } catch (error) {
      if (!isLocked(error) || performance.now() > endsAt) throw error;
      await delay(askAgainMs);
    }
  }
}
