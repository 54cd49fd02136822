import type { Db } from '#api/db/open.ts';
import { unfinishedStates, withoutLease, type JobRow } from './job.store.ts';

export type SessionJobStore = ReturnType<typeof createSessionJobStore>;

/**
 * The jobs to stop. `topics`: undefined selects all topics. `except`: names of jobs that are not stopped. `now`: ms
 * since the epoch.
 */
type Stop = { now: number; topics: readonly string[] | undefined; except: string[] };

/** Reads and changes the jobs of one session. All times are in ms since the epoch. */
export function createSessionJobStore(db: Db) {
  const ofSession = (on: Db, sessionId: string) => on.selectFrom('job').where('session_id', '=', sessionId);

  return {
    /** Returns the length of the session's recording, s; 0 if there is none or it is unknown. */
    async mediaOf({ session_id: sessionId }: JobRow): Promise<number> {
      if (sessionId === null) return 0;
      const session = db.selectFrom('session').where('id', '=', sessionId).select('duration');
      return (await session.executeTakeFirst())?.duration ?? 0;
    },

    unfinished: (sessionId: string, within: Db = db): Promise<JobRow[]> =>
      ofSession(within, sessionId)
        .where('state', 'in', unfinishedStates)
        .orderBy('created_at')
        .orderBy('id')
        .selectAll()
        .execute(),

    async unfinishedTopics(sessionId: string, name: string, within: Db): Promise<Set<string | null>> {
      const rows = await ofSession(within, sessionId)
        .where('name', '=', name)
        .where('state', 'in', unfinishedStates)
        .select('topic')
        .execute();
      return new Set(rows.map(({ topic }) => topic));
    },

    /** Returns the latest job of this name; undefined if there is none, or it has not failed. */
    async lastFailed(sessionId: string, name: string, within: Db): Promise<JobRow | undefined> {
      const last = await ofSession(within, sessionId)
        .where('name', '=', name)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .selectAll()
        .executeTakeFirst();
      return last?.state === 'failed' ? last : undefined;
    },

    /** Makes the waiting jobs due now. */
    async wake(sessionId: string, now: number, within: Db): Promise<void> {
      await within
        .updateTable('job')
        .where('session_id', '=', sessionId)
        .where('state', '=', 'waiting')
        .set({ run_at: now })
        .execute();
    },

    /** Ends the unfinished jobs and keeps their checkpoints. Returns their number. */
    async stop(sessionId: string, { now, topics, except }: Stop, within: Db): Promise<number> {
      const { numUpdatedRows } = await within
        .updateTable('job')
        .where('session_id', '=', sessionId)
        .where('state', 'in', unfinishedStates)
        .$if(except.length > 0, (query) => query.where('name', 'not in', except))
        .$if(topics !== undefined, (query) => query.where('topic', 'in', topics ?? []))
        .set({ ...withoutLease, state: 'failed', finished_at: now, error: 'cancelled' })
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async remove(sessionId: string): Promise<void> {
      await db.deleteFrom('job').where('session_id', '=', sessionId).execute();
    },
  };
}
