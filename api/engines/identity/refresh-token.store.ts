import { sql } from 'kysely';
import { Provider, errors, type Adapter, type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider';
import type { Db } from '#api/db/open.ts';

export const refreshTokenKind = 'RefreshToken';

/** So long is a used token answered again whoever asks: two tabs at once, a page that names no attempt. */
const graceS = 60;

/** In the payload of a used token: what it was exchanged for, and the attempt that did it. */
type Exchange = { successor: string; attempt: string | null };

type Options = {
  db: Db;
  nowS(): number;
  /** How any other model is kept. */
  kept: Adapter;
  store(to: Db, id: string, payload: AdapterPayload, expiresInS: number | undefined): Promise<void>;
};

const attemptOf = (ctx: KoaContextWithOIDC | undefined): string | null => ctx?.get('idempotency-key') || null;

/**
 * Refresh tokens, each good for one successor. An answer may be lost: a used token is answered with the same successor
 * while that is unused itself, for a minute, and beyond it to the attempt that used the token. So a thief has at most the
 * chain that the person has, with the same end; any other second use is a replay, at which the provider revokes the family.
 */
export function createRefreshTokens({ db, nowS, kept, store }: Options): Adapter {
  const successorOf = async (used: AdapterPayload): Promise<AdapterPayload | null> => {
    const exchange = used['exchange'] as Exchange | undefined;
    if (!exchange || typeof used.consumed !== 'number') return null;
    const attempt = attemptOf(Provider.ctx);
    const isSameAttempt = attempt !== null && attempt === exchange.attempt;
    if (!isSameAttempt && nowS() - used.consumed > graceS) return null;
    const successor = await kept.find(exchange.successor);
    return successor && successor.consumed === undefined ? successor : null;
  };

  /** False where another request was faster. */
  const exchange = (usedId: string, id: string, payload: AdapterPayload, expiresInS: number | undefined) =>
    db.transaction().execute(async (trx) => {
      const told: Exchange = { successor: id, attempt: attemptOf(Provider.ctx) };
      const { numUpdatedRows } = await trx
        .updateTable('oidc_model')
        .set({
          consumed_at: nowS(),
          payload: sql<string>`json_set(payload, '$.exchange', json(${JSON.stringify(told)}))`,
        })
        .where('kind', '=', refreshTokenKind)
        .where('id', '=', usedId)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await store(trx, id, payload, expiresInS);
      return numUpdatedRows > 0n;
    });

  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    const token = (await kept.find(id)) ?? undefined;
    return (token && (await successorOf(token))) ?? token;
  };

  return {
    ...kept,
    find,
    /** The provider stores the successor next: both are one transaction there. */
    async consume() {},
    async upsert(id, payload, expiresInS) {
      const { RotatedRefreshToken: used, RefreshToken: made } = Provider.ctx?.oidc.entities ?? {};
      if (!used) return kept.upsert(id, payload, expiresInS);
      if (await exchange(used.jti, id, payload, expiresInS)) return;
      const winner = await find(used.jti);
      if (!made || !winner || winner.jti === used.jti) throw new errors.InvalidGrant('already used');
      made.jti = winner.jti ?? '';
    },
  };
}

/** Only the token that was sent is exchanged; where its successor was found in its place, that one stays. */
export const rotateRefreshToken = ({ oidc }: KoaContextWithOIDC): boolean =>
  oidc.entities.RefreshToken?.jti === oidc.params?.['refresh_token'];

/** The provider answers with the token that was sent or that it made; the one that counts is the one that is stored. */
export async function nameStoredRefreshToken(
  ctx: KoaContextWithOIDC,
  next: () => Promise<unknown>,
): Promise<void> {
  await next();
  const stored = ctx.oidc?.entities.RefreshToken;
  const body = ctx.body as { refresh_token?: string } | undefined;
  if (ctx.oidc?.route === 'token' && stored && body?.refresh_token) body.refresh_token = stored.jti;
}
