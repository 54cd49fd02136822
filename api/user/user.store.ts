import { sql, type Selectable } from 'kysely';
import type { UserConfig } from '#api/contract/auth.ts';
import { hourMs, minuteMs } from '#api/contract/time.ts';
import type { Db } from '#api/db/open.ts';
import type { UserTable } from '#api/db/schema.ts';
import type { Claims } from '#api/engines/identity/identity.ts';
import type { Tenant } from '#api/http/tenant.ts';
import type { Clock } from '#api/lib/clock.ts';
import { newId } from '#api/lib/id.ts';
import { createLockReads } from './lock.store.ts';

export type UserRow = Selectable<UserTable>;
type SignedInUser = Omit<UserRow, 'config' | 'closing' | 'survey_at'>;
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
  /** After this moment `see` tries to write again. A disk that is full or locked must not slow down those who read. */
  let seesFrom = -Infinity;

  return {
    /**
     * Returns the row of the person with these claims. Creates it at the first sign-in and updates it when the claims
     * have changed. The first person of the public host, and of a host without a row, becomes superuser in the same
     * statement; on any other host the person whose address its row names, once the provider has confirmed it (§10.23).
     */
    async upsert(tenant: SignInTenant, claims: Claims): Promise<SignedInUser> {
      if (!isAwaited(tenant, claims)) return keepPerson(db, clock.now(), tenant, claims);
      return db.transaction().execute(async (trx) => {
        const row = await keepPerson(trx, clock.now(), tenant, claims);
        if (row.locked === 1 || !(await takeFirst(trx, tenant))) return row;
        return trx
          .updateTable('user')
          .set({ is_superuser: 1 })
          .where('id', '=', row.id)
          .returning(signedInColumns)
          .executeTakeFirstOrThrow();
      });
    },

    /** Keeps when somebody was here last, to the hour. It never fails, because the request does not depend on it. */
    async see({ id, seen_at: seenAt }: Pick<UserRow, 'id' | 'seen_at'>): Promise<void> {
      const now = clock.now();
      if (now < seesFrom || (seenAt !== null && Math.abs(now - seenAt) < hourMs)) return;
      try {
        await db.updateTable('user').set({ seen_at: now }).where('id', '=', id).execute();
      } catch {
        seesFrom = now + minuteMs;
      }
    },

    ...createLockReads(db),

    find: (host: string, id: string): Promise<UserRow | undefined> =>
      db.selectFrom('user').selectAll().where('host', '=', host).where('id', '=', id).executeTakeFirst(),

    async chooseRole(host: string, id: string, role: string): Promise<void> {
      await db.updateTable('user').set({ role }).where('host', '=', host).where('id', '=', id).execute();
    },

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

const columnsOf = (claims: Claims) => ({
  username: claims.username,
  email: claims.email,
  first_name: claims.firstName,
  last_name: claims.lastName,
  email_verified: claims.isEmailVerified ? (1 as const) : (0 as const),
  claim_roles: JSON.stringify(claims.roles),
});

/**
 * Returns whether a new person is a superuser as the first one. Somebody whose data are being deleted does not count. A row may
 * have been added since the tenant was read.
 */
function isOfFirst({ key, isPublic, hasRow }: SignInTenant) {
  const isFirst = sql<0 | 1>`not exists (select 1 from user where host = ${key} and closing = 0)`;
  if (isPublic) return isFirst;
  return hasRow ? 0 : sql<0 | 1>`${isFirst} and not exists (select 1 from domain where key = ${key})`;
}

/** Stores a person whose claims are new or have changed. Returns the row. */
async function keepPerson(
  db: Db,
  nowMs: number,
  tenant: SignInTenant,
  claims: Claims,
): Promise<SignedInUser> {
  const host = tenant.key;
  const known = await db
    .selectFrom('user')
    .select(signedInColumns)
    .where('host', '=', host)
    .where('issuer', '=', claims.issuer)
    .where('sub', '=', claims.sub)
    .executeTakeFirst();
  const columns = columnsOf(claims);
  const joined = known ? undefined : await findJoined(db, host, claims);
  // Name, address and roles follow the sign-in that was joined last. This is a former one.
  if (joined) return joined;
  if (known && Object.entries(columns).every(([key, value]) => known[key as keyof SignedInUser] === value))
    return known;
  return db
    .insertInto('user')
    .values({
      id: newId(),
      host,
      issuer: claims.issuer,
      sub: claims.sub,
      ...columns,
      is_superuser: isOfFirst(tenant),
      config: '{}',
      created_at: nowMs,
    })
    .onConflict((conflict) =>
      conflict.columns(['host', 'issuer', 'sub']).doUpdateSet({
        ...columns,
        // The confirmation belongs to the address, not to the person (§10.5).
        is_verified: sql<0 | 1>`is_verified and user.email = excluded.email`,
      }),
    )
    .returning(signedInColumns)
    .executeTakeFirstOrThrow();
}

/** Returns the person to whom this sign-in was joined; undefined if it was joined to nobody. */
const findJoined = (
  db: Db,
  host: string,
  { issuer, sub }: Pick<Claims, 'issuer' | 'sub'>,
): Promise<SignedInUser | undefined> =>
  db
    .selectFrom('user')
    .select(signedInColumns)
    .where('host', '=', host)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('sign_in')
        .where('host', '=', host)
        .where('issuer', '=', issuer)
        .where('sub', '=', sub)
        .select('user_id'),
    )
    .executeTakeFirst();

/** True if this is the person whom the row of the host names as its first superuser. */
const isAwaited = ({ hasRow, isPublic, firstSuperuser }: SignInTenant, claims: Claims): boolean =>
  hasRow &&
  !isPublic &&
  firstSuperuser !== null &&
  claims.isEmailVerified &&
  claims.email.toLowerCase() === firstSuperuser.toLowerCase();

/** Clears the first superuser of a row. Returns false if somebody has done that since the row was read. */
async function takeFirst(trx: Db, { key, firstSuperuser }: SignInTenant): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('domain')
    .set({ first_superuser: null, rev: sql<number>`rev + 1` })
    .where('key', '=', key)
    .where('first_superuser', '=', firstSuperuser)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
