import type { Insertable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { DomainTable } from '#api/db/schema.ts';
import type { StoredDomain } from './domain.store.ts';

/** Returns the keys that people have and no row has: those of hosts without a row. */
export async function keysWithoutRow(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom(
      db.selectFrom('user').select('host').union(db.selectFrom('account').select('host')).as('peopled'),
    )
    .select('peopled.host')
    .where('peopled.host', 'not in', db.selectFrom('domain').select('key'))
    .orderBy('peopled.host')
    .execute();
  return rows.map(({ host }) => host);
}

/** Returns the number of people and of sessions that belong to a key. */
export async function countsOf(db: Db, key: string): Promise<{ people: number; sessions: number }> {
  const count = async (table: 'user' | 'account' | 'session') => {
    const { n } = await db
      .selectFrom(table)
      .where('host', '=', key)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return n;
  };
  // An account is a person too, also before the first sign-in.
  return {
    people: Math.max(await count('user'), await count('account')),
    sessions: await count('session'),
  };
}

/** Stores a row, a new one or one that is there. Each change raises its `rev`. */
export async function saveRow(db: Db, row: StoredDomain): Promise<void> {
  const { key, created_at, ...columns } = toColumns(row);
  await db
    .insertInto('domain')
    .values({ key, created_at, ...columns })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ...columns, rev: row.rev + 1 }))
    .execute();
}

/** Removes a row with what belongs to it. Options, roles and announcements of a host without people belong to nobody else. */
export async function removeRow(db: Db, key: string): Promise<void> {
  await db.deleteFrom('processing_option').where('host', '=', key).execute();
  await db.deleteFrom('domain_role').where('host', '=', key).execute();
  await db.deleteFrom('announcement').where('host', '=', key).execute();
  await db.deleteFrom('domain').where('key', '=', key).execute();
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const toColumns = (row: StoredDomain): Insertable<DomainTable> => ({
  key: row.key,
  host: row.host,
  names: JSON.stringify(row.names),
  tags: toJson(row.tags),
  config: JSON.stringify(row.config),
  limits: toJson(row.limits),
  retention: toJson(row.retention),
  mp3: toJson(row.mp3),
  identity: toJson(row.identity),
  links: toJson(row.links),
  survey: toJson(row.survey),
  app_store: toJson(row.app_store),
  first_superuser: row.firstSuperuser,
  next_announced_at: row.nextAnnouncedAt,
  created_at: row.createdAt,
});
