import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';

/** Returns whether a person is the last superuser of their host who is not locked, while other people are there. */
export async function isLastSuperuser(trx: Db, { host, userId }: Owner): Promise<boolean> {
  const people = await trx
    .selectFrom('user')
    .select(['id', 'is_superuser', 'locked'])
    .where('host', '=', host)
    .where('closing', '=', 0)
    .execute();
  const superusers = people.filter((person) => person.is_superuser === 1 && person.locked === 0);
  return people.length > 1 && superusers.length === 1 && superusers[0]?.id === userId;
}

/** Marks a person whose account is closed: nobody signs in as them, and what is theirs is deleted next. */
export async function markClosing(trx: Db, { host, userId }: Owner, accountIds: string[]): Promise<void> {
  await trx
    .updateTable('user')
    .set({ closing: 1, locked: 1 })
    .where('host', '=', host)
    .where('id', '=', userId)
    .execute();
  await trx.deleteFrom('account').where('host', '=', host).where('id', 'in', accountIds).execute();
}

/** Returns the people who have closed their account, and of whom something is left. */
export const closingPeople = async (db: Db): Promise<Owner[]> =>
  (await db.selectFrom('user').select(['host', 'id']).where('closing', '=', 1).execute()).map(
    ({ host, id }) => ({ host, userId: id }),
  );

/** Returns the ids of some sessions of a person. */
export const someSessionsOf = async (db: Db, { host, userId }: Owner): Promise<string[]> =>
  (
    await db
      .selectFrom('session')
      .select('id')
      .where('host', '=', host)
      .where('user_id', '=', userId)
      .limit(100)
      .execute()
  ).map(({ id }) => id);

/** Deletes a person without sessions and all rows that are theirs. Returns false if a session has come meanwhile. */
export const removePerson = (db: Db, owner: Owner): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if ((await someSessionsOf(trx, owner)).length > 0) return false;
    // What belongs to the row of the person goes with it: joined sign-ins, links, creation keys, shelves of the search.
    // The letters still count in the limit of the whole server, otherwise a new account could send as many again.
    await sql`update share set user_id = '', session_id = '', id = lower(hex(randomblob(16)))
      where host = ${owner.host} and user_id = ${owner.userId}`.execute(trx);
    for (const table of ['correction', 'share_recipient', 'adoption', 'job', 'outbox'] as const)
      await trx
        .deleteFrom(table)
        .where('host', '=', owner.host)
        .where('user_id', '=', owner.userId)
        .execute();
    await trx.deleteFrom('user').where('host', '=', owner.host).where('id', '=', owner.userId).execute();
    return true;
  });

/** Deletes corrections of people who are gone: the request began before the account was closed, and its body arrived afterwards. */
export async function removeLateRows(db: Db): Promise<void> {
  await sql`delete from correction where not exists
    (select 1 from user where user.host = correction.host and user.id = correction.user_id)`.execute(db);
}
