import { sql } from 'kysely';
import { Provider, errors, type Adapter, type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider';
import type { Db } from '#api/db/open.ts';

export const refreshTokenKind = 'RefreshToken';

/**
 * Grace period, s. Within it a token that was used already gets the same successor for any request. That is for two
 * tabs that refresh at once, and for a page that sends no attempt.
 */
const graceS = 60;

/**
 * Part of the payload of a used token: its successor, and the attempt that used it. `attempt` is null if the request
 * named none.
 */
type Exchange = { successor: string; attempt: string | null };

type Options = {
  db: Db;
  nowS(): number;
  /** Returns the adapter that all kinds of models use, on the database or in a transaction. */
  adapterOn(db: Db): Adapter;
};

const attemptOf = (ctx: KoaContextWithOIDC | undefined): string | null => ctx?.get('idempotency-key') || null;

/**
 * Stores refresh tokens. Each has one successor. Because a response may be lost, a used token gets the same successor
 * again as long as that is unused: for a minute with any request, later only with the attempt that used the token. Any
 * other reuse is a replay, and the provider revokes the family. So a thief never gets a second chain of tokens.
 */
export function createRefreshTokens({ db, nowS, adapterOn }: Options): Adapter {
  const tokens = adapterOn(db);

  const successorOf = async (used: AdapterPayload): Promise<AdapterPayload | null> => {
    const exchange = used['exchange'] as Exchange | undefined;
    if (!exchange || typeof used.consumed !== 'number') return null;
    const attempt = attemptOf(Provider.ctx);
    const isSameAttempt = attempt !== null && attempt === exchange.attempt;
    if (!isSameAttempt && nowS() - used.consumed > graceS) return null;
    const successor = await tokens.find(exchange.successor);
    return successor && successor.consumed === undefined ? successor : null;
  };

  /** Marks a token as used and stores its successor. Returns false if another request has used the token before. */
  const exchange = (usedId: string, id: string, payload: AdapterPayload, expiresInS: number | undefined) =>
    db.transaction().execute(async (trx) => {
      const entry: Exchange = { successor: id, attempt: attemptOf(Provider.ctx) };
      const { numUpdatedRows } = await trx
        .updateTable('oidc_model')
        .set({
          consumed_at: nowS(),
          payload: sql<string>`json_set(payload, '$.exchange', json(${JSON.stringify(entry)}))`,
        })
        .where('kind', '=', refreshTokenKind)
        .where('id', '=', usedId)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await adapterOn(trx).upsert(id, payload, expiresInS);
      return numUpdatedRows > 0n;
    });

  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    const token = (await tokens.find(id)) ?? undefined;
    return (token && (await successorOf(token))) ?? token;
  };

  return {
    ...tokens,
    find,
    /** Does nothing: `upsert`, which the provider calls next, marks the token and stores its successor in one transaction. */
    async consume() {},
    async upsert(id, payload, expiresInS) {
      const { RotatedRefreshToken: used, RefreshToken: made } = Provider.ctx?.oidc.entities ?? {};
      if (!used) return tokens.upsert(id, payload, expiresInS);
      if (await exchange(used.jti, id, payload, expiresInS)) return;
      const winner = await find(used.jti);
      if (!made || !winner || winner.jti === used.jti) throw new errors.InvalidGrant('already used');
      made.jti = winner.jti ?? '';
    },
  };
}

/**
 * Whether the sent token must be replaced by a new one. If `find` has returned its successor instead, the response
 * contains that successor unchanged.
 */
export const rotateRefreshToken = ({ oidc }: KoaContextWithOIDC): boolean =>
  oidc.entities.RefreshToken?.jti === oidc.params?.['refresh_token'];

/** Replaces the refresh token in the response by the one that is stored. */
export async function nameStoredRefreshToken(
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  await next();
  const stored = ctx.oidc?.entities.RefreshToken;
  const body = ctx.body as { refresh_token?: string } | undefined;
  if (ctx.oidc?.route === 'token' && stored && body?.refresh_token) body.refresh_token = stored.jti;
}
