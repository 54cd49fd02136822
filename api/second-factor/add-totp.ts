import type { NewTotp } from '#api/contract/second-factor.ts';
import { AppError } from '#api/lib/error.ts';
import { newSecret } from '#api/lib/secret-text.ts';
import { noteChange, type Beginning, type Confirming, type FactorDeps } from './factor-deps.ts';
import { putTotp } from './factor.store.ts';
import { firstCodes, refuseOvertaken, sameCodes, type Added } from './first-codes.ts';
import { findPending, keepPending, putPending } from './pending.store.ts';
import { seal, unseal } from './sealed.ts';
import { newTotpSecret, stepOfCode, totpAddress } from './totp.rules.ts';

/**
 * Creates the two steps by which an authenticator app is added to an account. The app counts when one of its codes
 * was right. If the answer to the second step is lost, it is given again.
 */
export const createTotpAdding = ({ db, clock, key }: FactorDeps) => ({
  async beginTotp({ email, host, isProved, ...where }: Beginning): Promise<NewTotp> {
    const secret = newTotpSecret();
    const id = newSecret();
    const value = { secret: seal(key, where.accountId, secret), isProved };
    await putPending(db, 'totp_new', { ...where, id, value }, clock.now());
    return { id, secret, uri: totpAddress(secret, host, email) };
  },

  /** Takes an app into use whose code is right. @throws AppError auth.factor_setup_expired, auth.factor_wrong */
  async confirmTotp({ owner, actor, ...where }: Confirming, id: string, code: string): Promise<Added> {
    const nowMs = clock.now();
    const pending = await findPending(db, 'totp_new', { ...where, id }, nowMs);
    if (!pending) throw new AppError('auth.factor_setup_expired');
    const { value, accountId } = pending;
    const secret = unseal(key, accountId, value.secret);
    // `keys/factor.key` was replaced since the first step.
    if (secret === null) throw new AppError('auth.factor_setup_expired');
    const step = stepOfCode(secret, code, nowMs);
    if (step === null) throw new AppError('auth.factor_wrong');
    if (value.done) {
      if (value.done.step !== step) throw new AppError('auth.factor_setup_expired');
      return { codes: await sameCodes(db, key, accountId, id), isRepeated: true };
    }
    return db.transaction().execute(async (trx) => {
      await refuseOvertaken(trx, accountId, value.isProved);
      await putTotp(trx, { accountId, secret: value.secret, step }, nowMs);
      const codes = await firstCodes(trx, key, accountId, id);
      await keepPending<'totp_new'>(trx, id, { ...value, done: { step } });
      await noteChange(trx, 'totp_added', { owner, actor }, nowMs);
      return { codes, isRepeated: false };
    });
  },
});
