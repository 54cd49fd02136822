import type { RemovedFactor, SecondFactor } from '#api/contract/second-factor.ts';
import type { Db } from '#api/db/open.ts';
import { isoTime } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { newSecret } from '#api/lib/secret-text.ts';
import type { FactorChange } from '#api/outbox/outbox.store.ts';
import { createPasskeyAdding } from './add-passkey.ts';
import { createTotpAdding } from './add-totp.ts';
import { noteChange, type FactorDeps, type FactorOwner } from './factor-deps.ts';
import {
  dropPasskeys,
  dropTotp,
  hasFactor,
  passkeysOf,
  putRecoveryCodes,
  recoveryCodesLeft,
  totpOf,
} from './factor.store.ts';
import { dropChanges } from './pending.store.ts';
import { hashOfCode, recoveryCodesOf } from './recovery-code.rules.ts';
import { createFactorCheck } from './verify-factor.ts';

export type SecondFactors = ReturnType<typeof createSecondFactors>;

const timeOf = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

/** Removes all factors of an account in the caller's transaction. Returns false if it has none. */
export async function dropAllFactors(trx: Db, accountId: string): Promise<boolean> {
  const wasOn = await hasFactor(trx, accountId);
  await dropTotp(trx, accountId);
  await dropPasskeys(trx, accountId, null);
  await putRecoveryCodes(trx, accountId, []);
  await dropChanges(trx, accountId);
  return wasOn;
}

/** Creates the second factors of local accounts: codes of an app, passkeys, and recovery codes. */
export function createSecondFactors(deps: FactorDeps) {
  const { db, clock, key, passkeys: at } = deps;

  /** Removes one factor. With the last one the recovery codes go too. Returns what has changed; null if there was no such factor. */
  const drop = async (trx: Db, accountId: string, what: RemovedFactor): Promise<FactorChange | null> => {
    if (what === 'all') return (await dropAllFactors(trx, accountId)) ? 'off' : null;
    const isGone =
      what === 'totp' ? await dropTotp(trx, accountId) : await dropPasskeys(trx, accountId, what.passkey);
    if (!isGone) return null;
    if (await hasFactor(trx, accountId)) return what === 'totp' ? 'totp_removed' : 'passkey_removed';
    await dropAllFactors(trx, accountId);
    return 'off';
  };

  return {
    ...createFactorCheck(deps),
    ...createTotpAdding(deps),
    ...createPasskeyAdding(deps),

    isOn: (accountId: string): Promise<boolean> => hasFactor(db, accountId),

    async stateOf(accountId: string): Promise<SecondFactor> {
      const [totp, passkeys, left] = await Promise.all([
        totpOf(db, accountId),
        passkeysOf(db, accountId),
        recoveryCodesLeft(db, accountId),
      ]);
      return {
        is_on: totp !== undefined || passkeys.length > 0,
        totp: totp ? { created_at: isoTime(totp.created_at), used_at: timeOf(totp.used_at) } : null,
        passkeys: passkeys.map(({ id, name, created_at: createdAt, used_at: usedAt, rp_id: rpId }) => ({
          id,
          name,
          created_at: isoTime(createdAt),
          used_at: timeOf(usedAt),
          is_usable: rpId === at?.rpId,
        })),
        recovery_codes_left: left,
        passkey_origin: at?.origin ?? null,
      };
    },

    /** Returns new recovery codes, which replace all former ones. @throws AppError auth.factor_off */
    renewCodes: (accountId: string, by: FactorOwner): Promise<string[]> =>
      db.transaction().execute(async (trx) => {
        if (!(await hasFactor(trx, accountId))) throw new AppError('auth.factor_off');
        const codes = recoveryCodesOf(key, newSecret());
        await putRecoveryCodes(trx, accountId, codes.map(hashOfCode));
        await noteChange(trx, 'codes_renewed', by, clock.now());
        return codes;
      }),

    /** Removes a factor. Returns what has changed. @throws AppError auth.factor_off */
    remove: (accountId: string, what: RemovedFactor, by: FactorOwner): Promise<FactorChange> =>
      db.transaction().execute(async (trx) => {
        const change = await drop(trx, accountId, what);
        if (!change) throw new AppError('auth.factor_off');
        await noteChange(trx, change, by, clock.now());
        return change;
      }),
  };
}
