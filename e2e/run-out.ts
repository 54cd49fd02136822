import { join } from 'node:path';
import { openDb } from '#api/db/open.ts';
import type { Product } from './product.ts';

/** Writes into the running server's data that the time of a session's pairing is over: that of its code, or of the whole pairing. */
export async function runOut({ dataDir }: Pick<Product, 'dataDir'>, sessionId: string): Promise<void> {
  const db = openDb(join(dataDir, 'wortlaut.db'));
  try {
    await db
      .updateTable('pairing')
      .set({ expires_at: Date.now() - 1 })
      .where('session_id', '=', sessionId)
      .where('ended', 'is', null)
      .execute();
  } finally {
    await db.destroy();
  }
}
