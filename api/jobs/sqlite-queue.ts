import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createAttempts, fromJson, lost, parked, type Recheck } from './attempt.ts';
import { createJobStore, type JobRow } from './job.store.ts';
import { isOwnerGone, newLeaseOwner } from './lease-owner.ts';
import type { LanePlan } from './forecast.ts';
import { createProgressReader } from './progress-reader.ts';
import { laneOf, lanes, type JobDefinition, type Lane, type Queue } from './queue.ts';
import { createRun, type Run } from './run.ts';
import { createClaimStore } from './claim.store.ts';

export type QueueOptions = {
  db: Db;
  handlers: readonly JobDefinition[];
  clock: Clock;
  log: Log;
  /** Concurrent jobs per lane, by default 1. A number applies to every lane. */
  slots: number | Readonly<Partial<Record<Lane, number>>>;
  /** Interval of the check for jobs that are due. */
  tickMs?: number;
  /** Validity of a lease, and the interval of its renewal. */
  leaseMs?: number;
  heartbeatMs?: number;
} & Recheck;

const cancelled = new DOMException('The job was cancelled.', 'AbortError');

/**
 * Queue on the `job` table, for one machine.
 * @throws Error when two handlers have the same name
 */
export function createQueue(options: QueueOptions): Queue {
  const { db, clock, log } = options;
  const { tickMs = 1_000, leaseMs = 30_000, heartbeatMs = 10_000 } = options;
  const definitions = new Map(options.handlers.map((definition) => [definition.name, definition]));
  if (definitions.size !== options.handlers.length) throw new Error('Two handlers have the same job name.');
  const plans = lanes.map((lane) => planOf(lane, options)).filter(({ names }) => names.length > 0);

  const jobs = createJobStore(db);
  const claims = createClaimStore(db);
  const owner = newLeaseOwner();
  const running = new Map<string, Run>();
  const { attempt, forgetLooks } = createAttempts({ ...options, jobs, definitions, owner });
  const progressOf = createProgressReader({ jobs, claims, definitions, plans, running, clock });
  let timers: NodeJS.Timeout[] = [];
  let isOpen = false;
  let filling: Promise<void> | null = null;
  let claiming: Promise<unknown> = Promise.resolve();
  let isFillWanted = false;

  const hasRoom = ({ names, slots }: LanePlan) =>
    isOpen && [...running.values()].filter(({ row }) => names.includes(row.name)).length < slots;

  const claimNext = async ({ names, topPriority }: LanePlan): Promise<boolean> => {
    const now = clock.now();
    const which = { names, topPriority, except: [...running.keys()] };
    const row = await claims.claim({ owner, until: now + leaseMs }, now, which);
    if (row) launch(row);
    return row !== undefined;
  };

  /** Starts due jobs while slots are free. A call during a pass causes another pass. */
  const fill = (): void => {
    isFillWanted = true;
    filling ??= (async () => {
      while (isFillWanted) {
        isFillWanted = false;
        for (const plan of plans) {
          let isMore = true;
          while (isMore && hasRoom(plan)) {
            const claim = claimNext(plan);
            claiming = claim;
            isMore = await claim;
          }
        }
      }
    })()
      .catch((error: unknown) => log.error({ err: error }, 'queue: cannot claim'))
      .finally(() => {
        filling = null;
        if (isFillWanted) fill();
      });
  };

  const launch = (row: JobRow): void => {
    const run = createRun(row, clock.now());
    running.set(row.id, run);
    run.settled = attempt(run)
      .catch((error: unknown) => log.error({ err: error, job: row.name, job_id: row.id }, 'queue: job lost'))
      .finally(() => {
        running.delete(row.id);
        fill();
      });
  };

  const beat = async (): Promise<void> => {
    for (const { row, controller } of Array.from(running.values())) {
      const isOurs = await jobs.renew(row.id, { owner, until: clock.now() + leaseMs });
      if (!isOurs && running.has(row.id)) controller.abort(lost);
    }
    await takeOver();
  };

  const takeOver = async (): Promise<void> => {
    const now = clock.now();
    const isLeft = ({ id, lease_owner: holder, lease_until: until }: JobRow) =>
      holder !== owner
        ? holder === null || isOwnerGone(holder, owner) || (until ?? 0) < now
        : // Our own job whose outcome could not be stored.
          !running.has(id) && (until ?? 0) < now;
    const left = await jobs.takeOver(isLeft, now);
    if (left.length > 0) log.info({ jobs: left.length }, 'queue: taken up again');
  };

  const onFiles = options.handlers.filter((each) => laneOf(each) === 'files').map(({ name }) => name);
  const isAskedFor = ({ row }: Run) => !onFiles.includes(row.name);
  const hasTopic =
    (topics: readonly string[] | undefined) =>
    ({ row }: Run) =>
      !topics || (row.topic !== null && topics.includes(row.topic));
  const runsOf = (sessionId: string) =>
    [...running.values()].filter(({ row }) => row.session_id === sessionId);

  /** Aborts the handlers of a session's jobs and waits for their end. The jobs must be released before. */
  const endRuns = async (sessionId: string, isMeant = (_run: Run) => true): Promise<void> => {
    // A job that has just been claimed may not have started yet.
    await claiming.catch(() => {});
    const runs = runsOf(sessionId).filter(isMeant);
    for (const { controller } of runs) controller.abort(cancelled);
    await Promise.all(runs.map(({ settled }) => settled));
  };

  return {
    async start() {
      for (const { name, count } of await jobs.unhandled([...definitions.keys()]))
        log.error({ job: name, jobs: count }, 'queue: no handler has this name');
      await takeOver();
      isOpen = true;
      timers = [
        setInterval(fill, tickMs),
        setInterval(
          () => void beat().catch((error: unknown) => log.error({ err: error }, 'queue: no sign of life')),
          heartbeatMs,
        ),
      ];
      fill();
    },

    async add(job, within = db) {
      const definition = definitions.get(job.name);
      if (!definition) throw new Error(`No handler has the job name ${job.name}.`);
      const id = await jobs.insert({ ...job, priority: definition.priority ?? 0 }, clock.now(), within);
      if (within === db) fill();
      return id;
    },

    poke() {
      forgetLooks();
      jobs
        .wakeWaiting(clock.now())
        .then(fill, (error: unknown) => log.error({ err: error }, 'queue: cannot wake'));
    },

    async cancel(sessionId) {
      await jobs.removeOfSession(sessionId);
      await endRuns(sessionId);
    },

    async stop(sessionId, { topics, alongside } = {}) {
      const count = await db.transaction().execute(async (trx) => {
        const which = { now: clock.now(), topics, except: onFiles };
        const stopped = await jobs.stopOfSession(sessionId, which, trx);
        await alongside?.(trx, stopped);
        return stopped;
      });
      await endRuns(sessionId, (run) => isAskedFor(run) && hasTopic(topics)(run));
      return count;
    },

    async idle(sessionId) {
      await Promise.all(
        runsOf(sessionId)
          .filter(isAskedFor)
          .map(({ settled }) => settled),
      );
    },

    isBusy: async (sessionId, within = db, name) =>
      (await jobs.unfinished(sessionId, within)).some((row) => name === undefined || row.name === name),

    async stopped(sessionId, name, within = db) {
      const row = await jobs.lastFailed(sessionId, name, within);
      return row
        ? { id: row.id, payload: fromJson(row.payload), checkpoint: fromJson(row.checkpoint) }
        : null;
    },

    async again(jobId, within = db) {
      await jobs.again(jobId, clock.now(), within);
      if (within === db) fill();
    },

    progressOf,

    async close() {
      isOpen = false;
      for (const timer of timers) clearInterval(timer);
      await filling;
      for (const { controller } of running.values()) controller.abort(parked);
      await Promise.all([...running.values()].map(({ settled }) => settled));
    },
  };
}

function planOf(lane: Lane, { handlers, slots }: Pick<QueueOptions, 'handlers' | 'slots'>): LanePlan {
  const own = handlers.filter((definition) => laneOf(definition) === lane);
  return {
    names: own.map(({ name }) => name),
    topPriority: Math.max(0, ...own.map(({ priority = 0 }) => priority)),
    slots: typeof slots === 'number' ? slots : (slots[lane] ?? 1),
  };
}
