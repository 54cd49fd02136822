import { problemOf } from '#web/lib/api-error.ts';
import type { RecordingState } from './recording.rules.ts';

/** Holds the problem that the screen shows. */
export type ShownProblem = {
  /** Logs a failure of this step and shows it, unless the recording has been closed. */
  show(step: string, error: unknown): void;
  /** Hides the problem if its code begins with one of `starts`. Without `starts`, any problem is hidden. */
  clear(...starts: string[]): void;
};

type ShownProblemInput = {
  state: Pick<RecordingState, 'problem'>;
  onFailure(step: string, error: unknown): void;
  signal: AbortSignal;
};

export function createShownProblem({ state, onFailure, signal }: ShownProblemInput): ShownProblem {
  return {
    show(step, error) {
      if (signal.aborted) return;
      onFailure(step, error);
      state.problem = problemOf(error);
    },
    clear(...starts) {
      const code = state.problem?.code ?? '';
      if (starts.length === 0 || starts.some((start) => code.startsWith(start))) state.problem = null;
    },
  };
}
