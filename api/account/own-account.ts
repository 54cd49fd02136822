import type { z } from 'zod';
import type { changePasswordSchema, SignIns } from '#api/contract/account.ts';
import { endSignIns } from '#api/engines/identity/sign-in.store.ts';
import type { CurrentUser } from '#api/http/app-env.ts';
import { isoTime } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotLocal, type AccountDeps } from './account-deps.ts';
import { dropResetLinks } from './account-link.store.ts';
import { accountIdsOf, savePassword } from './person-account.store.ts';

/** The person of a request, and the IP address that it came from. */
export type Self = { user: CurrentUser; address: string };

export type OwnAccount = ReturnType<typeof createOwnAccount>;

/** Creates what a person does with their own account of the embedded provider: change the password, see and end sign-ins. */
export function createOwnAccount({ db, local }: Pick<AccountDeps, 'db' | 'local'>) {
  const ownerOf = ({ host, id: userId }: CurrentUser) => ({ host, userId });

  /** @throws AppError auth.not_local if the person has signed in at another provider */
  const accountsOf = async (user: CurrentUser) => {
    const { accounts, signIns } = orNotLocal(local);
    const signInId = orNotLocal(user.signInId);
    const ids = await accountIdsOf(db, accounts.issuer, ownerOf(user));
    if (ids.length === 0) throw new AppError('auth.not_local');
    return { accounts, signIns, signInId, ids };
  };

  /** Returns the account of the present sign-in. @throws AppError auth.not_local, auth.required */
  const presentAccount = async (user: CurrentUser) => {
    const { accounts, signIns, signInId, ids } = await accountsOf(user);
    const account = await accounts.find((await signIns.accountOf(signInId)) ?? '');
    if (!account || !ids.includes(account.id)) throw new AppError('auth.required');
    return { accounts, account, signInId, ids };
  };

  /**
   * Returns the account of the present sign-in, if the password is right. The sign-in counts as a place of its own, so that
   * somebody with a stolen token cannot lock the owner out.
   * @throws AppError auth.not_local, auth.credentials_wrong, auth.too_many_attempts, auth.busy
   */
  const checkPassword = async ({ user, address }: Self, password: string) => {
    const { accounts, account, signInId, ids } = await presentAccount(user);
    await accounts.check(account, password, { address, deviceId: signInId });
    return { accounts, account, signInId, ids };
  };

  return {
    presentAccount,
    checkPassword,

    /** Sets another password and ends all other sign-ins. @throws AppError as `checkPassword`, auth.password_weak */
    async changePassword(
      self: Self,
      { current, password }: z.output<typeof changePasswordSchema>,
    ): Promise<void> {
      const { accounts, account, signInId, ids } = await checkPassword(self, current);
      const hash = await accounts.hashNew(password, account);
      await db.transaction().execute(async (trx) => {
        // Somebody has changed it since it was checked.
        if (!(await savePassword(trx, account, hash))) throw new AppError('auth.credentials_wrong');
        await endSignIns(trx, ids, signInId);
        await dropResetLinks(trx, ownerOf(self.user));
      });
    },

    async listSignIns(user: CurrentUser): Promise<SignIns> {
      const { signIns, signInId, ids } = await accountsOf(user);
      const rows = await signIns.list(ids);
      return {
        sign_ins: rows.map(({ id, began_at: beganAt, seen_at: seenAt, device }) => ({
          id,
          began_at: isoTime(beganAt),
          seen_at: isoTime(seenAt),
          device,
          current: id === signInId,
        })),
      };
    },

    /** @throws AppError auth.not_local, request.not_found */
    async endSignIn(user: CurrentUser, id: string): Promise<void> {
      const { signIns, ids } = await accountsOf(user);
      if (!(await signIns.endOne(ids, id))) throw new AppError('request.not_found');
    },

    /** Ends all sign-ins, the present one too. */
    async endAllSignIns(user: CurrentUser): Promise<void> {
      const { ids } = await accountsOf(user);
      await db.transaction().execute((trx) => endSignIns(trx, ids));
    },
  };
}
