import type { Selectable } from 'kysely';
import { actorOf, type By } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { JobTable } from '#api/db/schema.ts';
import { newId } from '#api/lib/id.ts';
import type { JobFacts, NewJob } from './queue.ts';

export type JobRow = Selectable<JobTable>;
export type JobStore = ReturnType<typeof createJobStore>;

export const unfinishedStates = ['queued', 'running', 'waiting'] as const;
export const withoutLease = { lease_owner: null, lease_until: null };

/**
 * Adds, wakes and removes jobs. A running job is changed by `lease.store.ts`, the jobs of a session by
 * `session-job.store.ts`. All times are in ms since the epoch.
 */
export function createJobStore(db: Db) {
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
          actor: job.owner.actor,
        })
        .execute();
      return id;
    },

    /** Requeues a failed job as if it were new, with its checkpoint. */
    async again(id: string, { actor, nowMs }: By, within: Db): Promise<void> {
      await within
        .updateTable('job')
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .set({
          state: 'queued',
          actor,
          run_at: nowMs,
          created_at: nowMs,
          attempts: 0,
          error: null,
          finished_at: null,
          expected_at: null,
        })
        .execute();
    },

    /** Makes all waiting jobs due now. */
    async wakeWaiting(now: number): Promise<void> {
      await db.updateTable('job').where('state', '=', 'waiting').set({ run_at: now }).execute();
    },

    /** Counts the unfinished jobs whose name is none of `names`, by name. */
    unhandled: (names: readonly string[]): Promise<{ name: string; count: number }[]> =>
      db
        .selectFrom('job')
        .where('state', 'in', unfinishedStates)
        .$if(names.length > 0, (query) => query.where('name', 'not in', names))
        .groupBy('name')
        .select((eb) => ['name', eb.fn.countAll<number>().as('count')])
        .execute(),

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

export const rowToFacts = (row: JobRow): JobFacts => ({
  id: row.id,
  owner: { host: row.host, userId: row.user_id, actor: actorOf(row) },
  sessionId: row.session_id,
  payload: fromJson(row.payload),
});

/** Returns the value of a JSON column; null if the column is empty. */
export const fromJson = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
