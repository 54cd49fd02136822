import type { EditOp } from '#api/contract/edits.ts';
import type { Look } from './edit-inverse.rules.ts';
import type { EditKind } from './transcript-editor.ts';

/** An edit with its inverse, and with the state of its target before and after it. */
export type Change = { op: EditOp; back: readonly EditOp[]; before: Look; after: Look };

/** One step of undo. After undoing or redoing it, `segment` is shown. */
export type Step = { kind: EditKind; segment: string | null; changes: Change[] };

/** Largest number of steps that can be undone. Older steps are dropped. */
const maxSteps = 2_000;

export type EditHistory = {
  readonly undoable: Step | undefined;
  readonly redoable: Step | undefined;
  /**
   * Adds a step and clears the redo stack. `write` extends the last step while the person types in one segment without
   * a pause.
   */
  add(step: Step): void;
  write(segment: string, change: Change, atMs: number): void;
  /** Ends the current step of typing. The next key stroke begins a new step. */
  endBurst(): void;
  /** Moves the newest step to the redo stack. `keep` returns the part of it that still applies, or null if nothing does. */
  undo(keep: (step: Step) => Step | null): Step | null;
  /** Moves the step that was undone last back to the undo stack. */
  redo(keep: (step: Step) => Step | null): Step | null;
  clear(): void;
};

export function createEditHistory(burstPauseMs: number): EditHistory {
  const done: Step[] = [];
  const undone: Step[] = [];
  let writing: { segment: string; atMs: number } | null = null;

  const isBurst = (atMs: number): boolean => writing !== null && atMs - writing.atMs <= burstPauseMs;
  const push = (step: Step): void => {
    undone.length = 0;
    done.push(step);
    if (done.length > maxSteps) done.shift();
  };
  const move = (from: Step[], to: Step[], keep: (step: Step) => Step | null): Step | null => {
    writing = null;
    const step = from.pop();
    if (!step) return null;
    const left = keep(step);
    if (left) to.push(left);
    return step;
  };

  return {
    get undoable() {
      return done.at(-1);
    },
    get redoable() {
      return undone.at(-1);
    },
    add(step) {
      writing = null;
      push(step);
    },
    write(segment, change, atMs) {
      const step = done.at(-1);
      const [former] = step?.changes ?? [];
      if (former && step?.kind === 'text' && writing?.segment === segment && isBurst(atMs)) {
        step.changes = [{ ...former, op: change.op, after: change.after }];
        undone.length = 0;
      } else push({ kind: 'text', segment, changes: [change] });
      writing = { segment, atMs };
    },
    endBurst() {
      writing = null;
    },
    undo: (keep) => move(done, undone, keep),
    redo: (keep) => move(undone, done, keep),
    clear() {
      done.length = undone.length = 0;
      writing = null;
    },
  };
}
