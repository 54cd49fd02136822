import { sql, type Selectable } from 'kysely';
import type { By } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { UserTable } from '#api/db/schema.ts';
import { AppError } from '#api/lib/error.ts';
import { addToOutbox } from '#api/outbox/outbox.store.ts';

type UserRow = Selectable<UserTable>;

/** The person who stays (`id`), and the one whose sign-in they get (`personId`), of the host with this key. */
type Join = { host: string; id: string; personId: string };

/** Both people as they were before. */
export type Joined = { person: UserRow; other: UserRow };

/**
 * Makes the sign-in of a person one of another person, in the caller's transaction: both sign-ins lead to the person who stays. The
 * name and the address follow the newer one from now on, because a person gets another sign-in when the provider of their host
 * changes. The corrections move; the joined person goes.
 * @throws AppError `person.not_found`, `auth.forbidden` if that one is a superuser or locked, `person.has_content`
 */
export async function joinPerson(trx: Db, { host, id, personId }: Join, by: By): Promise<Joined> {
  const people = await trx
    .selectFrom('user')
    .selectAll()
    .where('host', '=', host)
    .where('id', 'in', [id, personId])
    .where('closing', '=', 0)
    .execute();
  const [person, other] = [id, personId].map((each) => people.find((row) => row.id === each));
  if (!person || !other || person === other) throw new AppError('person.not_found');
  // A lock must not end because the sign-in of a locked person leads to another one.
  if (other.is_superuser === 1 || other.locked === 1) throw new AppError('auth.forbidden');
  if (await hasContent(trx, other)) throw new AppError('person.has_content');
  await moveRows(trx, person, other);
  await trx.deleteFrom('user').where('host', '=', host).where('id', '=', personId).execute();
  await addSignIn(trx, person, other);
  const owner = { host, userId: id };
  const payload = { person_id: personId };
  await addToOutbox(trx, { kind: 'person.joined', owner, sessionId: null, payload }, by);
  return { person, other };
}

async function hasContent(trx: Db, { host, id }: UserRow): Promise<boolean> {
  for (const table of ['session', 'upload'] as const) {
    const row = await trx
      .selectFrom(table)
      .where('host', '=', host)
      .where('user_id', '=', id)
      .select('id')
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** Moves what a person without sessions has: joined sign-ins, corrections, keys of deleted sessions, counted letters. */
async function moveRows(trx: Db, person: UserRow, other: UserRow): Promise<void> {
  const { host, id } = person;
  await sql`insert into correction (host, user_id, original_word, corrected_word, uses, touched_at)
    select host, ${id}, original_word, corrected_word, uses, touched_at from correction as moved
    where host = ${host} and user_id = ${other.id} and not exists (
      select 1 from correction as opposite where opposite.host = ${host} and opposite.user_id = ${id}
        and opposite.original_word = moved.corrected_word and opposite.corrected_word = moved.original_word)
    on conflict (host, user_id, original_word, corrected_word) do update set
      uses = uses + excluded.uses, touched_at = max(touched_at, excluded.touched_at)`.execute(trx);
  await trx.deleteFrom('correction').where('host', '=', host).where('user_id', '=', other.id).execute();
  for (const table of ['sign_in', 'share', 'share_recipient', 'creation_memory'] as const)
    await sql`update or ignore ${sql.table(table)} set user_id = ${id}
      where host = ${host} and user_id = ${other.id}`.execute(trx);
}

/** Gives the person the sign-in of the other one, whose row is gone, and keeps the former one beside it. */
async function addSignIn(trx: Db, person: UserRow, other: UserRow): Promise<void> {
  const { host, id } = person;
  await trx
    .insertInto('sign_in')
    .values({ host, issuer: person.issuer, sub: person.sub, user_id: id })
    .execute();
  const { issuer, sub, username, email, first_name, last_name } = other;
  const { email_verified, is_verified, claim_roles } = other;
  await trx
    .updateTable('user')
    .set({ issuer, sub, username, email, first_name, last_name, email_verified, is_verified, claim_roles })
    .where('host', '=', host)
    .where('id', '=', id)
    .execute();
}
