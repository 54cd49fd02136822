import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { fromJson } from './job.store.ts';
import { laneOf, type JobDefinition, type Queue } from './queue.ts';
import type { Run } from './run.ts';
import type { Runner } from './runner.ts';
import type { SessionJobStore } from './session-job.store.ts';

type SessionJobsDeps = {
  db: Db;
  sessionJobs: SessionJobStore;
  handlers: readonly JobDefinition[];
  runner: Pick<Runner, 'cancel' | 'settled'>;
  clock: Clock;
};

/** Creates the functions of a queue that concern the jobs of one session. */
export function createSessionJobs({
  db,
  sessionJobs,
  handlers,
  runner,
  clock,
}: SessionJobsDeps): Pick<Queue, 'cancel' | 'stop' | 'idle' | 'isBusy' | 'stopped'> {
  const fileJobNames = handlers.filter((each) => laneOf(each) === 'files').map(({ name }) => name);
  const isOf = (sessionId: string, { row }: Run): boolean => row.session_id === sessionId;
  const isRequested = ({ row }: Run): boolean => !fileJobNames.includes(row.name);
  const hasTopic = (topics: readonly string[] | undefined, { row }: Run): boolean =>
    !topics || (row.topic !== null && topics.includes(row.topic));

  return {
    async cancel(sessionId) {
      await sessionJobs.remove(sessionId);
      await runner.cancel((run) => isOf(sessionId, run));
    },

    async stop(sessionId, { topics, alongside } = {}) {
      const count = await db.transaction().execute(async (trx) => {
        const which = { now: clock.now(), topics, except: fileJobNames };
        const stopped = await sessionJobs.stop(sessionId, which, trx);
        await alongside?.(trx, stopped);
        return stopped;
      });
      await runner.cancel((run) => isOf(sessionId, run) && isRequested(run) && hasTopic(topics, run));
      return count;
    },

    idle: (sessionId) => runner.settled((run) => isOf(sessionId, run) && isRequested(run)),

    isBusy: async (sessionId, within = db, name) =>
      (await sessionJobs.unfinished(sessionId, within)).some(
        (row) => name === undefined || row.name === name,
      ),

    async stopped(sessionId, name, within = db) {
      const row = await sessionJobs.lastFailed(sessionId, name, within);
      return row
        ? { id: row.id, payload: fromJson(row.payload), checkpoint: fromJson(row.checkpoint) }
        : null;
    },
  };
}
