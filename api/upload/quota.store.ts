import type { Quota } from '#api/contract/upload.ts';
import type { Db } from '#api/db/open.ts';
import { createQuotaLedger, type Reservation } from './quota-ledger.ts';
import type { Owner } from '#api/db/owner.ts';

export type QuotaStore = ReturnType<typeof createQuotaStore>;

/**
 * Counts the bytes that people use: audio that is not deleted, and received bytes of uploads in progress. `limitOf` returns
 * how many bytes each person of this host may use; null if there is no limit.
 */
export function createQuotaStore(db: Db, limitOf: (host: string) => Promise<number | null>) {
  /**
   * Returns the bytes that a person uses and may use; null if there is no limit. One statement counts them,
   * because a completed recording moves from one table to the other.
   */
  const find = async ({ host, userId }: Owner): Promise<Quota | null> => {
    const limitBytes = await limitOf(host);
    if (limitBytes === null) return null;
    const { audio, uploads } = await db
      .selectNoFrom((eb) => [
        eb
          .selectFrom('audio')
          .innerJoin('session', 'session.id', 'audio.session_id')
          .where('session.host', '=', host)
          .where('session.user_id', '=', userId)
          .where('audio.deleted_at', 'is', null)
          .select(({ fn }) => fn.sum<number | null>('audio.bytes').as('bytes'))
          .as('audio'),
        eb
          .selectFrom('upload')
          .where('host', '=', host)
          .where('user_id', '=', userId)
          .select(({ fn }) => fn.sum<number | null>('offset').as('bytes'))
          .as('uploads'),
      ])
      .executeTakeFirstOrThrow();
    return { used_bytes: (audio ?? 0) + (uploads ?? 0), limit_bytes: limitBytes };
  };
  const ledger = createQuotaLedger();

  return {
    find,
    /** Begins to count the bytes of a request. The caller must call `end`. */
    reserve: (owner: Owner): Promise<Reservation> =>
      ledger.begin(`${owner.host} ${owner.userId}`, () => find(owner)),
  };
}
