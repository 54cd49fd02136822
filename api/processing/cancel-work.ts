import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { ResultFeed } from '#api/result/result-feed.ts';
import { keyOf, resultWork, type ResultRow } from '#api/result/result-work.store.ts';
import { createSessionRows, type SessionRow } from '#api/session/session.store.ts';
import type { FollowUps } from './follow-ups.ts';
import { isUnderWay, processingStore as store } from './processing.store.ts';

type CancelDeps = {
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
export function createWorkCanceller({ queue, followUps, feed }: CancelDeps) {
  /** Sets the status after a cancelled transcription: the existing complete version, or a failure that can be retried. */
  const settleTranscription = async (trx: Db, session: SessionRow): Promise<void> => {
    const { id } = session;
    const complete = await store.completeVersion(trx, id);
    if (!complete) {
      await followUps.withoutNewVersion(trx, session, false);
      return createSessionRows(trx).update(id, { status: 'error', reason: 'transcription.cancelled' });
    }
    await store.removeVersionsAfter(trx, id, complete.version);
    const notice = complete.isEmpty ? { notice: 'no_speech' } : {};
    await createSessionRows(trx).update(id, { status: 'completed', reason: null, ...notice });
  };

  const endFeeds = (sessionId: string, ended: readonly ResultRow[]): void => {
    for (const { label } of ended) feed.end({ sessionId, label });
  };

  return {
    settleTranscription,

    async cancelAll(owner: Owner, id: string): Promise<Cancelled> {
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
          if (wasUnderWay) await settleTranscription(trx, session);
          for (const row of await resultWork.active(trx, id)) await withdraw(trx, row);
          await store.settleStatus(trx, id);
          ended.push(...active);
        },
      });
      endFeeds(id, ended);
      return { isAny, wasUnderWay };
    },

    async cancelResults(id: string, labels: readonly string[]): Promise<Cancelled> {
      const ended: ResultRow[] = [];
      await queue.stop(id, {
        topics: labels,
        async alongside(trx) {
          ended.push(...(await resultWork.active(trx, id)).filter(({ label }) => labels.includes(label)));
          for (const row of ended) await withdraw(trx, row);
          await store.settleStatus(trx, id);
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
