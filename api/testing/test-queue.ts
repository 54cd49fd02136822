import { expect, onTestFinished } from 'vitest';
import type { Db } from '#api/db/open.ts';
import { silentLog } from '#api/lib/log.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import type { JobDefinition, NewJob, RunningJob } from '#api/jobs/queue.ts';
import { createQueue, type QueueOptions } from '#api/jobs/sqlite-queue.ts';

export { eventually };

export const job = (run: JobDefinition['run'], fields: Partial<JobDefinition> = {}): JobDefinition => ({
  name: 'work',
  maxAttempts: 3,
  retryDelaysMs: [1_000, 5_000],
  run,
  ...fields,
});

/** Creates a person with a session, and a function that opens queues with short intervals over the same database. */
export async function setUp() {
  const db = testDb();
  const clock = testClock();
  const owner = ownerOf(await buildUser(db));
  const session = await buildSession(db, owner);
  const open = (handlers: JobDefinition[], fields: Partial<QueueOptions> = {}) => {
    const queue = createQueue({ db, clock, log: silentLog(), handlers, slots: 1, tickMs: 5, ...fields });
    onTestFinished(() => queue.close());
    return queue;
  };
  const work: NewJob = { name: 'work', owner, sessionId: session.id };
  return { db, clock, owner, session, open, work };
}

export const stateOf = async (db: Db, id: string) =>
  (await db.selectFrom('job').where('id', '=', id).select('state').executeTakeFirst())?.state;

export const untilState = (db: Db, id: string, state: string) =>
  eventually(async () => expect(await stateOf(db, id)).toBe(state));

export const untilAborted = ({ signal }: RunningJob) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
