import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import { AppError } from '#api/lib/error.ts';

export type PersonRow = Awaited<ReturnType<typeof peopleOf>>[number];

const columns = [
  'id',
  'username',
  'first_name',
  'last_name',
  'email',
  'email_verified',
  'is_verified',
  'is_superuser',
  'locked',
  'roles',
  'claim_roles',
  'seen_at',
] as const;

/** Returns all people of a host, without those whose account is closed. `host` is the key of a tenant. */
export const peopleOf = (db: Db, host: string) => presentPeople(db, host).execute();

export const personOf = (db: Db, host: string, id: string): Promise<PersonRow | undefined> =>
  presentPeople(db, host).where('id', '=', id).executeTakeFirst();

const presentPeople = (db: Db, host: string) =>
  db.selectFrom('user').select(columns).where('host', '=', host).where('closing', '=', 0);

/** What a person has stored: seconds and bytes of audio. */
export type Stored = { seconds: number; bytes: number };

/** Returns what people of a host have stored, by their ids. Who has nothing is left out. */
export async function storedOf(db: Db, host: string, ids: readonly string[]): Promise<Map<string, Stored>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('session')
    .innerJoin('audio', 'audio.session_id', 'session.id')
    .where('session.host', '=', host)
    .where('session.user_id', 'in', ids)
    .where('audio.deleted_at', 'is', null)
    .groupBy('session.user_id')
    .select(({ fn }) => [
      'session.user_id as id',
      fn.sum<number>('session.duration').as('seconds'),
      fn.sum<number>('audio.bytes').as('bytes'),
    ])
    .execute();
  return new Map(rows.map(({ id, seconds, bytes }) => [id, { seconds, bytes }]));
}

/** Returns the ids of the people of a host with an account that has a second factor. */
export async function withSecondFactor(db: Db, host: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with secured as (select account_id from account_totp union select account_id from account_passkey)
    select user.id from user join secured on secured.account_id = user.sub where user.host = ${host}
    union
    select user_id as id from sign_in join secured on secured.account_id = sign_in.sub
      where sign_in.host = ${host}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Refuses a superuser whom another one has locked or demoted since the request began: the body may have come late. The person
 * may belong to another host than the one that is changed. @throws AppError `auth.forbidden`
 */
export async function mustBeSuperuser(trx: Db, id: string): Promise<void> {
  if (!(await isActiveSuperuser(trx, id))) throw new AppError('auth.forbidden');
}

/** True for a superuser who is not locked, of any host. */
export async function isActiveSuperuser(trx: Db, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where('is_superuser', '=', 1)
    .where('locked', '=', 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if a host has a superuser who is not locked. */
export async function hasActiveSuperuser(db: Db, host: string): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('host', '=', host)
    .where('is_superuser', '=', 1)
    .where('locked', '=', 0)
    .executeTakeFirst();
  return row !== undefined;
}

export type PersonChange = { roles?: string; is_superuser?: 0 | 1; locked?: 0 | 1 };

export async function savePerson(db: Db, host: string, id: string, change: PersonChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('user').set(change).where('host', '=', host).where('id', '=', id).execute();
}
