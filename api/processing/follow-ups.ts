import type { Corrector } from '#api/correction/corrector.ts';
import type { Actor, By } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { correctionsLabel } from '#api/contract/option.ts';
import { askedOf, keyOf, resultWork, type WantedResult } from '#api/result/result-work.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import type { createAsks } from './ask.ts';
import { queuePending } from './process-queue.ts';
import { processingStore as store } from './processing.store.ts';

export type FollowUps = ReturnType<typeof createFollowUps>;

type FollowUpDeps = {
  clock: Clock;
  asks: Pick<ReturnType<typeof createAsks>, 'chosen' | 'own'>;
  /** Finds out whether earlier corrections of the person apply to a transcript; null if this server proposes no corrections. */
  corrector: Pick<Corrector, 'hasOwnCorrections'> | null;
};

/** Status of a session that has a transcript, after its transcription has ended. */
type StatusAfter = 'processing' | 'completed';

/**
 * Requests the work that follows automatically on audio and on a transcript. Each step reads first, and then writes within
 * the caller's transaction, so that after a crash it is done either completely or not at all. `actor` is who caused the work:
 * who completed the recording, or asked for the transcription.
 */
export function createFollowUps({ clock, asks, corrector }: FollowUpDeps) {
  const requestMissing = async (
    trx: Db,
    id: string,
    wanted: readonly WantedResult[],
    by: By,
  ): Promise<void> => {
    const existing = await resultWork.labels(trx, id);
    for (const each of wanted) if (!existing.has(each.label)) await resultWork.request(trx, id, each, by);
  };
  const removePending = async (trx: Db, id: string): Promise<void> => {
    for (const row of await resultWork.active(trx, id))
      if (row.state === 'pending') await resultWork.remove(trx, keyOf(row));
  };
  /** True if corrections may be requested automatically: they never replace those that a person asked for. */
  const mayRequestOwn = async (trx: Db, id: string): Promise<boolean> => {
    const former = await resultWork.newest(trx, id, correctionsLabel);
    return !former || (former.state === 'done' && askedOf(former).kinds?.join() === 'own');
  };
  const statusOf = async (trx: Db, id: string): Promise<StatusAfter> =>
    (await resultWork.active(trx, id)).length > 0 ? 'processing' : 'completed';

  return {
    /** To be called when the audio has arrived. The returned function adds the chosen results as pending. */
    async afterAudio(session: SessionRow, actor: Actor): Promise<(trx: Db) => Promise<void>> {
      const chosen = await asks.chosen(session);
      return (trx) => requestMissing(trx, session.id, chosen, { actor, nowMs: clock.now() });
    },

    /**
     * To be called when a version of the transcript is complete. The returned function queues the pending results and, after
     * the first version, the chosen ones. If the transcript is empty, it removes the pending results instead.
     */
    async afterWhole(
      session: SessionRow,
      { isEmpty, actor }: { isEmpty: boolean; actor: Actor },
    ): Promise<(trx: Db) => Promise<StatusAfter>> {
      const chosen = isEmpty ? [] : await asks.chosen(session);
      const own = !isEmpty && (await corrector?.hasOwnCorrections(session)) ? asks.own() : null;
      return async (trx) => {
        const by = { actor, nowMs: clock.now() };
        if (isEmpty) await removePending(trx, session.id);
        else {
          if (await store.hasOneComplete(trx, session.id)) await requestMissing(trx, session.id, chosen, by);
          if (own && (await mayRequestOwn(trx, session.id)))
            await resultWork.request(trx, session.id, own, by);
          await queuePending(trx, session, by.nowMs);
        }
        return statusOf(trx, session.id);
      };
    },

    /**
     * To be called when a transcription has ended without a new version. Queues the pending results if there is a
     * complete version, and removes them if there is none.
     */
    async withoutNewVersion(trx: Db, session: SessionRow, hasComplete: boolean): Promise<StatusAfter> {
      if (hasComplete) await queuePending(trx, session, clock.now());
      else await removePending(trx, session.id);
      return statusOf(trx, session.id);
    },
  };
}
