import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import { unfinishedStates, type JobRow } from './job.store.ts';
import { agingMs } from './claim-order.rules.ts';

export type ClaimStore = ReturnType<typeof createClaimStore>;

/** `until` is the end of the lease, ms since the epoch. */
type Lease = { owner: string; until: number };

/** The job names of a lane, their highest priority, and ids of jobs that must not be taken. */
type Claimable = { names: readonly string[]; topPriority: number; except: readonly string[] };

const unfinishedColumns = [
  'job.id',
  'job.name',
  'job.topic',
  'job.host',
  'job.user_id',
  'job.state',
  'job.priority',
  'job.run_at',
  'job.created_at',
  'job.expected_at',
  'job.progress_done',
  'job.progress_total',
] as const;
type UnfinishedColumn =
  | 'id'
  | 'name'
  | 'topic'
  | 'host'
  | 'user_id'
  | 'state'
  | 'priority'
  | 'run_at'
  | 'created_at';
export type UnfinishedRow = Pick<
  JobRow,
  UnfinishedColumn | 'expected_at' | 'progress_done' | 'progress_total'
> & { media_s: number };

/**
 * Claims jobs in the order of `claim-order.rules.ts`, and reads what a forecast needs. All times are in ms since the
 * epoch.
 */
export function createClaimStore(db: Db) {
  return {
    /**
     * Takes the next job that is due. Returns undefined if there is none. This is a single statement, so that two processes
     * never claim the same job. `except` leaves out jobs whose last run has not ended yet.
     */
    async claim(
      lease: Lease,
      now: number,
      { names, topPriority, except }: Claimable,
    ): Promise<JobRow | undefined> {
      const { rows } = await sql<JobRow>`
        with person as (
          select host, user_id, sum(state = 'running') as running, coalesce(max(started_at), 0) as last
          from job where name in (${sql.join(names)}) group by host, user_id)
        update job set state = 'running', lease_owner = ${lease.owner}, lease_until = ${lease.until},
          attempts = attempts + 1, started_at = ${now}, expected_at = null, error = null
        where id = (
          select job.id from job
            join person on person.host = job.host and person.user_id = job.user_id
            left join session on session.id = job.session_id
          where job.state in ('queued', 'waiting') and job.run_at <= ${now} and job.name in (${sql.join(names)})
            and job.id not in (${sql.join(except)})
          order by
            min(${topPriority}, job.priority + cast(max(0, ${now} - job.created_at) / ${agingMs} as integer)) desc,
            person.running, person.last, job.created_at + 1000.0 * coalesce(session.duration, 0), job.id
          limit 1)
        returning *`.execute(db);
      return rows[0];
    },

    allUnfinished: (): Promise<UnfinishedRow[]> =>
      db
        .selectFrom('job')
        .leftJoin('session', 'session.id', 'job.session_id')
        .where('job.state', 'in', unfinishedStates)
        .select(({ fn, val }) => [
          ...unfinishedColumns,
          fn.coalesce('session.duration', val(0)).as('media_s'),
        ])
        .execute(),

    /** Returns the start of the last job of each person, ms since the epoch. */
    lastStarts: (names: readonly string[]) =>
      db
        .selectFrom('job')
        .where('name', 'in', names)
        .where('started_at', 'is not', null)
        .groupBy(['host', 'user_id'])
        .select((eb) => ['host', 'user_id', eb.fn.max('started_at').as('last')])
        .execute(),
  };
}
