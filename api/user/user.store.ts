import { sql, type Selectable } from 'kysely';
import type { UserConfig } from '#api/contract/auth.ts';
import type { Db } from '#api/db/open.ts';
import type { UserTable } from '#api/db/schema.ts';
import type { Claims } from '#api/engines/identity/identity.ts';
import type { Clock } from '#api/lib/clock.ts';
import { newId } from '#api/lib/id.ts';

export type UserRow = Selectable<UserTable>;
export type MetUser = Omit<UserRow, 'config'>;
export type UserStore = ReturnType<typeof createUserStore>;

const metColumns = [
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
] as const;

/** People in SQL, by host; their data follow the identity provider. */
export function createUserStore(db: Db, clock: Clock) {
  const columnsOf = (claims: Claims) => ({
    username: claims.username,
    email: claims.email,
    first_name: claims.firstName,
    last_name: claims.lastName,
    email_verified: claims.isEmailVerified ? (1 as const) : (0 as const),
  });

  return {
    /** Row of these claims, created on first sign-in. The first person of a host becomes superuser, in the same statement. */
    async meet(host: string, claims: Claims): Promise<MetUser> {
      const known = await db
        .selectFrom('user')
        .select(metColumns)
        .where('host', '=', host)
        .where('issuer', '=', claims.issuer)
        .where('sub', '=', claims.sub)
        .executeTakeFirst();
      const columns = columnsOf(claims);
      if (known && Object.entries(columns).every(([key, value]) => known[key as keyof MetUser] === value))
        return known;
      return db
        .insertInto('user')
        .values({
          id: newId(),
          host,
          issuer: claims.issuer,
          sub: claims.sub,
          ...columns,
          is_superuser: sql<0 | 1>`not exists (select 1 from user where host = ${host})`,
          config: '{}',
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.columns(['host', 'issuer', 'sub']).doUpdateSet(columns))
        .returning(metColumns)
        .executeTakeFirstOrThrow();
    },

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
