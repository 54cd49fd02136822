import type { z } from 'zod';
import type { loginRequestSchema, registerRequestSchema } from '#api/contract/auth.ts';
import { passwordWeakness } from '#api/shared/password.rules.ts';
import type { Db } from '#api/db/open.ts';
import type { AccountClaims } from '#api/engines/identity/provider-configuration.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { createUserStore, type SignInTenant } from '#api/user/user.store.ts';
import { createAccountStore, emailKey, type AccountRow } from './account.store.ts';
import { createAttempts, registrationRule, takeAttempt } from './attempts.ts';
import type { Passwords } from './password.ts';
import { createSignInLimits, type Place } from './sign-in-limits.ts';

type AccountsOptions = {
  db: Db;
  clock: Clock;
  passwords: Passwords;
  /** Returns the tenant of the public address, which local accounts belong to. */
  tenant(): Promise<SignInTenant>;
  issuer: string;
  registration: 'open' | 'closed';
};

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts({ db, clock, passwords, tenant, issuer, registration }: AccountsOptions) {
  const store = createAccountStore(db, clock);
  const registrations = createAttempts(clock, registrationRule);

  const mayRegister = async (): Promise<boolean> =>
    registration === 'open' || !(await store.hasAny((await tenant()).key));

  const { check, hashNew } = createPasswordChecks(clock, passwords);

  return {
    issuer,
    mayRegister,
    find: store.find,
    findByEmail: async (email: string): Promise<AccountRow | undefined> =>
      store.findByEmail((await tenant()).key, email),

    check,
    hashNew,

    /**
     * Checks the password and returns the account's id. @throws AppError auth.credentials_wrong, auth.too_many_attempts
     */
    async signIn({ email, password }: z.output<typeof loginRequestSchema>, place: Place): Promise<string> {
      const account = await store.findByEmail((await tenant()).key, email);
      await check(account ?? { email: emailKey(email) }, password, place);
      // The password may have been set anew while the former one was checked.
      const now = account && (await store.find(account.id));
      if (!now || now.password_hash !== account.password_hash) throw new AppError('auth.credentials_wrong');
      return account.id;
    },

    /**
     * Returns the new account's id. The user row is created in the same transaction, so that the first account
     * registered becomes the superuser, whoever signs in first.
     * @throws AppError auth.password_weak, auth.registration_closed, auth.email_taken, auth.too_many_attempts
     */
    async register(form: z.output<typeof registerRequestSchema>, { address }: Place): Promise<string> {
      refuseWeak(form.password, form);
      takeAttempt([[registrations, address]]);
      if (!(await mayRegister())) throw new AppError('auth.registration_closed');
      const passwordHash = await passwords.hash(form.password);
      const at = await tenant();
      return db.transaction().execute(async (trx) => {
        const accounts = createAccountStore(trx, clock);
        if (registration === 'closed' && (await accounts.hasAny(at.key)))
          throw new AppError('auth.registration_closed');
        return addAccount(trx, clock, { at, issuer, form, passwordHash });
      });
    },

    /**
     * Gives people with a local account the issuer of this server. It differs from the stored one after `PUBLIC_URL` has
     * changed.
     */
    followIssuer: async (): Promise<void> => store.followIssuer((await tenant()).key, issuer),

    async claimsOf(accountId: string): Promise<AccountClaims | undefined> {
      const account = await store.find(accountId);
      return account && accountToClaims(account);
    },
  };
}

type NewAccount = {
  at: SignInTenant;
  issuer: string;
  form: z.output<typeof registerRequestSchema>;
  passwordHash: string;
};

/** Stores an account and its person. Returns the id of the account. @throws AppError auth.email_taken */
async function addAccount(
  trx: Db,
  clock: Clock,
  { at, issuer, form, passwordHash }: NewAccount,
): Promise<string> {
  const account = await createAccountStore(trx, clock).create(at.key, {
    email: form.email,
    firstName: form.given_name,
    lastName: form.family_name,
    passwordHash,
  });
  await createUserStore(trx, clock).upsert(at, {
    issuer,
    sub: account.id,
    username: account.email,
    email: account.email,
    firstName: account.given_name,
    lastName: account.family_name,
    isEmailVerified: false,
    roles: [],
  });
  return account.id;
}

type Checked = Pick<AccountRow, 'email' | 'password_hash'> | { email: string; password_hash?: undefined };

function createPasswordChecks(clock: Clock, passwords: Passwords) {
  const signIns = createSignInLimits(clock);
  return {
    /**
     * Checks the password of an account, within the limits against guessing. An unknown account has no hash. @throws AppError
     * auth.credentials_wrong, auth.too_many_attempts, auth.busy
     */
    async check(account: Checked, password: string, place: Place): Promise<void> {
      const attempt = signIns.take(account.email, place);
      const isRight = await passwords.isRight(password, account.password_hash).catch((error: unknown) => {
        // After `auth.busy` the attempt does not count, because the password was not checked.
        attempt.forgive();
        throw error;
      });
      if (!isRight) throw new AppError('auth.credentials_wrong');
      attempt.succeed();
    },

    /** Returns the hash of a new password. @throws AppError auth.password_weak, auth.busy */
    async hashNew(
      password: string,
      person: Pick<AccountRow, 'email' | 'given_name' | 'family_name'>,
    ): Promise<string> {
      refuseWeak(password, person);
      return passwords.hash(password);
    },
  };
}

function refuseWeak(password: string, person: Parameters<typeof passwordWeakness>[1]): void {
  const message = passwordWeakness(password, person);
  if (message)
    throw new AppError('auth.password_weak', { extra: { errors: [{ path: 'password', message }] } });
}

const accountToClaims = (account: AccountRow): AccountClaims => ({
  sub: account.id,
  host: account.host,
  preferred_username: account.email,
  email: account.email,
  given_name: account.given_name,
  family_name: account.family_name,
  // A confirmation stands with the person (`user.is_verified`), as for people of other providers.
  email_verified: false,
});
