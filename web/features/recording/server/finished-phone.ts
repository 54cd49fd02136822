import { isApiError } from '#web/lib/api-error.ts';
import { isPassing } from '#web/lib/http.rules.ts';

type FinishedPhoneInput = {
  /** As in `ServerPort`. */
  isFinished(): boolean;
  /** Removes the token of the pass, so that unsent audio and notes wait for a sign-in. */
  end(): void;
};

type FinishedPhone = {
  /** Makes the call that creates the session of a later part. The server refuses it from a finished phone. */
  creating(call: () => Promise<string>): Promise<string>;
  /** Makes the call `recording-complete`. If the server refuses it from a finished phone, it has other audio in this session. */
  completing(sessionId: string, signal: AbortSignal, call: () => Promise<void>): Promise<void>;
  /** As in `ServerPort`. */
  leaveRest(): void;
};

/**
 * Watches the calls of a phone without a sign-in. A phone is finished if the server has its whole recording, and accepts only a repeated
 * `complete`. Its token is removed once the phone has something unsent that the server refuses, and each `complete` has its answer.
 */
export function createFinishedPhone({ isFinished, end }: FinishedPhoneInput): FinishedPhone {
  /** Ids of sessions whose last `complete` has no answer yet. While there are any, the token is kept, so that the call can be repeated. */
  const unanswered = new Set<string>();
  let hasRest = false;

  function endWithRest(): void {
    if (hasRest && unanswered.size === 0 && isFinished()) end();
  }
  function leaveRest(): void {
    hasRest ||= isFinished();
    endWithRest();
  }

  return {
    leaveRest,
    async creating(call) {
      try {
        return await call();
      } catch (error) {
        if (isRefused(error)) leaveRest();
        throw error;
      }
    },
    async completing(sessionId, signal, call) {
      unanswered.add(sessionId);
      try {
        await call();
        unanswered.delete(sessionId);
      } catch (error) {
        if (isRefused(error) || signal.aborted) unanswered.delete(sessionId);
        if (isRefused(error)) hasRest ||= isFinished();
        throw error;
      } finally {
        endWithRest();
      }
    },
  };
}

const isRefused = (error: unknown): boolean =>
  isApiError(error) && (error.status === 401 || !isPassing(error.status));
