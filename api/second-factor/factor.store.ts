import { sql, type Selectable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { AccountPasskeyTable, AccountTotpTable } from '#api/db/schema-people.ts';

export type TotpRow = Selectable<AccountTotpTable>;
export type PasskeyRow = Selectable<AccountPasskeyTable>;

export const totpOf = (db: Db, accountId: string): Promise<TotpRow | undefined> =>
  db.selectFrom('account_totp').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** Returns the passkeys of an account, the oldest first. */
export const passkeysOf = (db: Db, accountId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('account_passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export async function recoveryCodesLeft(db: Db, accountId: string): Promise<number> {
  const { left } = await db
    .selectFrom('account_recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return left;
}

/** Whether an account has a second factor. Recovery codes alone are none. */
export async function hasFactor(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from account_totp where account_id = ${accountId}
    union all select 1 from account_passkey where account_id = ${accountId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Stores the app of an account, in place of a former one. */
export async function putTotp(
  db: Db,
  row: { accountId: string; secret: string; step: number },
  nowMs: number,
): Promise<void> {
  const values = { secret: row.secret, last_step: row.step, created_at: nowMs, used_at: null };
  await db
    .insertInto('account_totp')
    .values({ account_id: row.accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** Accepts the code of a time step. Returns false if one of this step or of a later one was accepted before. */
export async function useStep(db: Db, accountId: string, step: number, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_totp')
    .set({ last_step: step, used_at: nowMs })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores a passkey. Returns false if an account has it already. */
export async function putPasskey(
  db: Db,
  passkey: Pick<PasskeyRow, 'id' | 'account_id' | 'rp_id' | 'public_key' | 'counter' | 'transports' | 'name'>,
  nowMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('account_passkey')
    .values({ ...passkey, created_at: nowMs, used_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (added ?? 0n) > 0n;
}

/** Stores the counter of a passkey, if it is still the former one. Returns false if another request was faster. */
export async function useCounter(
  db: Db,
  { id, counter: former }: Pick<PasskeyRow, 'id' | 'counter'>,
  counter: number,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_passkey')
    .set({ counter, used_at: nowMs })
    .where('id', '=', id)
    .where('counter', '=', former)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether an account has all of these recovery codes. */
export async function hasRecoveryCodes(
  db: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<boolean> {
  const stored = await db
    .selectFrom('account_recovery_code')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('hash', 'in', hashes)
    .execute();
  return stored.length === hashes.length;
}

/** Uses a recovery code up. Returns false if the account has no such code. */
export async function useRecoveryCode(db: Db, accountId: string, hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('account_recovery_code')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores other recovery codes in place of all former ones. */
export async function putRecoveryCodes(db: Db, accountId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('account_recovery_code').where('account_id', '=', accountId).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto('account_recovery_code')
    .values(hashes.map((hash) => ({ account_id: accountId, hash })))
    .execute();
}

export async function dropTotp(db: Db, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_totp')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes one passkey of an account, or all with `id` null. Returns false if there is none. */
export async function dropPasskeys(db: Db, accountId: string, id: string | null): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_passkey')
    .where('account_id', '=', accountId)
    .$if(id !== null, (query) => query.where('id', '=', id!))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
