import type { Selectable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import type { UserTable } from '#api/db/schema.ts';

export type PersonRow = Selectable<UserTable>;

/** Returns a person whose account is not being closed. */
export const personOf = (db: Db, { host, userId }: Owner): Promise<PersonRow | undefined> =>
  db
    .selectFrom('user')
    .selectAll()
    .where('host', '=', host)
    .where('id', '=', userId)
    .where('closing', '=', 0)
    .executeTakeFirst();

/** Returns the person to whom an account of the embedded provider leads, by its own sign-in or by a joined one. */
export async function personOfAccount(
  db: Db,
  issuer: string,
  { id, host }: { id: string; host: string },
): Promise<PersonRow | undefined> {
  const ofPeople = db.selectFrom('user').selectAll().where('user.host', '=', host);
  const own = await ofPeople.where('issuer', '=', issuer).where('sub', '=', id).executeTakeFirst();
  if (own) return own;
  return ofPeople
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('sign_in')
        .where('sign_in.host', '=', host)
        .where('sign_in.issuer', '=', issuer)
        .where('sign_in.sub', '=', id)
        .select('sign_in.user_id'),
    )
    .executeTakeFirst();
}

/** Returns the ids of the accounts that lead to a person, that of their present sign-in first. */
export async function accountIdsOf(db: Db, issuer: string, { host, userId }: Owner): Promise<string[]> {
  const own = await db
    .selectFrom('user')
    .innerJoin('account', (join) =>
      join.onRef('account.id', '=', 'user.sub').onRef('account.host', '=', 'user.host'),
    )
    .where('user.host', '=', host)
    .where('user.id', '=', userId)
    .where('user.issuer', '=', issuer)
    .select('account.id')
    .execute();
  const joined = await db
    .selectFrom('sign_in')
    .innerJoin('account', (join) =>
      join.onRef('account.id', '=', 'sign_in.sub').onRef('account.host', '=', 'sign_in.host'),
    )
    .where('sign_in.host', '=', host)
    .where('sign_in.user_id', '=', userId)
    .where('sign_in.issuer', '=', issuer)
    .select('account.id')
    .orderBy('account.created_at', 'desc')
    .execute();
  return [...own, ...joined].map(({ id }) => id);
}

/** Stores a new password, if the present one is still `formerHash`. Returns false if it is not. */
export async function savePassword(
  trx: Db,
  { id, password_hash: formerHash }: { id: string; password_hash: string },
  hash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', formerHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that an address is confirmed, if it is still the one of the person. Returns false if it is not. */
export async function confirmAddress(trx: Db, { host, userId }: Owner, email: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('user')
    .set({ is_verified: 1 })
    .where('host', '=', host)
    .where('id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
