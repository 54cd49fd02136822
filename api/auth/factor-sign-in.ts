import { randomUUID } from 'node:crypto';
import type { Factor, FactorsAsked, PasskeyRequest } from '#api/contract/second-factor.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { hashOf } from '#api/lib/secret-text.ts';
import {
  dropPasswordSteps,
  findPasswordStep,
  keepPending,
  putPending,
} from '#api/second-factor/pending.store.ts';
import type { SecondFactors } from '#api/second-factor/second-factors.ts';
import type { AccountRow } from './account.store.ts';
import type { Accounts } from './accounts.ts';
import { factorRule } from './attempts.ts';
import { createSignInLimits, type Place } from './sign-in-limits.ts';

type Deps = {
  db: Db;
  clock: Clock;
  accounts: Pick<Accounts, 'find'>;
  factors: Pick<SecondFactors, 'isOn' | 'verify' | 'asked' | 'askPasskey'>;
};
type Entered = { account: AccountRow; isRecovery: boolean };

export type FactorSignIn = ReturnType<typeof createFactorSignIn>;

const expired = () => new AppError('auth.interaction_expired');

/**
 * Creates the step of the sign-in between the right password and the sign-in itself. Until the factor is right the provider knows
 * nothing of the account: there is no session and no grant.
 */
export function createFactorSignIn({ db, clock, accounts, factors }: Deps) {
  const codes = createSignInLimits(clock, factorRule);
  // Recovery codes and passkeys have limits of their own, because nobody can guess them. So guessed codes of an app
  // do not lock the owner out.
  const others = createSignInLimits(clock);

  /**
   * Checks a factor within the limits against guessing. Returns true if it was a recovery code.
   * @throws AppError auth.factor_wrong, auth.factor_used, auth.too_many_attempts
   */
  const check = async (
    { id, email }: Pick<AccountRow, 'id' | 'email'>,
    factor: Factor,
    by: { place: Place; at: string },
  ): Promise<boolean> => {
    const attempt = ('totp' in factor ? codes : others).take(email, by.place);
    const isRecovery = await factors.verify({ accountId: id, place: by.at }, factor);
    attempt.succeed();
    return isRecovery;
  };

  /** Returns the account whose password was right in a begun sign-in. A new password, or a factor that was switched off, ends it. */
  const waitingFor = async (uid: string) => {
    const step = await findPasswordStep(db, uid, clock.now());
    const account = step && (await accounts.find(step.accountId));
    if (!step || !account || step.value.password !== hashOf(account.password_hash)) throw expired();
    if (!(await factors.isOn(account.id))) throw expired();
    return { step, account };
  };

  return {
    check,

    /** Asks for the second factor of an account whose password was right in a begun sign-in. Null if it has none. */
    async begin(accountId: string, uid: string): Promise<FactorsAsked | null> {
      const account = await accounts.find(accountId);
      if (!account) throw expired();
      if (!(await factors.isOn(accountId))) return null;
      await dropPasswordSteps(db, uid);
      const value = { password: hashOf(account.password_hash) };
      await putPending(db, 'password', { id: randomUUID(), accountId, place: uid, value }, clock.now());
      return factors.asked(accountId);
    },

    /** @throws AppError auth.interaction_expired, auth.passkey_unavailable */
    async askPasskey(uid: string): Promise<PasskeyRequest> {
      const { account } = await waitingFor(uid);
      return factors.askPasskey({ accountId: account.id, place: uid });
    },

    /**
     * Returns the account that may sign in now. The same factor is accepted again in the same begun sign-in, because the answer may
     * have got lost. @throws AppError auth.interaction_expired, and as `check`
     */
    async enter(uid: string, factor: Factor, placeOf: (account: AccountRow) => Place): Promise<Entered> {
      const { step, account } = await waitingFor(uid);
      const done = hashOf(JSON.stringify(factor));
      if (step.value.done === done) return { account, isRecovery: false };
      const isRecovery = await check(account, factor, { place: placeOf(account), at: uid });
      // A new password, or the end of all sign-ins, may have ended this one while the factor was checked.
      if (!(await keepPending<'password'>(db, step.id, { ...step.value, done }))) throw expired();
      return { account, isRecovery };
    },
  };
}
