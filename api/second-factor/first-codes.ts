import type { Db } from '#api/db/open.ts';
import { AppError } from '#api/lib/error.ts';
import { hasFactor, hasRecoveryCodes, putRecoveryCodes, recoveryCodesLeft } from './factor.store.ts';
import { hashOfCode, recoveryCodesOf } from './recovery-code.rules.ts';

/** What was added, and the recovery codes if these are the first. `isRepeated`: the same answer was given before. */
export type Added = { codes: string[] | null; isRepeated: boolean };

/** Refuses a change that was begun before the account had a factor, if another tab has added one since. */
export async function refuseOvertaken(trx: Db, accountId: string, isProved: boolean): Promise<void> {
  if (!isProved && (await hasFactor(trx, accountId))) throw new AppError('auth.factor_setup_expired');
}

/** Gives an account recovery codes if it has none. They are derived from `seed`, a random text. */
export async function firstCodes(
  trx: Db,
  key: Buffer,
  accountId: string,
  seed: string,
): Promise<string[] | null> {
  if ((await recoveryCodesLeft(trx, accountId)) > 0) return null;
  const codes = recoveryCodesOf(key, seed);
  await putRecoveryCodes(trx, accountId, codes.map(hashOfCode));
  return codes;
}

/**
 * Returns the recovery codes of an answer that got lost. Null if that answer had none, or if they were replaced or
 * used since.
 */
export async function sameCodes(
  db: Db,
  key: Buffer,
  accountId: string,
  seed: string,
): Promise<string[] | null> {
  const codes = recoveryCodesOf(key, seed);
  return (await hasRecoveryCodes(db, accountId, codes.map(hashOfCode))) ? codes : null;
}
