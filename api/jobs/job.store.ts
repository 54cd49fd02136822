import { sql, type Selectable } from 'kysely';
import type { Db } from '#api/db/open.ts';
import type { JobTable } from '#api/db/schema.ts';
import { newId } from '#api/lib/id.ts';
import type { NewJob } from './queue.ts';

export type JobRow = Selectable<JobTable>;
export type JobStore = ReturnType<typeof createJobStore>;

type Lease = { owner: string; until: number };

/** Jobs in SQL. Times in ms since the epoch. */
export function createJobStore(db: Db) {
  const mine = (id: string, owner: string) =>
    db
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
          payload: JSON.stringify(job.payload ?? {}),
          state: 'queued',
          priority: job.priority,
          run_at: now,
          created_at: now,
        })
        .execute();
      return id;
    },

    /**
     * Takes the next job that is due, or none: the most important first, then the person whose last turn is longest ago,
     * then the oldest. One statement, so that two takers never get the same one.
     */
    async claim(lease: Lease, now: number): Promise<JobRow | undefined> {
      const { rows } = await sql<JobRow>`
        update job set state = 'running', lease_owner = ${lease.owner}, lease_until = ${lease.until},
          attempts = attempts + 1, started_at = ${now}, error = null
        where id = (
          select id from job where state in ('queued', 'waiting') and run_at <= ${now}
          order by priority desc,
            (select count(*) from job other where other.host = job.host and other.user_id = job.user_id
              and other.state = 'running'),
            (select coalesce(max(other.started_at), 0) from job other where other.host = job.host
              and other.user_id = job.user_id),
            created_at, id
          limit 1)
        returning *`.execute(db);
      return rows[0];
    },

    /** False: the job is not ours any more. */
    renew: (id: string, lease: Lease) => wasChanged(mine(id, lease.owner).set({ lease_until: lease.until })),

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

    finish: (id: string, owner: string, now: number) =>
      wasChanged(mine(id, owner).set({ ...released, state: 'done', finished_at: now, checkpoint: null })),

    fail: (id: string, owner: string, error: string, now: number) =>
      wasChanged(mine(id, owner).set({ ...released, state: 'failed', finished_at: now, error })),

    retry: (id: string, owner: string, error: string, runAt: number) =>
      wasChanged(mine(id, owner).set({ ...released, state: 'queued', run_at: runAt, error })),

    /** `started_at` goes back: looking whether something is there is no turn in the order of people. */
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

    /** Queues what processes left behind that are gone. */
    async takeOver(isGone: (owner: string) => boolean, now: number): Promise<JobRow[]> {
      const running = await db.selectFrom('job').where('state', '=', 'running').selectAll().execute();
      const left = running.filter(
        ({ lease_owner: owner, lease_until: until }) => owner === null || isGone(owner) || (until ?? 0) < now,
      );
      for (const { id } of left)
        await db
          .updateTable('job')
          .where('id', '=', id)
          .set({ ...released, state: 'queued', run_at: now })
          .execute();
      return left;
    },

    async wakeWaiting(now: number): Promise<void> {
      await db.updateTable('job').where('state', '=', 'waiting').set({ run_at: now }).execute();
    },

    async removeOfSession(sessionId: string): Promise<void> {
      await db.deleteFrom('job').where('session_id', '=', sessionId).execute();
    },

    /** The unfinished job of a session, and how many others come before it. */
    async unfinished(sessionId: string): Promise<{ row: JobRow; ahead: number } | undefined> {
      const row = await db
        .selectFrom('job')
        .where('session_id', '=', sessionId)
        .where('state', 'in', ['queued', 'running', 'waiting'])
        .orderBy('created_at')
        .selectAll()
        .executeTakeFirst();
      if (!row) return undefined;
      if (row.state === 'running') return { row, ahead: 0 };
      const { count } = await db
        .selectFrom('job')
        .where('id', '!=', row.id)
        .where((eb) =>
          eb.or([
            eb('state', '=', 'running'),
            eb.and([
              eb('state', 'in', ['queued', 'waiting']),
              eb.or([
                eb('priority', '>', row.priority),
                eb.and([eb('priority', '=', row.priority), eb('created_at', '<', row.created_at)]),
              ]),
            ]),
          ]),
        )
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return { row, ahead: count };
    },

    /** Finished rows tell nothing that the session does not. Answers how many there were. */
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
