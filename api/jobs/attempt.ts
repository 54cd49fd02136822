import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { fromJson, rowToFacts } from './job.store.ts';
import type { LeaseStore } from './lease.store.ts';
import { createOutcomes, type OutcomeDeps } from './outcome.ts';
import type { JobDefinition, JobFacts, RunningJob } from './queue.ts';
import { leaseLost, leftOf, noteProgress, type Run } from './run.ts';
import type { SessionJobStore } from './session-job.store.ts';

type AttemptDeps = OutcomeDeps &
  EstimateDeps & {
    leases: LeaseStore;
    definitions: ReadonlyMap<string, JobDefinition>;
  };

/** Number of starts that a job may have beyond its attempts, because a crash of the server uses up a start as well. */
const restartsAllowed = 5;

/** Creates `attempt`, which runs the handler of a job and stores the outcome of the run. */
export function createAttempts(deps: AttemptDeps) {
  const { definitions, leases, clock } = deps;
  const outcomes = createOutcomes(deps);

  return {
    /** Runs a job once. Rejects if its outcome cannot be stored. */
    async attempt(run: Run): Promise<void> {
      const { row, controller } = run;
      const { signal } = controller;
      const facts = rowToFacts(row);
      const definition = definitions.get(row.name);
      if (!definition) throw new Error(`No handler has the job name ${row.name}.`);
      const job = { definition, row, facts };
      // A job that crashes the process never fails properly, so its starts are counted instead.
      if (row.attempts > definition.maxAttempts + restartsAllowed) return outcomes.giveUp(job, null);
      await storeEstimate(deps, run, definition);
      try {
        signal.throwIfAborted();
        await definition.run(toRunningJob(run, facts, { leases, clock }));
        // A handler may return without an error when it is aborted. A job that is done already stays done.
        signal.throwIfAborted();
        await leases.finish(row.id, clock.now());
        outcomes.forget(row.id);
      } catch (error) {
        await outcomes.settle(job, signal, error);
      }
    },

    resetChecks: outcomes.resetChecks,
  };
}

type EstimateDeps = {
  sessionJobs: Pick<SessionJobStore, 'mediaOf'>;
  leases: Pick<LeaseStore, 'setExpectedEnd'>;
  log: Log;
};

/** Stores when the run is expected to end. If that fails, the job runs without an estimate. */
async function storeEstimate(
  { sessionJobs, leases, log }: EstimateDeps,
  run: Run,
  definition: JobDefinition,
): Promise<void> {
  const { row } = run;
  try {
    run.mediaS = await sessionJobs.mediaOf(row);
    run.realTimeFactor = (await definition.realTimeFactor?.(row.topic)) ?? null;
    const leftS = leftOf(run, run.start.atMs);
    if (leftS === null) return;
    row.expected_at = Math.round(run.start.atMs + leftS * 1000);
    await leases.setExpectedEnd(row.id, row.expected_at);
  } catch (error) {
    log.error({ err: error, job: row.name, job_id: row.id }, 'queue: no estimate');
  }
}

/** Returns the job as its handler sees it. */
function toRunningJob(
  run: Run,
  facts: JobFacts,
  { leases, clock }: { leases: Pick<LeaseStore, 'saveProgress' | 'finish'>; clock: Clock },
): RunningJob {
  const { row, controller } = run;
  const { signal } = controller;
  return {
    ...facts,
    signal,
    checkpoint: fromJson(row.checkpoint),
    async save(checkpoint, { done, total }) {
      signal.throwIfAborted();
      // A run that makes progress resets the count of attempts.
      if (checkpoint !== null && done > row.progress_done) row.attempts = 1;
      noteProgress(run, done, total, clock.now());
      const progress = { checkpoint, done, total, attempts: row.attempts };
      if (!(await leases.saveProgress(row.id, progress))) controller.abort(leaseLost);
      signal.throwIfAborted();
    },
    async finish(within) {
      signal.throwIfAborted();
      if (await leases.finish(row.id, clock.now(), within)) return;
      controller.abort(leaseLost);
      signal.throwIfAborted();
    },
  };
}
