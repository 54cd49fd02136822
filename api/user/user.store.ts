import { sql, type Selectable } from 'kysely';
import type { UserConfig } from '#api/contract/auth.ts';
import type { Db } from '#api/db/open.ts';
import type { UserTable } from '#api/db/schema.ts';
import type { Claims } from '#api/engines/identity/identity.ts';
import type { Tenant } from '#api/http/tenant.ts';
import type { Clock } from '#api/lib/clock.ts';
import { newId } from '#api/lib/id.ts';
import { createLockReads } from './lock.store.ts';

export type UserRow = Selectable<UserTable>;
type SignedInUser = Omit<UserRow, 'config'>;
export type UserStore = ReturnType<typeof createUserStore>;

const signedInColumns = [
  'id',
  'host',
  'issuer',
  'sub',
  'username',
  'email',
  'first_name',
  'last_name',
  'email_verified',
  'is_superuser',
  'is_verified',
  'created_at',
  'role',
  'roles',
  'claim_roles',
  'locked',
  'seen_at',
] as const;

/** The tenant that somebody signs in to. */
export type SignInTenant = Pick<Tenant, 'key' | 'hasRow' | 'isPublic' | 'firstSuperuser'>;

/** Stores people by host. Their names and addresses follow the identity provider. */
export function createUserStore(db: Db, clock: Clock) {
  const columnsOf = (claims: Claims) => ({
    username: claims.username,
    email: claims.email,
    first_name: claims.firstName,
    last_name: claims.lastName,
    email_verified: claims.isEmailVerified ? (1 as const) : (0 as const),
    claim_roles: JSON.stringify(claims.roles),
  });

  return {
    /**
     * Returns the row of the person with these claims. Creates it at the first sign-in and updates it when the claims
     * have changed. The first person of the public host, and of a host without a row, becomes superuser in the same
     * statement (§10.23).
     */
    async upsert(tenant: SignInTenant, claims: Claims): Promise<SignedInUser> {
      const host = tenant.key;
      const known = await db
        .selectFrom('user')
        .select(signedInColumns)
        .where('host', '=', host)
        .where('issuer', '=', claims.issuer)
        .where('sub', '=', claims.sub)
        .executeTakeFirst();
      const columns = columnsOf(claims);
      if (
        known &&
        Object.entries(columns).every(([key, value]) => known[key as keyof SignedInUser] === value)
      )
        return known;
      return db
        .insertInto('user')
        .values({
          id: newId(),
          host,
          issuer: claims.issuer,
          sub: claims.sub,
          ...columns,
          is_superuser:
            tenant.isPublic || !tenant.hasRow
              ? sql<0 | 1>`not exists (select 1 from user where host = ${host})`
              : 0,
          config: '{}',
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.columns(['host', 'issuer', 'sub']).doUpdateSet(columns))
        .returning(signedInColumns)
        .executeTakeFirstOrThrow();
    },

    ...createLockReads(db),

    find: (host: string, id: string): Promise<UserRow | undefined> =>
      db.selectFrom('user').selectAll().where('host', '=', host).where('id', '=', id).executeTakeFirst(),

    async saveConfig(host: string, id: string, config: UserConfig): Promise<void> {
      await db
        .updateTable('user')
        .set({ config: JSON.stringify(config) })
        .where('host', '=', host)
        .where('id', '=', id)
        .execute();
    },
  };
}
