import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import type { ClaimStore } from './claim.store.ts';
import type { LanePlan } from './forecast.ts';
import type { JobRow } from './job.store.ts';
import { createRun, jobCancelled, serverStops, type Run } from './run.ts';

export type Runner = ReturnType<typeof createRunner>;

type RunnerDeps = {
  claims: Pick<ClaimStore, 'claim'>;
  plans: readonly LanePlan[];
  /** Owner of the leases, and how long each is valid. */
  lease: { owner: string; leaseMs: number };
  attempt(run: Run): Promise<void>;
  clock: Clock;
  log: Log;
};

/** Creates the runner, which claims due jobs while their lane has free slots, and runs them. */
export function createRunner({ claims, plans, lease, attempt, clock, log }: RunnerDeps) {
  /** Runs by the id of their job. */
  const running = new Map<string, Run>();
  let isOpen = false;
  let claiming: Promise<unknown> = Promise.resolve();
  const runsOf = (isMeant: (run: Run) => boolean): Run[] => [...running.values()].filter(isMeant);

  const hasRoom = ({ names, slots }: LanePlan): boolean =>
    isOpen && runsOf(({ row }) => names.includes(row.name)).length < slots;

  const launch = (row: JobRow): void => {
    const run = createRun(row, clock.now());
    running.set(row.id, run);
    run.settled = attempt(run)
      .catch((error: unknown) => log.error({ err: error, job: row.name, job_id: row.id }, 'queue: job lost'))
      .finally(() => {
        running.delete(row.id);
        filling.request();
      });
  };

  /** Returns false if no job of the lane is due. */
  const claimNext = async ({ names, topPriority }: LanePlan): Promise<boolean> => {
    const now = clock.now();
    const claimable = { names, topPriority, except: [...running.keys()] };
    const row = await claims.claim({ owner: lease.owner, until: now + lease.leaseMs }, now, claimable);
    if (row) launch(row);
    return row !== undefined;
  };

  const filling = createRepeatedPass(
    async () => {
      for (const plan of plans) {
        let isMore = true;
        while (isMore && hasRoom(plan)) {
          const claim = claimNext(plan);
          claiming = claim;
          isMore = await claim;
        }
      }
    },
    (error) => log.error({ err: error }, 'queue: cannot claim'),
  );

  return {
    running: running as ReadonlyMap<string, Run>,

    /** Allows jobs to start. The first ones start with the next `fill`. */
    open(): void {
      isOpen = true;
    },

    /** Starts due jobs while slots are free. */
    fill: filling.request,

    /** Resolves when the handlers of these runs have ended. */
    async settled(isMeant: (run: Run) => boolean): Promise<void> {
      await Promise.all(runsOf(isMeant).map(({ settled }) => settled));
    },

    /** Aborts the handlers of these runs and waits for their end. The caller has removed or ended their jobs before. */
    async cancel(isMeant: (run: Run) => boolean): Promise<void> {
      // A job that has just been claimed may not have started yet.
      await claiming.catch(() => {});
      const runs = runsOf(isMeant);
      for (const { controller } of runs) controller.abort(jobCancelled);
      await Promise.all(runs.map(({ settled }) => settled));
    },

    /** Starts no more jobs, interrupts the running ones and waits for their end. */
    async close(): Promise<void> {
      isOpen = false;
      await filling.ended();
      for (const { controller } of running.values()) controller.abort(serverStops);
      await Promise.all([...running.values()].map(({ settled }) => settled));
    },
  };
}

/** Returns functions that run `pass`, one at a time. A request during a pass causes another pass after it. */
function createRepeatedPass(pass: () => Promise<void>, onError: (error: unknown) => void) {
  let passing: Promise<void> | null = null;
  let isRequested = false;
  const repeat = async (): Promise<void> => {
    while (isRequested) {
      isRequested = false;
      await pass();
    }
  };
  const request = (): void => {
    isRequested = true;
    passing ??= repeat()
      .catch(onError)
      .finally(() => {
        passing = null;
        if (isRequested) request();
      });
  };
  return {
    request,
    /** Resolves when no pass is running. */
    ended: async (): Promise<void> => {
      await passing;
    },
  };
}
