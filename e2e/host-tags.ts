import { join } from 'node:path';
import { openDb } from '#api/db/open.ts';
import type { Product } from './product.ts';

/** Writes the functions of a host into the running server's data, as a superuser does. */
export async function setTags(
  { dataDir }: Pick<Product, 'dataDir'>,
  tags: readonly string[] | null,
  host = 'localhost',
): Promise<void> {
  const db = openDb(join(dataDir, 'wortlaut.db'));
  const row = { tags: tags && JSON.stringify(tags) };
  try {
    await db
      .insertInto('domain')
      .values({ key: host, host, created_at: Date.now(), ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
  } finally {
    await db.destroy();
  }
}
