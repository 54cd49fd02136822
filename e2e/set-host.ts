import { join } from 'node:path';
import type { DomainRow } from '#api/contract/domain.ts';
import { openDb } from '#api/db/open.ts';
import type { Product } from './product.ts';

type HostFields = Partial<Pick<DomainRow, 'limits' | 'mp3'>> & { tags?: readonly string[] | null };

const toJson = (value: object | null): string | null => value && JSON.stringify(value);

/**
 * Writes fields of a host into the running server's data, as a superuser does: its functions (`tags`), its limits, and its format of
 * recordings. A field that is missing gets its default.
 */
export async function setHost(
  { dataDir }: Pick<Product, 'dataDir'>,
  { tags = null, limits = null, mp3 = null }: HostFields,
  host = 'localhost',
): Promise<void> {
  const db = openDb(join(dataDir, 'wortlaut.db'));
  const row = { tags: toJson(tags), limits: toJson(limits), mp3: toJson(mp3) };
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
