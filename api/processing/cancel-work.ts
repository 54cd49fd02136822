import type { Acting, Actor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { ResultFeed } from '#api/result/result-feed.ts';
import { keyOf, resultWork, type ResultRow } from '#api/result/result-work.store.ts';
import { changeStatus } from '#api/session/change-status.store.ts';
import { createSessionRows, type SessionRow } from '#api/session/session.store.ts';
import type { FollowUps } from './follow-ups.ts';
import { isUnderWay, processingStore as store } from './processing.store.ts';

type CancelDeps = {
  clock: Clock;
  queue: Pick<Queue, 'stop'>;
  followUps: Pick<FollowUps, 'withoutNewVersion'>;
  feed: Pick<ResultFeed, 'end'>;
};

/**
 * What a cancellation has ended. `isAny` is true if there was work to end, `wasUnderWay` if a transcription was under
 * way.
 */
type Cancelled = { isAny: boolean; wasUnderWay: boolean };

/** Creates the functions that end work on a session. Each cancellation resolves when the handlers have ended. */
export function createWorkCanceller({ clock, queue, followUps, feed }: CancelDeps) {
  const byNow = (actor: Actor) => ({ actor, nowMs: clock.now() });

  /** Sets the status after a cancelled transcription: the existing complete version, or a failure that can be retried. */
  const settleTranscription = async (trx: Db, session: SessionRow, actor: Actor): Promise<void> => {
    const { id } = session;
    const complete = await store.completeVersion(trx, id);
    if (!complete) {
      await followUps.withoutNewVersion(trx, session, false);
      const failed = { status: 'error', reason: 'transcription.cancelled' } as const;
      return changeStatus(trx, id, failed, byNow(actor));
    }
    await store.removeVersionsAfter(trx, id, complete.version);
    const notice = complete.isEmpty ? { notice: 'no_speech' } : {};
    await changeStatus(trx, id, { status: 'completed', reason: null, ...notice }, byNow(actor));
  };

  const endFeeds = (sessionId: string, ended: readonly ResultRow[]): void => {
    for (const { label } of ended) feed.end({ sessionId, label });
  };

  return {
    settleTranscription,

    async cancelAll(owner: Acting, id: string): Promise<Cancelled> {
      const ended: ResultRow[] = [];
      let isAny = false;
      let wasUnderWay = false;
      await queue.stop(id, {
        async alongside(trx, stopped) {
          const session = await createSessionRows(trx).find(owner, id);
          const active = await resultWork.active(trx, id);
          isAny = stopped > 0 || active.length > 0;
          if (!session || !isAny) return;
          // Without a complete transcript, `settleTranscription` removes the pending results. With one, each result is
          // withdrawn below.
          wasUnderWay = isUnderWay(session);
          if (wasUnderWay) await settleTranscription(trx, session, owner.actor);
          for (const row of await resultWork.active(trx, id)) await withdraw(trx, row);
          await store.settleStatus(trx, id, byNow(owner.actor));
          ended.push(...active);
        },
      });
      endFeeds(id, ended);
      return { isAny, wasUnderWay };
    },

    async cancelResults({ actor }: Acting, id: string, labels: readonly string[]): Promise<Cancelled> {
      const ended: ResultRow[] = [];
      await queue.stop(id, {
        topics: labels,
        async alongside(trx) {
          ended.push(...(await resultWork.active(trx, id)).filter(({ label }) => labels.includes(label)));
          for (const row of ended) await withdraw(trx, row);
          await store.settleStatus(trx, id, byNow(actor));
        },
      });
      endFeeds(id, ended);
      return { isAny: ended.length > 0, wasUnderWay: false };
    },
  };
}

/** Withdraws a result: the previous version is shown again. Without one, the result fails and can be retried. */
async function withdraw(trx: Db, row: ResultRow): Promise<void> {
  if (row.version > 1) await resultWork.remove(trx, keyOf(row));
  else await resultWork.fail(trx, keyOf(row), 'processing.cancelled');
}
