import type { Timings } from '#web/lib/time.ts';
import type { EditStack } from './edit-stack.ts';

type UnappliedDismissalsDeps = {
  stack: EditStack;
  /** `undoMs` is the time during which a dismissal can be undone. */
  timings: Pick<Timings, 'undoMs'>;
  /** Called when the list has changed on the screen only. */
  onShown(): void;
  /** Called when a dismissal was added to the unsent edits. */
  onEdited(): void;
  /** Restores the list from the unsent edits. */
  restore(): void;
};

/** Dismissals of unapplied changes. They are sent only when they cannot be undone any more. */
type UnappliedDismissals = {
  dismiss(unapplied: string): { undo(): void };
  /** Applies the dismissals to a new state of the transcript. */
  reapply(): void;
  /** Ends the time for undo, so that all dismissals can be sent. */
  releaseAll(): void;
};

export function createUnappliedDismissals(deps: UnappliedDismissalsDeps): UnappliedDismissals {
  const { stack } = deps;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const isUnapplied = (id: string): boolean => stack.shown.unapplied.some((each) => each.id === id);
  const release = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    stack.enqueue({ op: 'dismiss', unapplied: id });
    deps.onEdited();
  };
  return {
    dismiss(unapplied) {
      if (!isUnapplied(unapplied)) return { undo() {} };
      stack.applyUnsent({ op: 'dismiss', unapplied });
      timers.set(
        unapplied,
        setTimeout(() => release(unapplied), deps.timings.undoMs),
      );
      deps.onShown();
      return {
        undo() {
          if (!timers.has(unapplied)) return;
          clearTimeout(timers.get(unapplied));
          timers.delete(unapplied);
          deps.restore();
        },
      };
    },
    reapply() {
      for (const id of timers.keys()) {
        if (isUnapplied(id)) stack.applyUnsent({ op: 'dismiss', unapplied: id });
      }
    },
    releaseAll() {
      for (const id of Array.from(timers.keys())) release(id);
    },
  };
}
