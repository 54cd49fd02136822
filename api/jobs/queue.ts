import type { ReasonCode, ResultErrorCode } from '#api/contract/errors.ts';
import type { Db } from '#api/db/open.ts';
import type { Progress } from './progress.ts';
import type { Owner } from '#api/db/owner.ts';

export type FailureCode = ReasonCode | ResultErrorCode;

/**
 * Jobs take turns with the jobs of the same lane only. `transcription`; `results`: what is made of its text, which may wait
 * long for a language model without holding up a transcription; `files`: what the server does with its files by itself. Nobody
 * asked for a job on files, so it does not count for a session's progress, nobody waits for its end, and only deleting the
 * session ends it.
 */
export const lanes = ['transcription', 'results', 'files'] as const;
export type Lane = (typeof lanes)[number];

/** The one place that knows a job's name: its limits, its handler, and what to do when it failed for good. */
export type JobDefinition<Payload = unknown> = {
  name: string;
  /** `transcription` where nothing is said. */
  lane?: Lane;
  /** Larger runs first (`claim-order.rules.ts`). */
  priority?: number;
  /** Attempts in a row without a new checkpoint; then the job has failed. */
  maxAttempts: number;
  /** Wait before attempt 2, 3, …; the last one repeats. */
  retryDelaysMs: readonly number[];
  /**
   * Time of work for a second of media, as known now; null or absent: nothing is said about how long it takes. `topic`: the
   * job's.
   */
  rtf?(topic: string | null): Promise<number | null>;
  run(job: RunningJob<Payload>): Promise<void>;
  /** `code` is what a `JobFailure` said; null when the attempts were used up. */
  onFailed?(job: JobFacts<Payload>, code: FailureCode | null): Promise<void>;
};

/** Of what nobody handles: `transcription`. */
export const laneOf = (definition: Pick<JobDefinition, 'lane'> | undefined): Lane =>
  definition?.lane ?? 'transcription';

export type JobFacts<Payload = unknown> = {
  id: string;
  owner: Owner;
  sessionId: string | null;
  payload: Payload;
};

/** What a handler gets. `signal` ends it: cancelled, lease lost or server stopping. */
export type RunningJob<Payload = unknown> = JobFacts<Payload> & {
  signal: AbortSignal;
  /** What `save` kept in an earlier run; null in the first. */
  checkpoint: unknown;
  /**
   * Keeps how far the handler came, s of the media, in one write. A checkpoint of null: the next run begins anew, and its
   * attempts count on.
   */
  save(checkpoint: unknown, progress: { done: number; total: number }): Promise<void>;
  /**
   * Marks the job as done in the transaction of its work, so that both are committed or neither is. What the handler does
   * afterwards may be lost. Throws if the job was stopped, or belongs to another process by now.
   */
  finish(within: Db): Promise<void>;
};

export type NewJob = {
  name: string;
  owner: Owner;
  sessionId: string | null;
  /** What of the session it works on; absent: its transcript. */
  topic?: string;
  payload?: unknown;
};

export type StopOptions = {
  /** Only jobs with one of these; absent: all of the session's. */
  topics?: readonly string[];
  /** In the same transaction; `stopped`: how many jobs ended. */
  alongside?(trx: Db, stopped: number): Promise<void>;
};

export type StoppedJob = { id: string; payload: unknown; checkpoint: unknown };

/** What a job waits for. `transcript`: the version that is being made; `audio`: its conversion for playing. */
export type WaitCode = ReasonCode | 'transcript' | 'audio';

/** Parks the job until `poke` or the next look: something outside is missing. Costs no attempt. */
export class JobWait extends Error {
  override readonly name = 'JobWait';
  readonly reason: WaitCode;
  constructor(reason: WaitCode) {
    super(reason);
    this.reason = reason;
  }
}

/** The job cannot succeed, however often it is tried. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly code: FailureCode;
  constructor(code: FailureCode, options: { cause?: unknown } = {}) {
    super(code, options);
    this.code = code;
  }
}

/** Work that outlives a restart. One driver so far: `sqlite-queue.ts`. */
export type Queue = {
  /**
   * Takes up what a dead process left, then runs what is queued. Jobs whose name nobody handles are told in the log, and left
   * as they are: a version that knows them takes them up.
   */
  start(): Promise<void>;
  /** Queues a job; `within` makes it part of a transaction: call `poke` when that is through. */
  add(job: NewJob, within?: Db): Promise<string>;
  /** Looks at once, waiting jobs included: what they waited for may be there. */
  poke(): void;
  /** Ends and forgets the jobs of a session; answers when their handlers are through. */
  cancel(sessionId: string): Promise<void>;
  /**
   * Ends jobs of a session, except those on files, and keeps how far they came. Returns how many there were, once their handlers
   * have ended.
   */
  stop(sessionId: string, options?: StopOptions): Promise<number>;
  /** Resolves when no handler of this process works on the session any more; handlers of jobs on files do not count. */
  idle(sessionId: string): Promise<void>;
  /** Whether something is to be done for a session; `name`: by jobs of this name. */
  isBusy(sessionId: string, within?: Db, name?: string): Promise<boolean>;
  /** What the last job of this name has kept, if it failed or was stopped. */
  stopped(sessionId: string, name: string, within?: Db): Promise<StoppedJob | null>;
  /** Queues a stopped job once more; it goes on from its checkpoint. `within` as with `add`. */
  again(jobId: string, within?: Db): Promise<void>;
  /** How far the work on a session is: its transcription, else what of the rest ends last; null when there is none. */
  progressOf(sessionId: string): Promise<Progress | null>;
  /** Parks running jobs where they stand. They go on from their checkpoint at the next start. */
  close(): Promise<void>;
};
