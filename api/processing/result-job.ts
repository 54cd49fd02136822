import type { Db } from '#api/db/open.ts';
import { JobFailure, type JobFacts, type RunningJob } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { createPacedWriter } from './paced-writer.ts';
import { processingStore as store } from './processing.store.ts';

/** Returns a failure that no retry can mend. The reason is logged. */
export const failedBecause = (reason: string) =>
  new JobFailure('processing.failed', { cause: new Error(reason) });

/** Changes the result of a job and the status of its session in one transaction. */
export const changeWithStatus = (
  { db, clock }: { db: Db; clock: Clock },
  { owner: { actor }, sessionId }: JobFacts,
  change: (trx: Db) => Promise<unknown>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await change(trx);
    if (sessionId !== null) await store.settleStatus(trx, sessionId, { actor, nowMs: clock.now() });
  });

/**
 * Returns a writer that stores the progress of a job as seconds of its recording. It takes the progress as a share from
 * 0 to 1.
 */
export function createShareWriter(job: RunningJob, durationS: number, everyMs: number) {
  const total = Math.max(1, durationS);
  return createPacedWriter(everyMs, (share: number) => job.save(null, { done: share * total, total }));
}
