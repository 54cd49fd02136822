import type { Corrector } from '#api/correction/corrector.ts';
import type { Db } from '#api/db/open.ts';
import { createJobStore } from '#api/jobs/job.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import { correctionsLabel } from '#api/contract/option.ts';
import { askedOf, keyOf, resultWork, type WantedResult } from '#api/result/result-work.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import type { createAsks } from './ask.ts';
import { queuePending } from './process-queue.ts';
import { processingStore as store } from './processing.store.ts';

export type FollowUps = ReturnType<typeof createFollowUps>;

export type FollowUpDeps = {
  db: Db;
  clock: Clock;
  asks: Pick<ReturnType<typeof createAsks>, 'chosen' | 'own'>;
  /** Knows whether a person's earlier corrections are worth looking for; null: nothing proposes corrections. */
  corrector: Pick<Corrector, 'hasOwnCorrections'> | null;
};

/** Status of a session that has a transcript, after its transcription has ended. */
export type StatusAfter = 'processing' | 'completed';

/**
 * Work that follows automatically on audio and on a transcript. Each step reads first and then writes within the caller's
 * transaction, so that a crash leaves it done or not done.
 */
export function createFollowUps({ db, clock, asks, corrector }: FollowUpDeps) {
  const jobs = createJobStore(db);

  const requestMissing = async (trx: Db, id: string, wanted: readonly WantedResult[]): Promise<void> => {
    const there = await resultWork.labels(trx, id);
    for (const each of wanted)
      if (!there.has(each.label)) await resultWork.request(trx, id, each, clock.now());
  };
  const removePending = async (trx: Db, id: string): Promise<void> => {
    for (const row of await resultWork.active(trx, id))
      if (row.state === 'pending') await resultWork.remove(trx, keyOf(row));
  };
  /** An automatic run does not replace one that a person asked for. */
  const mayLookForOwn = async (trx: Db, id: string): Promise<boolean> => {
    const former = await resultWork.newest(trx, id, correctionsLabel);
    return !former || (former.state === 'done' && askedOf(former).kinds?.join() === 'own');
  };
  const statusOf = async (trx: Db, id: string): Promise<StatusAfter> =>
    (await resultWork.active(trx, id)).length > 0 ? 'processing' : 'completed';

  return {
    /** The audio has arrived: adds the chosen results as pending. */
    async afterAudio(session: SessionRow): Promise<(trx: Db) => Promise<void>> {
      const chosen = await asks.chosen(session);
      return (trx) => requestMissing(trx, session.id, chosen);
    },

    /**
     * A version is complete: queues the pending results and, for the first version, the chosen ones. Without speech there is
     * nothing to make.
     */
    async afterWhole(
      session: SessionRow,
      { isEmpty }: { isEmpty: boolean },
    ): Promise<(trx: Db) => Promise<StatusAfter>> {
      const chosen = isEmpty ? [] : await asks.chosen(session);
      const own = !isEmpty && (await corrector?.hasOwnCorrections(session)) ? asks.own() : null;
      return async (trx) => {
        if (isEmpty) await removePending(trx, session.id);
        else {
          if (await store.hasOneWhole(trx, session.id)) await requestMissing(trx, session.id, chosen);
          if (own && (await mayLookForOwn(trx, session.id)))
            await resultWork.request(trx, session.id, own, clock.now());
          await queuePending(trx, jobs, session, clock.now());
        }
        return statusOf(trx, session.id);
      };
    },

    /** No new version came: pending results are made from the existing one, or removed without one. */
    async withoutNewVersion(trx: Db, session: SessionRow, hasWhole: boolean): Promise<StatusAfter> {
      if (hasWhole) await queuePending(trx, jobs, session, clock.now());
      else await removePending(trx, session.id);
      return statusOf(trx, session.id);
    },
  };
}
