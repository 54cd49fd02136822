import { isApiError } from '#web/lib/api-error.ts';
import { isPassing } from '#web/lib/http.rules.ts';

type FinishedPhoneInput = {
  /** True if the server has the whole recording of this phone, and takes only a repeated `complete` of it. */
  isFinished(): boolean;
  /** Ends the token. What is left then waits for a sign-in. */
  end(): void;
};

type FinishedPhone = {
  /** Makes the call that creates a later session. A finished phone cannot make it. */
  creating(call: () => Promise<string>): Promise<string>;
  /** Makes the call that completes a recording. If a finished phone is refused, the server has another recording than this one. */
  completing(sessionId: string, signal: AbortSignal, call: () => Promise<void>): Promise<void>;
  /** As in `ServerPort`. */
  leaveRest(): void;
};

/**
 * Follows the calls of a phone without a sign-in. It decides when its token is of no use any more: when something is left that the
 * server does not take of a finished phone, and each `complete` has got its answer.
 */
export function createFinishedPhone({ isFinished, end }: FinishedPhoneInput): FinishedPhone {
  /** Sessions whose last `complete` has got no answer. The token is kept for repeating it. */
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
