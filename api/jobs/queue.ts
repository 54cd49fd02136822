import type { ReasonCode, ResultErrorCode } from '#api/contract/errors.ts';
import type { Db } from '#api/db/open.ts';
import type { Progress } from './progress.ts';
import type { Acting, Actor } from '#api/db/actor.ts';

export type FailureCode = ReasonCode | ResultErrorCode;

/**
 * Jobs compete for slots only within their lane. Jobs of `results` make results from a transcript. They may wait long for a
 * language model without delaying a transcription. Jobs of `files` maintain files without a request by a person: they do not
 * count as progress, and only the deletion of the session ends them.
 */
export const lanes = ['transcription', 'results', 'files'] as const;
export type Lane = (typeof lanes)[number];

export type JobDefinition<Payload = unknown> = {
  name: string;
  /** Default: `transcription`. */
  lane?: Lane;
  /** Higher numbers run first (`claim-order.rules.ts`). */
  priority?: number;
  /** Consecutive attempts without a new checkpoint after which the job fails. */
  maxAttempts: number;
  /** Waits before attempt 2, 3, …, ms. Further attempts have the last wait. */
  retryDelaysMs: readonly number[];
  /** Processing time / media time; absent or null if unknown. */
  realTimeFactor?(topic: string | null): Promise<number | null>;
  run(job: RunningJob<Payload>): Promise<void>;
  /** `code` comes from the `JobFailure`; it is null if the attempts are used up. */
  onFailed?(job: JobFacts<Payload>, code: FailureCode | null): Promise<void>;
};

/** Returns the lane of a job. `definition` is undefined if no handler has the job's name. */
export const laneOf = (definition: Pick<JobDefinition, 'lane'> | undefined): Lane =>
  definition?.lane ?? 'transcription';

export type JobFacts<Payload = unknown> = {
  id: string;
  /** The owner of the session, and who asked for the job. What follows from the job by itself counts as asked by them, too. */
  owner: Acting;
  sessionId: string | null;
  payload: Payload;
};

/** `signal` aborts when the job is cancelled, its lease is lost or the server stops. */
export type RunningJob<Payload = unknown> = JobFacts<Payload> & {
  signal: AbortSignal;
  /** The last value that a run has given to `save`; null if there is none. */
  checkpoint: unknown;
  /**
   * Stores checkpoint and progress (seconds of the media) in one write. If the checkpoint is null, the next run starts from
   * the beginning, and the count of attempts is not reset.
   */
  save(checkpoint: unknown, progress: { done: number; total: number }): Promise<void>;
  /**
   * Marks the job as done in the transaction that stores its result. Work after that is not repeated after a crash.
   * @throws the reason of `signal` if the job was stopped or another process has it
   */
  finish(within: Db): Promise<void>;
};

export type NewJob = {
  name: string;
  owner: Acting;
  sessionId: string | null;
  /** Label of the result that the job makes; absent if it makes none. */
  topic?: string;
  payload?: unknown;
};

type StopOptions = {
  /** Topics of the jobs to stop; absent for all jobs of the session. */
  topics?: readonly string[];
  /** Runs in the transaction that stops the jobs. `stopped` is their number. */
  alongside?(trx: Db, stopped: number): Promise<void>;
};

export type StoppedJob = { id: string; payload: unknown; checkpoint: unknown };

/**
 * What a job waits for: the condition of a reason code, the transcript version in progress, or the conversion of the
 * audio for playback.
 */
type WaitCode = ReasonCode | 'transcript' | 'audio';

/** Thrown by a handler that has to wait until `poke` or the next check. The run does not count as an attempt. */
export class JobWait extends Error {
  override readonly name = 'JobWait';
  readonly reason: WaitCode;
  constructor(reason: WaitCode) {
    super(reason);
    this.reason = reason;
  }
}

/** Thrown by a handler when no retry can succeed. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly code: FailureCode;
  constructor(code: FailureCode, options: { cause?: unknown } = {}) {
    super(code, options);
    this.code = code;
  }
}

/** Persistent job queue. The only driver is `sqlite-queue.ts`. */
export type Queue = {
  /**
   * Requeues the jobs of dead processes, then runs the queued jobs. Jobs without a handler are logged. They stay queued for a
   * version of the server that has a handler for them.
   */
  start(): Promise<void>;
  /**
   * Adds a job and returns its id. With `within`, the job is added in that transaction, and the caller calls `poke`
   * after the commit.
   */
  add(job: NewJob, within?: Db): Promise<string>;
  /** Starts the jobs that are due and checks the waiting ones, without waiting for the next tick. */
  poke(): void;
  /** Deletes the jobs of a session. Resolves when their handlers have ended. */
  cancel(sessionId: string): Promise<void>;
  /**
   * Ends jobs of a session, except those of the lane `files`, and keeps their checkpoints. Resolves with their number
   * when their handlers have ended.
   */
  stop(sessionId: string, options?: StopOptions): Promise<number>;
  /** Resolves when no handler of this process works on the session, except in the lane `files`. */
  idle(sessionId: string): Promise<void>;
  /** True if the session has an unfinished job, or one of this name. */
  isBusy(sessionId: string, within?: Db, name?: string): Promise<boolean>;
  /** Returns the latest job of this name; null if there is none, or if it neither failed nor was stopped. */
  stopped(sessionId: string, name: string, within?: Db): Promise<StoppedJob | null>;
  /** Requeues a stopped job, which continues from its checkpoint. `within` as in `add`. */
  again(jobId: string, actor: Actor, within?: Db): Promise<void>;
  /**
   * Returns the progress of the transcription, or without one that of the job that ends last; null if no job is
   * unfinished.
   */
  progressOf(sessionId: string): Promise<Progress | null>;
  /** Interrupts running jobs. They continue from their checkpoints at the next start of the server. */
  close(): Promise<void>;
};
