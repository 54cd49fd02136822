import { sql } from 'kysely';
import { Provider, type Adapter } from 'oidc-provider';
import { minuteMs } from '#api/contract/time.ts';
import { fixedPlan } from '#api/db/fixed-plan.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { deviceName } from '#api/lib/device-name.ts';
import { embeddedClientId } from './embedded-client.ts';

export const grantKind = 'Grant';

/** How exactly the time of the last request is stored. */
const seenEveryMs = 5 * minuteMs;

export type SignInStore = ReturnType<typeof createSignInStore>;

/** A sign-in whose tokens can still be renewed. Times are ms since the epoch. */
export type SignInRow = { id: string; began_at: number; seen_at: number; device: string };

/**
 * Stores grants of the embedded provider. A grant is one sign-in of one browser, so the table `account_sign_in` gets a row for
 * each. The provider saves a grant while the browser itself asks, which then tells what it is.
 */
export const createGrants = (grants: Adapter, db: Db, clock: Clock): Adapter => ({
  ...grants,
  async upsert(id, payload, expiresInS) {
    await grants.upsert(id, payload, expiresInS);
    const device = deviceName(Provider.ctx?.get('user-agent') ?? '');
    const now = clock.now();
    await sql`insert into account_sign_in (id, account_id, began_at, seen_at, device)
      select ${id}, id, ${now}, ${now}, ${device} from account where id = ${payload.accountId ?? ''}
      on conflict (id) do nothing`.execute(db);
  },
  async destroy(id) {
    await grants.destroy(id);
    await db.deleteFrom('account_sign_in').where('id', '=', id).execute();
  },
});

/** Reads and ends sign-ins at the embedded provider. */
export function createSignInStore(db: Db, clock: Clock) {
  /** After this moment the time of a request is stored again. A disk that is full must not slow down those who read. */
  let seesFrom = -Infinity;

  const see = async (id: string): Promise<void> => {
    const now = clock.now();
    if (now < seesFrom) return;
    try {
      await db.updateTable('account_sign_in').set({ seen_at: now }).where('id', '=', id).execute();
    } catch {
      seesFrom = now + minuteMs;
    }
  };

  return {
    /** Whether access tokens of this sign-in hold. It reads one row by its key. */
    async holds(id: string): Promise<boolean> {
      const row = await db
        .selectFrom('account_sign_in')
        .select('seen_at')
        .where('id', '=', fixedPlan(id))
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('oidc_model')
              .select('oidc_model.id')
              .where('oidc_model.kind', '=', fixedPlan(grantKind))
              .whereRef('oidc_model.id', '=', 'account_sign_in.id'),
          ),
        )
        .executeTakeFirst();
      if (row && Math.abs(clock.now() - row.seen_at) >= seenEveryMs) await see(id);
      return row !== undefined;
    },

    /** Returns the account of a sign-in. */
    async accountOf(id: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('account_sign_in')
        .select('account_id')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.account_id;
    },

    /** Returns the sign-ins of accounts that still have a refresh token, the one seen last first. */
    list: (accountIds: readonly string[]): Promise<SignInRow[]> =>
      db
        .selectFrom('account_sign_in')
        .select(['id', 'began_at', 'seen_at', 'device'])
        .where('account_id', 'in', accountIds)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('oidc_model')
              .select('oidc_model.id')
              .whereRef('oidc_model.grant_id', '=', 'account_sign_in.id')
              .where('oidc_model.kind', '=', 'RefreshToken')
              .where('oidc_model.consumed_at', 'is', null)
              .where('oidc_model.expires_at', '>=', Math.floor(clock.now() / 1000)),
          ),
        )
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .execute(),

    /** Ends one sign-in of these accounts. Returns false if they have no such sign-in. */
    endOne: (accountIds: readonly string[], id: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('account_sign_in')
          .where('id', '=', id)
          .where('account_id', 'in', accountIds)
          .returning('id')
          .executeTakeFirst();
        if (row) await endGrant(trx, id);
        return row !== undefined;
      }),
  };
}

const sessionGrant = sql<string>`json_extract(payload, ${`$.authorizations.${embeddedClientId}.grantId`})`;

/** Removes a grant with its tokens, and the session of the provider that would give the same browser new ones. */
async function endGrant(trx: Db, id: string): Promise<void> {
  await trx
    .deleteFrom('oidc_model')
    .where((eb) =>
      eb.or([
        eb('grant_id', '=', id),
        eb.and([eb('kind', '=', grantKind), eb('id', '=', id)]),
        eb.and([eb('kind', '=', 'Session'), eb(sessionGrant, '=', id)]),
      ]),
    )
    .execute();
}

/**
 * Ends all sign-ins of accounts except `kept`, also those that have only begun, in the caller's transaction. Their access tokens
 * are refused from then on.
 */
export async function endSignIns(
  trx: Db,
  accountIds: readonly string[],
  kept: string | null = null,
): Promise<void> {
  const ids = sql.join(accountIds);
  await sql`delete from oidc_model
    where (json_extract(payload, '$.accountId') in (${ids})
        or json_extract(payload, '$.session.accountId') in (${ids})
        or json_extract(payload, '$.result.login.accountId') in (${ids}))
      and not (kind = ${grantKind} and id is ${kept})
      and grant_id is not ${kept ?? ''}
      and not (kind = 'Session' and ${sessionGrant} is ${kept ?? ''})`.execute(trx);
  await trx
    .deleteFrom('account_sign_in')
    .where('account_id', 'in', accountIds)
    .where('id', '!=', kept ?? '')
    .execute();
  // Begun sign-ins that wait for the second factor after the right password.
  await trx
    .deleteFrom('account_pending')
    .where('account_id', 'in', accountIds)
    .where('kind', '=', 'password')
    .execute();
}
