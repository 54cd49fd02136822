import { sql, type Selectable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { JobTable } from '#api/db/schema.ts';
import { newId } from '#api/lib/id.ts';
import type { NewJob } from './queue.ts';

export type JobRow = Selectable<JobTable>;
export type JobStore = ReturnType<typeof createJobStore>;

export type Lease = { owner: string; until: number };
export const unfinishedStates = ['queued', 'running', 'waiting'] as const;
/** Times in ms since the epoch. */
export function createJobStore(db: Db) {
  const mine = (id: string, owner: string, within: Db = db) =>
    within
      .updateTable('job')
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running');
  const wasChanged = async (change: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }) =>
    (await change.executeTakeFirst()).numUpdatedRows > 0n;
  const released = { lease_owner: null, lease_until: null };

  return {
    async insert(job: NewJob & { priority: number }, now: number, within: Db): Promise<string> {
      const id = newId();
      await within
        .insertInto('job')
        .values({
          id,
          name: job.name,
          host: job.owner.host,
          user_id: job.owner.userId,
          session_id: job.sessionId,
          topic: job.topic ?? null,
          payload: JSON.stringify(job.payload ?? {}),
          state: 'queued',
          priority: job.priority,
          run_at: now,
          created_at: now,
        })
        .execute();
      return id;
    },

    expect: (id: string, owner: string, expectedAt: number) =>
      wasChanged(mine(id, owner).set({ expected_at: expectedAt })),

    /** Length of the job's recording, s; 0 if there is none or it is unknown. */
    async mediaOf({ session_id: sessionId }: JobRow): Promise<number> {
      if (sessionId === null) return 0;
      const session = db.selectFrom('session').where('id', '=', sessionId).select('duration');
      return (await session.executeTakeFirst())?.duration ?? 0;
    },

    /** Returns false if the lease is lost. */
    renew: (id: string, lease: Lease) => wasChanged(mine(id, lease.owner).set({ lease_until: lease.until })),

    async isMine(id: string, owner: string): Promise<boolean> {
      const row = db
        .selectFrom('job')
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .where('state', '=', 'running')
        .select('id');
      return (await row.executeTakeFirst()) !== undefined;
    },

    checkpoint: (
      id: string,
      owner: string,
      kept: { checkpoint: unknown; done: number; total: number; attempts: number },
    ) =>
      wasChanged(
        mine(id, owner).set({
          checkpoint: JSON.stringify(kept.checkpoint),
          progress_done: kept.done,
          progress_total: kept.total,
          attempts: kept.attempts,
        }),
      ),

    finish: (id: string, owner: string, now: number, within: Db = db) =>
      wasChanged(
        mine(id, owner, within).set({ ...released, state: 'done', finished_at: now, checkpoint: null }),
      ),

    fail: (id: string, owner: string, error: string, now: number) =>
      wasChanged(mine(id, owner).set({ ...released, state: 'failed', finished_at: now, error })),

    retry: (id: string, owner: string, error: string, runAt: number) =>
      wasChanged(mine(id, owner).set({ ...released, state: 'queued', run_at: runAt, error })),

    /** Clears `started_at`: a check that found nothing must not count as the person's last start. */
    wait: (row: JobRow, owner: string, reason: string, runAt: number) =>
      wasChanged(
        mine(row.id, owner).set({
          ...released,
          state: 'waiting',
          run_at: runAt,
          error: reason,
          attempts: row.attempts - 1,
          started_at: null,
        }),
      ),

    park: (row: JobRow, owner: string) =>
      wasChanged(
        mine(row.id, owner).set({ ...released, state: 'queued', attempts: sql<number>`attempts - 1` }),
      ),

    /** Requeues the jobs that `isGone` selects, and returns them. */
    async takeOver(isGone: (row: JobRow) => boolean, now: number): Promise<JobRow[]> {
      const running = await db.selectFrom('job').where('state', '=', 'running').selectAll().execute();
      const left = running.filter(isGone);
      for (const { id, lease_until: until } of left)
        await db
          .updateTable('job')
          .where('id', '=', id)
          .where('state', '=', 'running')
          // The owner may have renewed its lease in the meantime.
          .where('lease_until', 'is', until)
          .set({ ...released, state: 'queued', run_at: now })
          .execute();
      return left;
    },

    unhandled: (names: readonly string[]): Promise<{ name: string; count: number }[]> =>
      db
        .selectFrom('job')
        .where('state', 'in', unfinishedStates)
        .$if(names.length > 0, (query) => query.where('name', 'not in', names))
        .groupBy('name')
        .select((eb) => ['name', eb.fn.countAll<number>().as('count')])
        .execute(),

    async wakeWaiting(now: number): Promise<void> {
      await db.updateTable('job').where('state', '=', 'waiting').set({ run_at: now }).execute();
    },

    async removeOfSession(sessionId: string): Promise<void> {
      await db.deleteFrom('job').where('session_id', '=', sessionId).execute();
    },

    /**
     * Ends the unfinished jobs of a session, except those with a name in `except`, and keeps their checkpoints. Returns
     * their number.
     */
    async stopOfSession(
      sessionId: string,
      { now, topics, except }: { now: number; topics: readonly string[] | undefined; except: string[] },
      within: Db,
    ): Promise<number> {
      const { numUpdatedRows } = await within
        .updateTable('job')
        .where('session_id', '=', sessionId)
        .where('state', 'in', unfinishedStates)
        .$if(except.length > 0, (query) => query.where('name', 'not in', except))
        .$if(topics !== undefined, (query) => query.where('topic', 'in', topics ?? []))
        .set({ ...released, state: 'failed', finished_at: now, error: 'cancelled' })
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async lastFailed(sessionId: string, name: string, within: Db): Promise<JobRow | undefined> {
      const last = await within
        .selectFrom('job')
        .where('session_id', '=', sessionId)
        .where('name', '=', name)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .selectAll()
        .executeTakeFirst();
      return last?.state === 'failed' ? last : undefined;
    },

    /** Requeues a failed job as if it were new, with its checkpoint. */
    again: (id: string, now: number, within: Db) =>
      wasChanged(
        within.updateTable('job').where('id', '=', id).where('state', '=', 'failed').set({
          state: 'queued',
          run_at: now,
          created_at: now,
          attempts: 0,
          error: null,
          finished_at: null,
          expected_at: null,
        }),
      ),

    unfinished: (sessionId: string, within: Db = db): Promise<JobRow[]> =>
      within
        .selectFrom('job')
        .where('session_id', '=', sessionId)
        .where('state', 'in', unfinishedStates)
        .orderBy('created_at')
        .orderBy('id')
        .selectAll()
        .execute(),

    async unfinishedTopics(sessionId: string, name: string, within: Db): Promise<Set<string | null>> {
      const rows = await within
        .selectFrom('job')
        .where('session_id', '=', sessionId)
        .where('name', '=', name)
        .where('state', 'in', unfinishedStates)
        .select('topic')
        .execute();
      return new Set(rows.map(({ topic }) => topic));
    },

    /** Makes the waiting jobs of a session due now. */
    async wakeOfSession(sessionId: string, now: number, within: Db): Promise<void> {
      await within
        .updateTable('job')
        .where('session_id', '=', sessionId)
        .where('state', '=', 'waiting')
        .set({ run_at: now })
        .execute();
    },

    /** Deletes jobs that finished before this time, and returns their number. */
    async removeFinished(before: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('job')
        .where('state', 'in', ['done', 'failed'])
        .where('finished_at', '<', before)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
