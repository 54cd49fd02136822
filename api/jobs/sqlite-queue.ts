import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createAttempts } from './attempt.ts';
import { createClaimStore } from './claim.store.ts';
import type { LanePlan } from './forecast.ts';
import { createJobStore } from './job.store.ts';
import { createLeaseKeeper } from './lease-keeper.ts';
import { newLeaseOwner } from './lease-owner.ts';
import { createLeaseStore } from './lease.store.ts';
import type { Recheck } from './outcome.ts';
import { createProgressReader } from './progress-reader.ts';
import { laneOf, lanes, type JobDefinition, type Lane, type Queue } from './queue.ts';
import { createRunner } from './runner.ts';
import { createSessionJobStore } from './session-job.store.ts';
import { createSessionJobs } from './session-jobs.ts';

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

/**
 * Creates the queue on the `job` table, for one machine.
 * @throws Error when two handlers have the same name
 */
export function createQueue(options: QueueOptions): Queue {
  const { db, handlers, clock, log } = options;
  const { tickMs = 1_000, leaseMs = 30_000, heartbeatMs = 10_000 } = options;
  const definitions = new Map(handlers.map((definition) => [definition.name, definition]));
  if (definitions.size !== handlers.length) throw new Error('Two handlers have the same job name.');
  const plans = lanes.map((lane) => planOf(lane, options)).filter(({ names }) => names.length > 0);

  const lease = { owner: newLeaseOwner(), leaseMs };
  const jobs = createJobStore(db);
  const claims = createClaimStore(db);
  const leases = createLeaseStore(db, lease.owner);
  const sessionJobs = createSessionJobStore(db);

  const { attempt, resetChecks } = createAttempts({ ...options, leases, sessionJobs, definitions });
  const runner = createRunner({ claims, plans, lease, attempt, clock, log });
  const { running, fill } = runner;
  const { renew, takeOver } = createLeaseKeeper({ leases, lease, running, clock, log });
  let timers: NodeJS.Timeout[] = [];

  return {
    async start() {
      for (const { name, count } of await jobs.unhandled([...definitions.keys()]))
        log.error({ job: name, jobs: count }, 'queue: no handler has this name');
      await takeOver();
      runner.open();
      timers = [
        setInterval(fill, tickMs),
        setInterval(
          () => void renew().catch((error: unknown) => log.error({ err: error }, 'queue: no sign of life')),
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

    async again(jobId, actor, within = db) {
      await jobs.again(jobId, { actor, nowMs: clock.now() }, within);
      if (within === db) fill();
    },

    poke() {
      resetChecks();
      jobs
        .wakeWaiting(clock.now())
        .then(fill, (error: unknown) => log.error({ err: error }, 'queue: cannot wake'));
    },

    ...createSessionJobs({ db, sessionJobs, handlers, runner, clock }),
    progressOf: createProgressReader({ sessionJobs, claims, definitions, plans, running, clock }),

    async close() {
      for (const timer of timers) clearInterval(timer);
      await runner.close();
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
