import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import type { JobRow, JobStore } from './job.store.ts';
import { recheckDelayMs, retryDelayMs } from './progress.rules.ts';
import { JobFailure, JobWait, type FailureCode, type JobDefinition, type JobFacts } from './queue.ts';
import { leftOf, noteProgress, type Run } from './run.ts';

/** How soon a waiting job looks whether what it needs is there; each look waits twice as long, up to `maxRecheckMs`. */
export type Recheck = { recheckMs?: number; maxRecheckMs?: number };

type AttemptOptions = Recheck & {
  jobs: JobStore;
  definitions: ReadonlyMap<string, JobDefinition>;
  /** Who holds the leases of the jobs that are run. */
  owner: string;
  clock: Clock;
  log: Log;
};

const restartsAllowed = 5;
/** Why a run ends early: its job goes on at the next start; it is somebody else's now. */
export const parked = new DOMException('The server is stopping.', 'AbortError');
export const lost = new DOMException('Another process has the job.', 'AbortError');

/** Runs handlers and writes down how each run ended: done, again later, waiting, failed, parked. */
export function createAttempts(options: AttemptOptions) {
  const { jobs, definitions, owner, clock, log, recheckMs = 5_000, maxRecheckMs = 60_000 } = options;
  /** How often each waiting job has looked in vain since it was last woken. */
  const looks = new Map<string, number>();

  /** When the run should be through. It goes on without where nobody can tell. */
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

  /** One run of a job to its end, whatever that is. Rejects where the end could not be written. */
  const attempt = async (run: Run): Promise<void> => {
    const { row, controller } = run;
    const { signal } = controller;
    const facts = factsOf(row);
    const definition = definitions.get(row.name);
    // `claim` takes no others
    if (!definition) throw new Error(`No handler has the job name ${row.name}.`);
    if (row.attempts > definition.maxAttempts + restartsAllowed) {
      // it takes the process down each time: attempts that nobody saw fail count as well
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
          // attempts count only where they bring nothing
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
      // a handler may end without an error when it is told to stop; a job that is done already stays done
      signal.throwIfAborted();
      await jobs.finish(row.id, owner, clock.now());
      looks.delete(row.id);
    } catch (error) {
      await settle(definition, row, facts, signal, error);
    }
  };

  /** The handler's own end first: a crash in between leaves a job that is taken up again, not one that nobody answers for. */
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
