import type { Factor, FactorsAsked, PasskeyAssertion, PasskeyRequest } from '#api/contract/second-factor.ts';
import { AppError } from '#api/lib/error.ts';
import { newSecret } from '#api/lib/secret-text.ts';
import type { FactorDeps } from './factor-deps.ts';
import {
  passkeysOf,
  recoveryCodesLeft,
  totpOf,
  useCounter,
  useRecoveryCode,
  useStep,
} from './factor.store.ts';
import { challengeOf, readAssertion, transportsOf } from './passkeys.ts';
import { putPending, takePending, type PendingPlace } from './pending.store.ts';
import { hashOfCode } from './recovery-code.rules.ts';
import { unseal } from './sealed.ts';
import { stepOfCode } from './totp.rules.ts';

const wrong = () => new AppError('auth.factor_wrong');

/** Creates the check of the second factor of an account. The caller limits the attempts. */
export function createFactorCheck({ db, clock, log, key, passkeys: at }: FactorDeps) {
  const usablePasskeys = async (accountId: string) =>
    (await passkeysOf(db, accountId)).filter(({ rp_id }) => rp_id === at?.rpId);

  const checkTotp = async (accountId: string, code: string): Promise<void> => {
    const totp = await totpOf(db, accountId);
    if (!totp) throw wrong();
    const secret = unseal(key, accountId, totp.secret);
    if (secret === null)
      log.error({ fault: 'factor_key' }, 'auth: keys/factor.key has not encrypted the secret of this app');
    const step = secret === null ? null : stepOfCode(secret, code, clock.now());
    if (step === null) throw wrong();
    if (!(await useStep(db, accountId, step, clock.now()))) throw new AppError('auth.factor_used');
  };

  const checkPasskey = async (where: PendingPlace, assertion: PasskeyAssertion): Promise<void> => {
    const challenge = challengeOf(assertion.client_data);
    const passkey = (await usablePasskeys(where.accountId)).find(({ id }) => id === assertion.id);
    // The challenge is used up whether the signature is right or not.
    const isAsked = await takePending(db, 'passkey', { ...where, id: challenge }, clock.now());
    if (!at || !passkey || !isAsked) throw wrong();
    const counter = await readAssertion(assertion, challenge, passkey, at);
    if (counter === null || !(await useCounter(db, passkey, counter, clock.now()))) throw wrong();
  };

  return {
    /**
     * Accepts a factor, once. Returns true if it was a recovery code.
     * @throws AppError auth.factor_wrong, auth.factor_used
     */
    async verify(where: PendingPlace, factor: Factor): Promise<boolean> {
      if ('totp' in factor) await checkTotp(where.accountId, factor.totp);
      else if ('passkey' in factor) await checkPasskey(where, factor.passkey);
      else if (!(await useRecoveryCode(db, where.accountId, hashOfCode(factor.recovery)))) throw wrong();
      return 'recovery' in factor;
    },

    /** Returns the ways by which an account can prove its factor. */
    async asked(accountId: string): Promise<FactorsAsked> {
      const [totp, passkeys, codes] = await Promise.all([
        totpOf(db, accountId),
        usablePasskeys(accountId),
        recoveryCodesLeft(db, accountId),
      ]);
      const ways: FactorsAsked['ways'] = [
        ...(totp ? (['totp'] as const) : []),
        ...(passkeys.length > 0 ? (['passkey'] as const) : []),
        ...(codes > 0 ? (['recovery'] as const) : []),
      ];
      return { ways, passkey_origin: at?.origin ?? null };
    },

    /** Makes a challenge for the passkeys of an account. @throws AppError auth.passkey_unavailable */
    async askPasskey(where: PendingPlace): Promise<PasskeyRequest> {
      if (!at) throw new AppError('auth.passkey_unavailable');
      const challenge = newSecret();
      await putPending(db, 'passkey', { ...where, id: challenge, value: {} }, clock.now());
      const passkeys = await usablePasskeys(where.accountId);
      return {
        challenge,
        rp_id: at.rpId,
        allow: passkeys.map((passkey) => ({ id: passkey.id, transports: transportsOf(passkey) })),
      };
    },
  };
}
