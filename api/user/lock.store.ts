import type { Db } from '#api/db/open.ts';
import type { CurrentUser } from '#api/http/app-env.ts';
import type { Claims } from '#api/engines/identity/identity.ts';

/** Reads who is locked, for what `requireUser` does not see. `host` is the key of a tenant. */
export const createLockReads = (db: Db) => ({
  /**
   * Whether the person of this sign-in is locked, also if it is a former one that was joined to them. Somebody who never called
   * the API is not.
   */
  async isSignInLocked(host: string, { issuer, sub }: Pick<Claims, 'issuer' | 'sub'>): Promise<boolean> {
    const row = await db
      .selectFrom('user')
      .select('id')
      .where('host', '=', host)
      .where('locked', '=', 1)
      .where((eb) =>
        eb.or([
          eb.and([eb('issuer', '=', issuer), eb('sub', '=', sub)]),
          eb(
            'id',
            'in',
            eb
              .selectFrom('sign_in')
              .where('host', '=', host)
              .where('issuer', '=', issuer)
              .where('sub', '=', sub)
              .select('user_id'),
          ),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Whether this person exists and is not locked, and their sign-in has not ended. */
  async isActive({ host, id, signInId }: Pick<CurrentUser, 'host' | 'id' | 'signInId'>): Promise<boolean> {
    const row = await db
      .selectFrom('user')
      .select('locked')
      .where('host', '=', host)
      .where('id', '=', id)
      .$if(signInId !== null, (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('account_sign_in')
              .select('account_sign_in.id')
              .where('account_sign_in.id', '=', signInId),
          ),
        ),
      )
      .executeTakeFirst();
    return row?.locked === 0;
  },

  /** Returns the owner of a session; undefined if there is no such session. */
  sessionOwner: (sessionId: string): Promise<{ host: string; locked: 0 | 1 } | undefined> =>
    db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.user_id')
      .select(['session.host', 'user.locked'])
      .where('session.id', '=', sessionId)
      .executeTakeFirst(),
});
