import { proxy, ref } from 'valtio';
import { addStep, baseOf, createHistory, redo, undo } from './history.rules.ts';
import type { History } from './history.rules.ts';
import { pauseChoicesS } from './proposal.rules.ts';
import type { PauseS } from './proposal.rules.ts';
import { lengthOf } from './span.rules.ts';
import type { Span, Spans } from './span.rules.ts';
import {
  keepAll,
  moveHandle,
  removeSpans,
  restoreSpan,
  setEnd,
  setStart,
  snapToFrames,
  tidyKept,
} from './trim.rules.ts';
import type { HandleSide } from './trim.rules.ts';

type TrimDeed = 'removed' | 'restored' | 'undone' | 'redone' | 'reset' | 'refused';

type TrimState = {
  /** The spans that are not cut, s of the original. They ascend and do not overlap. */
  kept: Spans;
  keptS: number;
  selection: Readonly<Span> | null;
  pauseS: PauseS;
  isTrimmed: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** The last action. `count` makes two equal actions in a row differ, so that both are announced. */
  last: { deed: TrimDeed; count: number } | null;
};

/** Edits as the page stores them on this device. */
export type TrimEdits = { durationS: number; kept: Span[]; pauseS: PauseS };

type TrimSource = {
  durationS: number;
  speech: Spans;
  /** Length of an mp3 frame, s. Cuts are made between frames. */
  frameS: number;
  initial?: TrimEdits | null;
};

export type Trim = {
  readonly state: TrimState;
  readonly durationS: number;
  readonly speech: Spans;
  setStart(timeS: number): void;
  setEnd(timeS: number): void;
  /** Moves one end of a kept span. All moves with the same `gesture` are one undo step. */
  moveHandle(handle: { index: number; side: HandleSide }, timeS: number, gesture: string | null): void;
  remove(spans: Spans): void;
  restore(span: Readonly<Span>): void;
  select(selection: Readonly<Span> | null): void;
  setPauseS(pauseS: PauseS): void;
  undo(): void;
  redo(): void;
  reset(): void;
  edits(): TrimEdits;
  /** Returns the spans that are not cut; null if nothing is cut. */
  kept(): Spans | null;
};

/** Holds the cuts of one recording until it is sent, with the history of undo. The audio itself is not changed. */
export function createTrim({ durationS, speech, frameS, initial }: TrimSource): Trim {
  const recording = { durationS, snap: snapToFrames(frameS, durationS) };
  const whole = keepAll(durationS);
  const started = (initial && tidyKept(initial.kept, recording)) ?? whole;
  let history = createHistory(started);
  const state = proxy<TrimState>({
    ...describe(history, durationS),
    selection: null,
    pauseS: initial?.pauseS ?? 5,
    last: null,
  });

  const say = (deed: TrimDeed) => {
    state.last = { deed, count: (state.last?.count ?? 0) + 1 };
  };
  function show(next: History): void {
    if (next === history) return;
    history = next;
    Object.assign(state, describe(history, durationS));
  }
  /**
   * Records the new kept spans as an undo step. If `kept` is null, too little would remain, and the action is refused.
   */
  function take(kept: Spans | null, deed: TrimDeed | null, gesture: string | null = null): void {
    if (!kept) {
      say('refused');
      return;
    }
    show(addStep(history, kept, gesture));
    if (deed) say(deed);
  }

  return {
    state,
    durationS,
    speech,
    setStart: (timeS) => take(setStart(history.present.kept, timeS, recording), null),
    setEnd: (timeS) => take(setEnd(history.present.kept, timeS, recording), null),
    moveHandle: (handle, timeS, gesture) =>
      take(moveHandle(baseOf(history, gesture), handle, timeS, recording), null, gesture),
    remove(spans) {
      take(removeSpans(history.present.kept, spans, recording), 'removed');
      if (state.last?.deed === 'removed') state.selection = null;
    },
    restore(span) {
      take(restoreSpan(history.present.kept, span, recording), 'restored');
      state.selection = null;
    },
    select(selection) {
      state.selection =
        selection && selection[1] > selection[0] ? ref<Span>([selection[0], selection[1]]) : null;
    },
    setPauseS(pauseS) {
      state.pauseS = pauseS;
    },
    undo() {
      if (history.past.length === 0) return;
      show(undo(history));
      say('undone');
    },
    redo() {
      if (history.future.length === 0) return;
      show(redo(history));
      say('redone');
    },
    reset() {
      take(whole, 'reset');
      state.selection = null;
    },
    edits: () => ({
      durationS,
      kept: history.present.kept.map(([startS, endS]): Span => [startS, endS]),
      pauseS: state.pauseS,
    }),
    kept: () => (state.isTrimmed ? history.present.kept : null),
  };
}

function describe({ past, present, future }: History, durationS: number) {
  const keptS = lengthOf(present.kept);
  return {
    // `ref` prevents proxies for the spans, of which there can be hundreds. They are always replaced as a whole.
    kept: ref(present.kept as Span[]),
    keptS,
    isTrimmed: keptS < durationS - 1e-6,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
}

/**
 * Reads edits that were stored before a reload. Returns null if they are invalid or belong to a recording of another
 * length.
 */
export function readTrimEdits(value: unknown, durationS: number): TrimEdits | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kept, pauseS, durationS: ofS } = value as Partial<Record<keyof TrimEdits, unknown>>;
  if (typeof ofS !== 'number' || Math.abs(ofS - durationS) > 0.01) return null;
  if (!Array.isArray(kept) || !kept.every(isSpan)) return null;
  const pause = pauseChoicesS.find((choice) => choice === pauseS);
  return { durationS, kept, pauseS: pause ?? 5 };
}

const isSpan = (value: unknown): value is Span =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[1] > value[0];
