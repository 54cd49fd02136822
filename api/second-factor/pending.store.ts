import type { Selectable } from 'kysely';
import { minuteMs } from '#api/contract/time.ts';
import type { Db } from '#api/db/open.ts';
import type { AccountPendingTable } from '#api/db/schema-people.ts';

type Row = Selectable<AccountPendingTable>;

/**
 * Values that a pending step of each kind stores. `isProved`: a factor was proved when the step began. `done`: the
 * input that finished the step; the same input gets the same answer again.
 */
type Values = {
  /** A sign-in whose password was right. `password` is a digest of the stored hash: a new password ends it. */
  password: { password: string; done?: string };
  passkey: Record<string, never>;
  totp_new: { secret: string; isProved: boolean; done?: { step: number } };
  passkey_new: { isProved: boolean; done?: { id: string } };
};
export type PendingKind = keyof Values;

/** Place of a pending step: the account, and the sign-in or begun sign-in that may go on with it. */
export type PendingPlace = { accountId: string; place: string };
export type Pending<K extends PendingKind> = { id: string; accountId: string; value: Values[K] };

/** How long a pending step is kept, ms. A sign-in ends with the interaction of the provider anyway. */
const waitsMs: Record<PendingKind, number> = {
  password: 15 * minuteMs,
  passkey: 5 * minuteMs,
  totp_new: 15 * minuteMs,
  passkey_new: 15 * minuteMs,
};

/**
 * Largest number of pending steps of one kind at one place of an account. A new one replaces the oldest, so that
 * nobody fills the table. Whoever knows the password alone is at another place than the owner, and removes none of
 * theirs.
 */
const mostWaiting = 20;

const toPending = <K extends PendingKind>(row: Row | undefined): Pending<K> | undefined =>
  row && { id: row.id, accountId: row.account_id, value: JSON.parse(row.value) as Values[K] };

/** Stores a pending step, and removes those that have expired. */
export async function putPending<K extends PendingKind>(
  db: Db,
  kind: K,
  { id, accountId, place, value }: PendingPlace & { id: string; value: Values[K] },
  nowMs: number,
): Promise<void> {
  await db.deleteFrom('account_pending').where('expires_at', '<=', nowMs).execute();
  const others = db
    .selectFrom('account_pending')
    .where('account_id', '=', accountId)
    .where('place', '=', place)
    .where('kind', '=', kind);
  await db
    .deleteFrom('account_pending')
    .where(
      'id',
      'in',
      others
        .select('id')
        .orderBy('expires_at', 'desc')
        .limit(-1)
        .offset(mostWaiting - 1),
    )
    .execute();
  await db
    .insertInto('account_pending')
    .values({
      id,
      account_id: accountId,
      kind,
      place,
      value: JSON.stringify(value),
      expires_at: nowMs + waitsMs[kind],
    })
    .execute();
}

/** Returns the pending step with this id, for this account and place only. */
export const findPending = async <K extends PendingKind>(
  db: Db,
  kind: K,
  { id, accountId, place }: PendingPlace & { id: string },
  nowMs: number,
): Promise<Pending<K> | undefined> =>
  toPending<K>(
    await db
      .selectFrom('account_pending')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('account_id', '=', accountId)
      .where('place', '=', place)
      .where('expires_at', '>', nowMs)
      .executeTakeFirst(),
  );

/** Returns the begun sign-in at a place whose password was right. */
export const findPasswordStep = async (
  db: Db,
  place: string,
  nowMs: number,
): Promise<Pending<'password'> | undefined> =>
  toPending<'password'>(
    await db
      .selectFrom('account_pending')
      .selectAll()
      .where('kind', '=', 'password')
      .where('place', '=', place)
      .where('expires_at', '>', nowMs)
      .executeTakeFirst(),
  );

/** Removes the begun sign-ins of a place, because another password was right there. */
export async function dropPasswordSteps(db: Db, place: string): Promise<void> {
  await db.deleteFrom('account_pending').where('kind', '=', 'password').where('place', '=', place).execute();
}

/** Uses a challenge up. Returns false if there is none, or if another request was faster. */
export async function takePending(
  db: Db,
  kind: PendingKind,
  { id, accountId, place }: PendingPlace & { id: string },
  nowMs: number,
): Promise<boolean> {
  const row = await db
    .deleteFrom('account_pending')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('account_id', '=', accountId)
    .where('place', '=', place)
    .where('expires_at', '>', nowMs)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores the input that finished a pending step, so that the same input gets the same answer again. Returns false if
 * the step no longer exists.
 */
export async function keepPending<K extends PendingKind>(
  db: Db,
  id: string,
  value: Values[K],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_pending')
    .set({ value: JSON.stringify(value) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes the pending steps that would add a factor to an account or replace one. */
export async function dropChanges(db: Db, accountId: string): Promise<void> {
  await db
    .deleteFrom('account_pending')
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['totp_new', 'passkey_new'])
    .execute();
}
