import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import type { JobRow } from './job.store.ts';
import type { LeaseStore } from './lease.store.ts';
import { recheckDelayMs, retryDelayMs } from './progress.rules.ts';
import { JobFailure, JobWait, type FailureCode, type JobDefinition, type JobFacts } from './queue.ts';
import { serverStops } from './run.ts';

/** A waiting job is checked again after `recheckMs`. Each further wait is twice as long, up to `maxRecheckMs`. */
export type Recheck = { recheckMs?: number; maxRecheckMs?: number };

export type OutcomeDeps = Recheck & {
  leases: Pick<LeaseStore, 'isMine' | 'fail' | 'release' | 'retry' | 'wait'>;
  clock: Clock;
  log: Log;
};

/** A job with its handler. */
type HandledJob = { definition: JobDefinition; row: JobRow; facts: JobFacts };

/** Stores the outcome of runs that have not finished their job: requeued, waiting or failed. */
export function createOutcomes(deps: OutcomeDeps) {
  const { leases, clock, log, recheckMs = 5_000, maxRecheckMs = 60_000 } = deps;
  /** How often each waiting job was checked since `resetChecks`. */
  const checks = new Map<string, number>();

  /** Marks a job as failed. `onFailed` is called before that, so that a crash in between repeats the call. */
  const giveUp = async ({ definition, row, facts }: HandledJob, code: FailureCode | null): Promise<void> => {
    if (!(await leases.isMine(row.id))) return;
    await definition.onFailed?.(facts, code);
    await leases.fail(row.id, code ?? 'attempts used up', clock.now());
  };

  return {
    giveUp,

    /** Stores the outcome of a run that has thrown `error`, or whose `signal` was aborted. */
    async settle(job: HandledJob, signal: AbortSignal, error: unknown): Promise<void> {
      const { definition, row } = job;
      if (signal.aborted) {
        if (signal.reason === serverStops) await leases.release(row.id);
        return;
      }
      const now = clock.now();
      if (error instanceof JobWait) {
        const count = (checks.get(row.id) ?? 0) + 1;
        if (await leases.wait(row, error.reason, now + recheckDelayMs(recheckMs, maxRecheckMs, count)))
          checks.set(row.id, count);
        return;
      }
      const about = { job: row.name, job_id: row.id, session_id: row.session_id, attempt: row.attempts };
      if (error instanceof JobFailure) {
        log.warn({ ...about, code: error.code, err: error.cause }, 'queue: job failed');
        return giveUp(job, error.code);
      }
      log.error({ ...about, err: error }, 'queue: attempt failed');
      if (row.attempts >= definition.maxAttempts) return giveUp(job, null);
      await leases.retry(row.id, 'failed', now + retryDelayMs(definition.retryDelaysMs, row.attempts));
    },

    /** Forgets the checks of a job. It must be called when the job is done. */
    forget: (jobId: string): void => void checks.delete(jobId),

    /** Makes the waits between checks short again. */
    resetChecks: (): void => checks.clear(),
  };
}
