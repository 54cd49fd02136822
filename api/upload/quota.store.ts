import type { Quota } from '#api/contract/upload.ts';
import type { Db } from '#api/db/open.ts';
import { createQuotaLedger, type Reservation } from './quota-ledger.ts';
import type { Owner } from '#api/session/session.store.ts';

export type QuotaStore = ReturnType<typeof createQuotaStore>;

/** What people keep, counted from the rows: audio that is not deleted, and the bytes there are of uploads in progress. */
export function createQuotaStore(db: Db, limitBytes: number | null) {
  const audioBytes = async ({ host, userId }: Owner): Promise<number> => {
    const { bytes } = await db
      .selectFrom('audio')
      .innerJoin('session', 'session.id', 'audio.session_id')
      .where('session.host', '=', host)
      .where('session.user_id', '=', userId)
      .where('audio.deleted_at', 'is', null)
      .select((eb) => eb.fn.sum<number | null>('audio.bytes').as('bytes'))
      .executeTakeFirstOrThrow();
    return bytes ?? 0;
  };

  const uploadBytes = async ({ host, userId }: Owner): Promise<number> => {
    const { bytes } = await db
      .selectFrom('upload')
      .where('host', '=', host)
      .where('user_id', '=', userId)
      .select((eb) => eb.fn.sum<number | null>('offset').as('bytes'))
      .executeTakeFirstOrThrow();
    return bytes ?? 0;
  };

  /** Null without a limit (`QUOTA_GB`). */
  const find = async (owner: Owner): Promise<Quota | null> => {
    if (limitBytes === null) return null;
    const [audio, uploads] = await Promise.all([audioBytes(owner), uploadBytes(owner)]);
    return { used_bytes: audio + uploads, limit_bytes: limitBytes };
  };
  const ledger = createQuotaLedger();

  return {
    find,
    /** A request of a person is about to send bytes; it must `end`. */
    reserve: (owner: Owner): Promise<Reservation> =>
      ledger.begin(`${owner.host} ${owner.userId}`, () => find(owner)),
  };
}
