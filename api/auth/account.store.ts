import type { Selectable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { AccountTable } from '#api/db/schema.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';

export type AccountRow = Selectable<AccountTable>;
type NewAccount = { email: string; firstName: string; lastName: string; passwordHash: string };

/** Returns the form in which an e-mail address is stored and compared: in lower case, without spaces around it. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

export function createAccountStore(db: Db, clock: Clock) {
  return {
    find: (id: string): Promise<AccountRow | undefined> =>
      db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst(),

    findByEmail: (host: string, email: string): Promise<AccountRow | undefined> =>
      db
        .selectFrom('account')
        .selectAll()
        .where('host', '=', host)
        .where('email', '=', emailKey(email))
        .executeTakeFirst(),

    async hasAny(host: string): Promise<boolean> {
      const row = await db.selectFrom('account').select('id').where('host', '=', host).executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Stores a new issuer for the sign-ins of accounts of a host, also for those that were joined to a person. Nobody else has
     * the id of an account as `sub`. People who have signed in with the new issuer already stay as they are.
     */
    async followIssuer(host: string, issuer: string): Promise<void> {
      const accounts = db.selectFrom('account').select('id').where('host', '=', host);
      for (const table of ['user', 'sign_in'] as const) {
        const known = db
          .selectFrom(table)
          .select('sub')
          .where('host', '=', host)
          .where('issuer', '=', issuer);
        await db
          .updateTable(table)
          .set({ issuer })
          .where('host', '=', host)
          .where('sub', 'in', accounts)
          .where('sub', 'not in', known)
          .execute();
      }
    },

    /** Adds an account. @throws AppError auth.email_taken */
    async create(host: string, account: NewAccount): Promise<AccountRow> {
      const row = await db
        .insertInto('account')
        .values({
          id: newId(),
          host,
          email: emailKey(account.email),
          given_name: account.firstName,
          family_name: account.lastName,
          password_hash: account.passwordHash,
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.columns(['host', 'email']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new AppError('auth.email_taken');
      return row;
    },
  };
}
