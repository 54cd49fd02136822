import { problemOf, type Problem } from '#web/lib/api-error.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import { isRepeated, tryAgainAfterMs } from './retry.rules.ts';

/** Repeats `work` while it fails because of a missing connection, server or sign-in. Rejects with any other failure. */
export type WithRetries = <T>(segment: RecordingSegment, work: () => Promise<T>) => Promise<T>;

export type RetriesInput = {
  /** Resolves at once if the person is signed in, otherwise after the next sign-in. */
  signedIn(): Promise<void>;
  /** Reports the failure of a call that will be repeated, or null when the call has succeeded. */
  onProblem(segment: RecordingSegment, problem: Problem | null): void;
  /**
   * Delays before the repetitions of a call, ms: the first, the second, and so on. The last one is used for all further
   * repetitions.
   */
  againAfterMs: readonly number[];
  /** Resolves after `ms`, or earlier when the connection is back or the person asks for a retry. */
  pause(ms: number): Promise<void>;
  signal: AbortSignal;
};

export function createRetries(input: RetriesInput): WithRetries {
  return async (segment, work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await input.signedIn();
        const result = await work();
        input.onProblem(segment, null);
        return result;
      } catch (error) {
        if (input.signal.aborted || !isRepeated(error)) throw error;
        input.onProblem(segment, problemOf(error));
        await input.pause(tryAgainAfterMs(attempt, input.againAfterMs));
      }
    }
  };
}

/** Creates a pause between two tries, which `hurry` ends early. */
export function createRetryPause(signal: AbortSignal) {
  let hurried = Promise.withResolvers<void>();
  return {
    /** Resolves after `ms`, or at the next call of `hurry`. At that time it rejects if `signal` is aborted. */
    async pause(ms: number): Promise<void> {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const waited = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      await Promise.race([waited, hurried.promise]);
      clearTimeout(timer);
      signal.throwIfAborted();
    },
    hurry(): void {
      hurried.resolve();
      hurried = Promise.withResolvers();
    },
  };
}
