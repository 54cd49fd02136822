import { z } from 'zod';
import { actorOf, type Actor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import { createJobStore } from '#api/jobs/job.store.ts';
import type { NewJob } from '#api/jobs/queue.ts';
import { createSessionJobStore } from '#api/jobs/session-job.store.ts';
import { keyOf, resultWork, type ResultKey } from '#api/result/result-work.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';

export const processJobName = 'process';
export const processPayloadSchema = z.object({ label: z.string(), version: z.number().int() });

type Whose = Pick<SessionRow, 'id' | 'host' | 'user_id'>;

export const toProcessJob = (
  { id, host, user_id: userId }: Whose,
  { label, version }: Omit<ResultKey, 'sessionId'>,
  actor: Actor,
): NewJob => ({
  name: processJobName,
  owner: { host, userId, actor },
  sessionId: id,
  topic: label,
  payload: { label, version } satisfies z.infer<typeof processPayloadSchema>,
});

/** Adds the missing jobs of a session's pending results, each for who asked for the result, and wakes the waiting ones. */
export async function queuePending(trx: Db, session: Whose, nowMs: number): Promise<void> {
  const jobs = createJobStore(trx);
  const sessionJobs = createSessionJobStore(trx);
  const queued = await sessionJobs.unfinishedTopics(session.id, processJobName, trx);
  for (const row of await resultWork.active(trx, session.id)) {
    if (row.state !== 'pending' || queued.has(row.label)) continue;
    const asker = actorOf({ actor: row.actor, user_id: session.user_id });
    await jobs.insert({ ...toProcessJob(session, keyOf(row), asker), priority: 0 }, nowMs, trx);
  }
  await sessionJobs.wake(session.id, nowMs, trx);
}
