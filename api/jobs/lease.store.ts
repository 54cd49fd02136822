import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import { withoutLease, type JobRow } from './job.store.ts';

export type LeaseStore = ReturnType<typeof createLeaseStore>;

/** The part of a run that is stored after each step. `attempts` is the number of starts since the last progress. */
type StoredProgress = { checkpoint: unknown; done: number; total: number; attempts: number };

const wasChanged = async (change: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }) =>
  (await change.executeTakeFirst()).numUpdatedRows > 0n;

/**
 * Changes the running jobs of one lease owner. Every change returns false, and changes nothing, if `owner` does not
 * hold the lease of the job any more. All times are in ms since the epoch.
 */
export function createLeaseStore(db: Db, owner: string) {
  const update = (id: string, within: Db = db) =>
    within
      .updateTable('job')
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('state', '=', 'running');

  return {
    async isMine(id: string): Promise<boolean> {
      const row = db
        .selectFrom('job')
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .where('state', '=', 'running')
        .select('id');
      return (await row.executeTakeFirst()) !== undefined;
    },

    renew: (id: string, until: number) => wasChanged(update(id).set({ lease_until: until })),

    setExpectedEnd: (id: string, expectedAt: number) =>
      wasChanged(update(id).set({ expected_at: expectedAt })),

    saveProgress: (id: string, { checkpoint, done, total, attempts }: StoredProgress) =>
      wasChanged(
        update(id).set({
          checkpoint: JSON.stringify(checkpoint),
          progress_done: done,
          progress_total: total,
          attempts,
        }),
      ),

    finish: (id: string, now: number, within: Db = db) =>
      wasChanged(
        update(id, within).set({ ...withoutLease, state: 'done', finished_at: now, checkpoint: null }),
      ),

    fail: (id: string, error: string, now: number) =>
      wasChanged(update(id).set({ ...withoutLease, state: 'failed', finished_at: now, error })),

    retry: (id: string, error: string, runAt: number) =>
      wasChanged(update(id).set({ ...withoutLease, state: 'queued', run_at: runAt, error })),

    /** Lets a job wait for a condition. */
    wait: ({ id, attempts }: JobRow, reason: string, runAt: number) =>
      wasChanged(
        update(id).set({
          ...withoutLease,
          state: 'waiting',
          run_at: runAt,
          error: reason,
          attempts: attempts - 1,
          // A check that found nothing must not count as the person's last start.
          started_at: null,
        }),
      ),

    /** Requeues a job that was interrupted by the stop of the server. The start does not count as an attempt. */
    release: (id: string) =>
      wasChanged(update(id).set({ ...withoutLease, state: 'queued', attempts: sql<number>`attempts - 1` })),

    /** Requeues the running jobs that `isAbandoned` selects, whoever holds their lease, and returns them. */
    async requeueAbandoned(isAbandoned: (row: JobRow) => boolean, now: number): Promise<JobRow[]> {
      const running = await db.selectFrom('job').where('state', '=', 'running').selectAll().execute();
      const abandoned = running.filter(isAbandoned);
      for (const { id, lease_until: until } of abandoned)
        await db
          .updateTable('job')
          .where('id', '=', id)
          .where('state', '=', 'running')
          // The owner may have renewed its lease in the meantime.
          .where('lease_until', 'is', until)
          .set({ ...withoutLease, state: 'queued', run_at: now })
          .execute();
      return abandoned;
    },
  };
}
