import type { Span } from './span.rules.ts';

export type TrimAction =
  | 'undo'
  | 'redo'
  | 'remove'
  | 'unselect'
  | 'bracketStart'
  | 'bracketEnd'
  | 'selectFrom'
  | 'selectTo'
  | 'toggle';

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

const plain: Record<string, TrimAction> = {
  Delete: 'remove',
  Backspace: 'remove',
  Escape: 'unselect',
  i: 'selectFrom',
  o: 'selectTo',
  ' ': 'toggle',
};

export function keyToTrimAction({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): TrimAction | null {
  // Swiss and German keyboards type brackets with AltGr, which sets Ctrl and Alt.
  if (key === '[') return 'bracketStart';
  if (key === ']') return 'bracketEnd';
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
    return key.toLowerCase() === 'y' ? 'redo' : null;
  }
  return plain[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** Length of a new selection as a share of the visible part of the recording. */
const freshShare = 0.1;
/** Shortest selection, s. */
const leastS = 0.01;

type SelectInput = { selection: Readonly<Span> | null; seenS: number; durationS: number };

/**
 * Moves the start of the selection to `timeS`, s. A new selection is made if there is none, or if it ends before that
 * time.
 */
export function selectFrom(timeS: number, { selection, seenS, durationS }: SelectInput): Span {
  const endS = selection && selection[1] > timeS + leastS ? selection[1] : timeS + seenS * freshShare;
  return [timeS, Math.min(durationS, endS)];
}

export function selectTo(timeS: number, { selection, seenS }: SelectInput): Span {
  const startS = selection && selection[0] < timeS - leastS ? selection[0] : timeS - seenS * freshShare;
  return [Math.max(0, startS), timeS];
}

/** Returns the selection with one end moved. It cannot pass the other end. */
export const moveSelection = ([startS, endS]: Readonly<Span>, side: 'start' | 'end', timeS: number): Span =>
  side === 'start' ? [Math.min(timeS, endS - leastS), endS] : [startS, Math.max(timeS, startS + leastS)];
