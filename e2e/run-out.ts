import { join } from 'node:path';
import { openDb } from '#api/db/open.ts';
import type { Product } from './product.ts';

/** Sets the expiry of the pairing of a session to the past, in the database of the running server. */
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
