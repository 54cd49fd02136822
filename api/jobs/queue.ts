import type { ReasonCode, ResultErrorCode } from '#api/contract/errors.ts';
import type { Db } from '#api/db/open.ts';
import type { Progress } from './progress.ts';
import type { Owner } from '#api/db/owner.ts';

export type FailureCode = ReasonCode | ResultErrorCode;

/**
 * Jobs compete for slots only within their lane. `results` are made from a transcript and may wait long for a language
 * model without holding up a transcription. `files` is file maintenance that no user requested: it does not count as
 * progress, and only the deletion of the session ends it.
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
  /** Waits before attempt 2, 3, …, ms; the last one repeats. */
  retryDelaysMs: readonly number[];
  /** Real-time factor (processing time / media time); null or absent if unknown. */
  rtf?(topic: string | null): Promise<number | null>;
  run(job: RunningJob<Payload>): Promise<void>;
  /** `code`: from the `JobFailure`; null when the attempts are used up. */
  onFailed?(job: JobFacts<Payload>, code: FailureCode | null): Promise<void>;
};

/** A name without a handler counts as `transcription`. */
export const laneOf = (definition: Pick<JobDefinition, 'lane'> | undefined): Lane =>
  definition?.lane ?? 'transcription';

export type JobFacts<Payload = unknown> = {
  id: string;
  owner: Owner;
  sessionId: string | null;
  payload: Payload;
};

/** `signal` aborts when the job is cancelled, its lease is lost or the server stops. */
export type RunningJob<Payload = unknown> = JobFacts<Payload> & {
  signal: AbortSignal;
  /** Last value given to `save`; null in the first run. */
  checkpoint: unknown;
  /**
   * Stores checkpoint and progress (s of the media) in one write. With a checkpoint of null the next run starts from
   * the beginning, and its attempts keep counting.
   */
  save(checkpoint: unknown, progress: { done: number; total: number }): Promise<void>;
  /**
   * Marks the job as done in the transaction that stores its result. Work after that may be lost.
   * @throws if the job was stopped or another process has it
   */
  finish(within: Db): Promise<void>;
};

export type NewJob = {
  name: string;
  owner: Owner;
  sessionId: string | null;
  /** The part of the session that the job works on; absent for the transcript. */
  topic?: string;
  payload?: unknown;
};

export type StopOptions = {
  /** Stops only jobs with these topics; absent: all jobs of the session. */
  topics?: readonly string[];
  /** Runs in the same transaction. `stopped`: number of jobs that ended. */
  alongside?(trx: Db, stopped: number): Promise<void>;
};

export type StoppedJob = { id: string; payload: unknown; checkpoint: unknown };

/** What a job waits for. `transcript`: the version in progress; `audio`: the conversion for playback. */
export type WaitCode = ReasonCode | 'transcript' | 'audio';

/** Thrown by a handler to wait until `poke` or the next check. Does not count as an attempt. */
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
   * Requeues the jobs of dead processes, then runs what is queued. Jobs without a handler are logged and kept for a
   * version that knows them.
   */
  start(): Promise<void>;
  /** With `within`, the job is added in that transaction; call `poke` after the commit. */
  add(job: NewJob, within?: Db): Promise<string>;
  /** Checks all jobs at once, waiting ones included. */
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
  isBusy(sessionId: string, within?: Db, name?: string): Promise<boolean>;
  /** The latest job of this name with its checkpoint, if it failed or was stopped. */
  stopped(sessionId: string, name: string, within?: Db): Promise<StoppedJob | null>;
  /** Requeues a stopped job, which resumes from its checkpoint. `within` as in `add`. */
  again(jobId: string, within?: Db): Promise<void>;
  /** Progress of the transcription, else of the job that ends last; null if there is none. */
  progressOf(sessionId: string): Promise<Progress | null>;
  /** Parks running jobs. They resume from their checkpoints at the next start. */
  close(): Promise<void>;
};
