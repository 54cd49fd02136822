import type { ProcessRequest } from '#api/contract/processing.ts';
import type { Acting } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { ResultFeed } from '#api/result/result-feed.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { createSessionRows, type SessionRow } from '#api/session/session.store.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import type { createAsks } from './ask.ts';
import { createWorkCanceller } from './cancel-work.ts';
import type { FollowUps } from './follow-ups.ts';
import { processingStore as store } from './processing.store.ts';
import { requestResults } from './request-results.ts';
import { requestTranscription } from './request-transcription.ts';

export type ProcessingDeps = {
  db: Db;
  clock: Clock;
  queue: Queue;
  /** Name of the current transcription engine, as stored in transcripts. */
  engineName: string;
  asks: ReturnType<typeof createAsks>;
  followUps: Pick<FollowUps, 'afterAudio' | 'withoutNewVersion'>;
  feed: Pick<ResultFeed, 'end'>;
};

const finalStatuses = new Set(['completed', 'error']);

/** Creates the functions that start and cancel the work that the owner of a session requests (§7: process). */
export function createProcessing(deps: ProcessingDeps) {
  const { db, queue, asks, followUps } = deps;
  const { cancelAll, cancelResults, settleTranscription } = createWorkCanceller(deps);

  const findOwned = async (trx: Db, owner: Owner, id: string): Promise<SessionRow> =>
    orNotFound(await createSessionRows(trx).find(owner, id));

  return {
    /**
     * Starts the requested work. Returns the session with its new status.
     * @throws AppError `session.not_found`, `processing.option_unknown`, `.model_missing`, `.prompt_required`,
     * `.no_transcript`, `.under_way`, `.no_audio`, `.too_many`, `domain.off`
     */
    async start(owner: Acting, id: string, request: ProcessRequest): Promise<SessionRow> {
      const { actor } = owner;
      const before = await findOwned(db, owner, id);
      // A job ends a moment after its session gets a final status. Until then it would count as under way.
      if (finalStatuses.has(before.status)) await queue.idle(id);
      const wanted = await asks.wanted(before, request);
      const chooseAgain = request.regenerate_transcript ? await followUps.afterAudio(before, actor) : null;
      const session = await db.transaction().execute(async (trx) => {
        const found = await findOwned(trx, owner, id);
        if (request.regenerate_transcript) {
          await requestTranscription(deps, trx, found, { request, actor });
          // There has never been a complete transcript, so the results that were chosen for the first one are made from
          // this one.
          if (!(await store.completeVersion(trx, id))) await chooseAgain?.(trx);
        }
        await requestResults(deps, trx, await findOwned(trx, owner, id), { all: wanted, actor });
        return findOwned(trx, owner, id);
      });
      if (request.regenerate_transcript || wanted.length > 0) queue.poke();
      return session;
    },

    /**
     * Cancels these results, or all work if none is named. Resolves when the work has ended.
     * @throws AppError `session.not_found`, `processing.nothing_to_cancel`
     */
    async cancel(owner: Acting, id: string, labels: readonly string[] = []): Promise<SessionRow> {
      await findOwned(db, owner, id);
      const { isAny, wasUnderWay } =
        labels.length > 0 ? await cancelResults(owner, id, labels) : await cancelAll(owner, id);
      if (!isAny) throw new AppError('processing.nothing_to_cancel');
      // A handler that had just ended may have queued follow-ups or written to the session.
      if (labels.length === 0) await cancelAll(owner, id);
      return db.transaction().execute(async (trx) => {
        const session = await findOwned(trx, owner, id);
        if (wasUnderWay && !(await queue.isBusy(id, trx, transcribeJobName)))
          await settleTranscription(trx, session, owner.actor);
        return findOwned(trx, owner, id);
      });
    },
  };
}
