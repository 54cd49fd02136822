import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import type { JobRow, JobStore } from './job.store.ts';
import { recheckDelayMs, retryDelayMs } from './progress.rules.ts';
import { JobFailure, JobWait, type FailureCode, type JobDefinition, type JobFacts } from './queue.ts';
import { leftOf, noteProgress, type Run } from './run.ts';

/** A waiting job checks again after `recheckMs`; each further wait doubles, up to `maxRecheckMs`. */
export type Recheck = { recheckMs?: number; maxRecheckMs?: number };

type AttemptOptions = Recheck & {
  jobs: JobStore;
  definitions: ReadonlyMap<string, JobDefinition>;
  owner: string;
  clock: Clock;
  log: Log;
};

const restartsAllowed = 5;
/** Abort reasons: the job goes on at the next start (`parked`), or another process has it (`lost`). */
export const parked = new DOMException('The server is stopping.', 'AbortError');
export const lost = new DOMException('Another process has the job.', 'AbortError');

/** Runs handlers and records how each run ended: done, retry, waiting, failed or parked. */
export function createAttempts(options: AttemptOptions) {
  const { jobs, definitions, owner, clock, log, recheckMs = 5_000, maxRecheckMs = 60_000 } = options;
  /** Unsuccessful checks of each waiting job since `forgetLooks`. */
  const looks = new Map<string, number>();

  /** Stores when the run is expected to end. If that fails, the job runs without an estimate. */
  const estimate = async (run: Run, definition: JobDefinition): Promise<void> => {
    const { row } = run;
    try {
      run.mediaS = await jobs.mediaOf(row);
      run.rtf = (await definition.rtf?.(row.topic)) ?? null;
      const leftS = leftOf(run, run.start.atMs);
      if (leftS === null) return;
      row.expected_at = Math.round(run.start.atMs + leftS * 1000);
      await jobs.expect(row.id, owner, row.expected_at);
    } catch (error) {
      log.error({ err: error, job: row.name, job_id: row.id }, 'queue: no estimate');
    }
  };

  /** Runs a job once. Rejects if its outcome cannot be stored. */
  const attempt = async (run: Run): Promise<void> => {
    const { row, controller } = run;
    const { signal } = controller;
    const facts = factsOf(row);
    const definition = definitions.get(row.name);
    if (!definition) throw new Error(`No handler has the job name ${row.name}.`);
    if (row.attempts > definition.maxAttempts + restartsAllowed) {
      // A job that crashes the process never fails properly, so its starts are counted instead.
      return giveUp(definition, row, facts, null);
    }
    await estimate(run, definition);
    try {
      signal.throwIfAborted();
      await definition.run({
        ...facts,
        signal,
        checkpoint: fromJson(row.checkpoint),
        save: async (checkpoint, { done, total }) => {
          signal.throwIfAborted();
          // A run that makes progress resets the count of attempts.
          if (checkpoint !== null && done > row.progress_done) row.attempts = 1;
          noteProgress(run, done, total, clock.now());
          const kept = { checkpoint, done, total, attempts: row.attempts };
          if (!(await jobs.checkpoint(row.id, owner, kept))) controller.abort(lost);
          signal.throwIfAborted();
        },
        finish: async (within) => {
          signal.throwIfAborted();
          if (await jobs.finish(row.id, owner, clock.now(), within)) return;
          controller.abort(lost);
          signal.throwIfAborted();
        },
      });
      // A handler may return without an error when it is aborted. A job that is done already stays done.
      signal.throwIfAborted();
      await jobs.finish(row.id, owner, clock.now());
      looks.delete(row.id);
    } catch (error) {
      await settle(definition, row, facts, signal, error);
    }
  };

  /** Calls `onFailed` before the job is marked as failed, so that a crash in between repeats it. */
  const giveUp = async (
    definition: JobDefinition,
    row: JobRow,
    facts: JobFacts,
    code: FailureCode | null,
  ): Promise<void> => {
    if (!(await jobs.isMine(row.id, owner))) return;
    await definition.onFailed?.(facts, code);
    await jobs.fail(row.id, owner, code ?? 'attempts used up', clock.now());
  };

  const settle = async (
    definition: JobDefinition,
    row: JobRow,
    facts: JobFacts,
    signal: AbortSignal,
    error: unknown,
  ): Promise<void> => {
    if (signal.aborted) {
      if (signal.reason === parked) await jobs.park(row, owner);
      return;
    }
    const now = clock.now();
    if (error instanceof JobWait) {
      const look = (looks.get(row.id) ?? 0) + 1;
      if (await jobs.wait(row, owner, error.reason, now + recheckDelayMs(recheckMs, maxRecheckMs, look)))
        looks.set(row.id, look);
      return;
    }
    const about = { job: row.name, job_id: row.id, session_id: row.session_id, attempt: row.attempts };
    if (error instanceof JobFailure) {
      log.warn({ ...about, code: error.code, err: error.cause }, 'queue: job failed');
      return giveUp(definition, row, facts, error.code);
    }
    log.error({ ...about, err: error }, 'queue: attempt failed');
    if (row.attempts >= definition.maxAttempts) return giveUp(definition, row, facts, null);
    await jobs.retry(row.id, owner, 'failed', now + retryDelayMs(definition.retryDelaysMs, row.attempts));
  };

  return { attempt, forgetLooks: () => looks.clear() };
}

const factsOf = (row: JobRow): JobFacts => ({
  id: row.id,
  owner: { host: row.host, userId: row.user_id },
  sessionId: row.session_id,
  payload: fromJson(row.payload),
});

export const fromJson = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
