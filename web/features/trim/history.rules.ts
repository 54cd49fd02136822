import { isSameKept } from './trim.rules.ts';
import type { Spans } from './span.rules.ts';

type Step = {
  kept: Spans;
  /** Id of the drag: all its moves are one undo step. Null if the step is not part of a drag. */
  gesture: string | null;
};

export type History = { past: readonly Spans[]; present: Step; future: readonly Spans[] };

const maxSteps = 200;

export const createHistory = (kept: Spans): History => ({
  past: [],
  present: { kept, gesture: null },
  future: [],
});

/** The state before a gesture: each move of a drag applies to it, so that dragging back undoes the drag. */
export const baseOf = ({ past, present }: History, gesture: string | null): Spans =>
  gesture !== null && present.gesture === gesture ? (past.at(-1) ?? present.kept) : present.kept;

/** Adds an undo step; a gesture that returns to its start leaves none. */
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
