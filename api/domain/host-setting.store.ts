import { effectiveTags, type DomainRetention } from '#api/contract/domain.ts';
import type { Db } from '#api/db/open.ts';
import { defaultRetention } from './domain.store.ts';

/**
 * Read single settings of the host with this key, for work that no request began, and within a transaction. A request has
 * its tenant instead.
 */
export async function readRetention(db: Db, key: string): Promise<DomainRetention> {
  const row = await db.selectFrom('domain').where('key', '=', key).select('retention').executeTakeFirst();
  return row?.retention ? (JSON.parse(row.retention) as DomainRetention) : defaultRetention;
}

/** Returns the tags in force. */
export async function readTags(db: Db, key: string): Promise<readonly string[]> {
  const row = await db.selectFrom('domain').where('key', '=', key).select('tags').executeTakeFirst();
  return effectiveTags(row?.tags ? (JSON.parse(row.tags) as string[]) : null);
}
