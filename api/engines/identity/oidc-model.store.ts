import { sql } from 'kysely';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { createRefreshTokens, refreshTokenKind } from './refresh-token.store.ts';
import { createGrants, grantKind } from './sign-in.store.ts';

export type OidcModelStore = ReturnType<typeof createOidcModelStore>;

/** Stores sessions, grants, codes and refresh tokens of the embedded provider. Times are in seconds. */
export function createOidcModelStore(db: Db, clock: Clock) {
  const nowS = () => Math.floor(clock.now() / 1000);

  return {
    /** Returns the storage of one kind of model, in the form that the provider requires. */
    adapter(kind: string): Adapter {
      const adapterOn = (to: Db) => createModelAdapter(to, nowS, kind);
      if (kind === refreshTokenKind) return createRefreshTokens({ db, nowS, adapterOn });
      return kind === grantKind ? createGrants(adapterOn(db), db, clock) : adapterOn(db);
    },

    /** Ends the provider's sessions that contain a revoked grant of a client. */
    async endSessionsOfGrant(clientId: string, grantId: string): Promise<void> {
      const path = `$.authorizations.${clientId}.grantId`;
      await db
        .deleteFrom('oidc_model')
        .where('kind', '=', 'Session')
        .where(sql<boolean>`json_extract(payload, ${path}) = ${grantId}`)
        .execute();
    },

    async removeExpired(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('oidc_model')
        .where('expires_at', '<', nowS())
        .executeTakeFirst();
      await db
        .deleteFrom('account_sign_in')
        .where('id', 'not in', ({ selectFrom }) =>
          selectFrom('oidc_model').where('kind', '=', grantKind).select('oidc_model.id'),
        )
        .execute();
      // Begun sign-ins and changes that never got their second factor.
      await db.deleteFrom('account_pending').where('expires_at', '<', clock.now()).execute();
      return Number(numDeletedRows);
    },
  };
}

function createModelAdapter(db: Db, nowS: () => number, kind: string): Adapter {
  const findBy = async (column: 'id' | 'uid' | 'user_code', value: string) => {
    const row = await db
      .selectFrom('oidc_model')
      .select(['payload', 'consumed_at'])
      .where('kind', '=', kind)
      .where(column, '=', value)
      .executeTakeFirst();
    if (!row) return undefined;
    const payload = JSON.parse(row.payload) as AdapterPayload;
    return row.consumed_at === null ? payload : { ...payload, consumed: row.consumed_at };
  };

  const revokeByGrantId = async (grantId: string): Promise<void> => {
    await db.deleteFrom('oidc_model').where('grant_id', '=', grantId).execute();
  };

  return {
    find: (id) => findBy('id', id),
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: (userCode) => findBy('user_code', userCode),
    async upsert(id, payload, expiresInS) {
      const values = {
        payload: JSON.stringify(payload),
        grant_id: payload.grantId ?? null,
        user_code: payload.userCode ?? null,
        uid: payload.uid ?? null,
        expires_at: expiresInS ? nowS() + expiresInS : null,
      };
      await db
        .insertInto('oidc_model')
        .values({ kind, id, consumed_at: null, ...values })
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(values))
        .execute();
    },
    async destroy(id) {
      await db.deleteFrom('oidc_model').where('kind', '=', kind).where('id', '=', id).execute();
    },
    revokeByGrantId,
    /**
     * Marks a model as used. If two requests use it at the same time, only one updates the row. The other counts as a
     * replay and revokes the family.
     */
    async consume(id) {
      const { numUpdatedRows } = await db
        .updateTable('oidc_model')
        .set({ consumed_at: nowS() })
        .where('kind', '=', kind)
        .where('id', '=', id)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return;
      const replayed = await findBy('id', id);
      if (replayed?.grantId) await revokeByGrantId(replayed.grantId);
      throw new errors.InvalidGrant('already used');
    },
  };
}
