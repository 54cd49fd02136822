import type { ReasonCode } from '#api/contract/errors.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createJobStore, type JobRow } from './job.store.ts';
import { isOwnerGone, newLeaseOwner } from './lease-owner.ts';
import { remainingS, retryDelayMs } from './progress.rules.ts';
import { JobFailure, JobWait, type JobDefinition, type JobFacts, type Queue } from './queue.ts';

export type QueueOptions = {
  db: Db;
  handlers: readonly JobDefinition[];
  clock: Clock;
  log: Log;
  /** Jobs at once. */
  slots: number;
  /** How often it looks for what has become due. */
  tickMs?: number;
  /** How long a sign of life counts, and how often one is given. */
  leaseMs?: number;
  heartbeatMs?: number;
  /** How often a waiting job looks whether what it needs is there. */
  recheckMs?: number;
};

type Running = {
  row: JobRow;
  controller: AbortController;
  startedAtMs: number;
  done: number;
  settled: Promise<void>;
};

const restartsAllowed = 5;
const parked = new DOMException('The server is stopping.', 'AbortError');
const cancelled = new DOMException('The job was cancelled.', 'AbortError');
const lost = new DOMException('Another process has the job.', 'AbortError');

/**
 * The queue on the `job` table, for one machine.
 * @throws Error when two handlers have one name
 */
export function createQueue(options: QueueOptions): Queue {
  const { db, clock, log, slots } = options;
  const { tickMs = 1_000, leaseMs = 30_000, heartbeatMs = 10_000, recheckMs = 5_000 } = options;
  const definitions = new Map(options.handlers.map((definition) => [definition.name, definition]));
  if (definitions.size !== options.handlers.length) throw new Error('Two handlers have the same job name.');

  const jobs = createJobStore(db);
  const owner = newLeaseOwner();
  const running = new Map<string, Running>();
  let timers: NodeJS.Timeout[] = [];
  let isOpen = false;
  let filling: Promise<void> | null = null;
  let isFillWanted = false;

  const hasRoom = () => isOpen && running.size < slots;

  /** Starts what is due while slots are free. Asked again while it runs, it looks again at the end. */
  const fill = (): void => {
    isFillWanted = true;
    filling ??= (async () => {
      while (isFillWanted) {
        isFillWanted = false;
        while (hasRoom()) {
          const now = clock.now();
          const row = await jobs.claim({ owner, until: now + leaseMs }, now);
          if (!row) break;
          launch(row);
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
    const controller = new AbortController();
    const entry: Running = {
      row,
      controller,
      startedAtMs: clock.now(),
      done: row.progress_done,
      settled: Promise.resolve(),
    };
    running.set(row.id, entry);
    entry.settled = work(entry)
      .catch((error: unknown) => log.error({ err: error, job: row.name, job_id: row.id }, 'queue: job lost'))
      .finally(() => {
        running.delete(row.id);
        fill();
      });
  };

  const work = async ({ row, controller }: Running): Promise<void> => {
    const { signal } = controller;
    const facts = factsOf(row);
    const definition = definitions.get(row.name);
    if (!definition) {
      await jobs.fail(row.id, owner, 'unknown job', clock.now());
      return log.error({ job: row.name, job_id: row.id }, 'queue: no handler has this name');
    }
    if (row.attempts > definition.maxAttempts + restartsAllowed) {
      // it takes the process down each time: attempts that nobody saw fail count as well
      if (await jobs.fail(row.id, owner, 'attempts used up', clock.now()))
        await definition.onFailed?.(facts, null);
      return;
    }
    try {
      await definition.run({
        ...facts,
        signal,
        checkpoint: row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as unknown),
        save: async (checkpoint, { done, total }) => {
          signal.throwIfAborted();
          // attempts count only where they bring nothing
          if (done > row.progress_done) row.attempts = 1;
          row.progress_done = done;
          row.progress_total = total;
          const kept = { checkpoint, done, total, attempts: row.attempts };
          if (!(await jobs.checkpoint(row.id, owner, kept))) controller.abort(lost);
          signal.throwIfAborted();
        },
      });
      // a handler may end quietly when it is told to stop
      signal.throwIfAborted();
      await jobs.finish(row.id, owner, clock.now());
    } catch (error) {
      await settle(definition, row, facts, signal, error);
    }
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
      await jobs.wait(row, owner, error.reason, now + recheckMs);
      return;
    }
    const failFor = async (code: ReasonCode | null) => {
      if (await jobs.fail(row.id, owner, code ?? 'attempts used up', now))
        await definition.onFailed?.(facts, code);
    };
    const about = { job: row.name, job_id: row.id, session_id: row.session_id, attempt: row.attempts };
    if (error instanceof JobFailure) {
      log.warn({ ...about, code: error.code, err: error.cause }, 'queue: job failed');
      return failFor(error.code);
    }
    log.error({ ...about, err: error }, 'queue: attempt failed');
    if (row.attempts >= definition.maxAttempts) return failFor(null);
    await jobs.retry(row.id, owner, 'failed', now + retryDelayMs(definition.retryDelaysMs, row.attempts));
  };

  const beat = async (): Promise<void> => {
    for (const { row, controller } of running.values()) {
      const isOurs = await jobs.renew(row.id, { owner, until: clock.now() + leaseMs });
      if (!isOurs && running.has(row.id)) controller.abort(lost);
    }
  };

  return {
    async start() {
      const now = clock.now();
      const left = await jobs.takeOver((other) => isOwnerGone(other, owner), now);
      if (left.length > 0) log.info({ jobs: left.length }, 'queue: taken up again');
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
      jobs
        .wakeWaiting(clock.now())
        .then(fill, (error: unknown) => log.error({ err: error }, 'queue: cannot wake'));
    },

    async cancel(sessionId) {
      const entries = [...running.values()].filter(({ row }) => row.session_id === sessionId);
      await jobs.removeOfSession(sessionId);
      for (const { controller } of entries) controller.abort(cancelled);
      await Promise.all(entries.map(({ settled }) => settled));
    },

    async progressOf(sessionId) {
      const found = await jobs.unfinished(sessionId);
      if (!found) return null;
      const { row, ahead } = found;
      const { progress_done: done, progress_total: total } = row;
      const run = running.get(row.id);
      return {
        done,
        total,
        unit: 's',
        remaining_s: run
          ? remainingS({ done: run.done, atMs: run.startedAtMs }, { done, atMs: clock.now() }, total)
          : null,
        queue: ahead,
      };
    },

    async close() {
      isOpen = false;
      for (const timer of timers) clearInterval(timer);
      await filling;
      for (const { controller } of running.values()) controller.abort(parked);
      await Promise.all([...running.values()].map(({ settled }) => settled));
    },
  };
}

const factsOf = (row: JobRow): JobFacts => ({
  id: row.id,
  owner: { host: row.host, userId: row.user_id },
  sessionId: row.session_id,
  payload: JSON.parse(row.payload) as unknown,
});
