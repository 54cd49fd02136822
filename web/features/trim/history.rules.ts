import { isSameKept } from './trim.rules.ts';
import type { Spans } from './span.rules.ts';

type Step = {
  kept: Spans;
  /** Id of the drag whose moves are combined in this undo step. Null if the step was not made by a drag. */
  gesture: string | null;
};

export type History = { past: readonly Spans[]; present: Step; future: readonly Spans[] };

const maxSteps = 200;

export const createHistory = (kept: Spans): History => ({
  past: [],
  present: { kept, gesture: null },
  future: [],
});

/** Returns the kept spans before a drag. Each move of the drag applies to them, so that dragging back undoes it. */
export const baseOf = ({ past, present }: History, gesture: string | null): Spans =>
  gesture !== null && present.gesture === gesture ? (past.at(-1) ?? present.kept) : present.kept;

/** Adds an undo step. A drag that returns to where it began leaves no step. */
export function addStep(history: History, kept: Spans, gesture: string | null): History {
  const base = baseOf(history, gesture);
  const isSameGesture = gesture !== null && history.present.gesture === gesture;
  if (isSameKept(base, kept)) {
    return isSameGesture
      ? { past: history.past.slice(0, -1), present: { kept: base, gesture: null }, future: [] }
      : history;
  }
  const past = isSameGesture ? history.past : [...history.past, history.present.kept].slice(-maxSteps);
  return { past, present: { kept, gesture }, future: [] };
}

export function undo(history: History): History {
  const kept = history.past.at(-1);
  if (!kept) return history;
  return {
    past: history.past.slice(0, -1),
    present: { kept, gesture: null },
    future: [history.present.kept, ...history.future],
  };
}

export function redo(history: History): History {
  const [kept, ...future] = history.future;
  if (!kept) return history;
  return { past: [...history.past, history.present.kept], present: { kept, gesture: null }, future };
}
