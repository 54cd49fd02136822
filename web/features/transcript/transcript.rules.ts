import type { Segment, Word } from '#api/contract/transcript.ts';

/** Index of a segment, and of a word in it; `word` is -1 before its first word. */
export type Place = { segment: number; word: number };

/**
 * What is said at a time: the last segment that has begun, and its last word that has begun. Null before the first.
 * Segments and words ascend by their start.
 */
export function placeAt(segments: readonly Segment[], timeS: number): Place | null {
  const segment = lastStarted(segments, timeS);
  if (segment < 0) return null;
  return { segment, word: lastStarted(segments[segment]?.words ?? [], timeS) };
}

function lastStarted(items: readonly { start: number }[], timeS: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle] as { start: number }).start <= timeS) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Whether another speaker begins with this segment: it gets a heading. */
export const beginsTurn = (segments: readonly Segment[], index: number): boolean =>
  segments[index] !== undefined && segments[index].speaker !== segments[index - 1]?.speaker;

/** The segments that one speaker says without another one between, around `index`: from, and up to but not including. */
export function turnAround(segments: readonly Segment[], index: number): [from: number, to: number] {
  const speaker = segments[index]?.speaker;
  let from = index;
  let to = index + 1;
  while (from > 0 && segments[from - 1]?.speaker === speaker) from--;
  while (to < segments.length && segments[to]?.speaker === speaker) to++;
  return [from, to];
}

/**
 * Below this confidence a word is underlined. One half: the engine itself held all other readings together for likelier.
 * What a person wrote has confidence 1.
 */
const unsureBelow = 0.5;

const isUnsure = (word: Pick<Word, 'confidence'>): boolean => word.confidence < unsureBelow;

/** Segments that somebody should listen to: doubted as a whole, or with a word that the engine was unsure of. Ascending. */
export const doubtfulSegments = (segments: readonly Segment[]): number[] =>
  segments.flatMap(({ doubt, words }, index) => (doubt !== null || words.some(isUnsure) ? [index] : []));

/** The first of `indexes` (ascending) after `index`, from the beginning again after the last; null where there are none. */
export const nextOf = (indexes: readonly number[], index: number): number | null =>
  indexes.find((one) => one > index) ?? indexes[0] ?? null;

/** Height of a segment before it is measured, px: its lines at the reading size, and its heading. */
export function estimateHeight(segment: Segment, hasHeading: boolean, widthPx: number): number {
  const charactersALine = Math.max(20, Math.min(68, Math.floor(widthPx / 8.6)));
  const lines = Math.max(1, Math.ceil(segment.text.length / charactersALine));
  return lines * 29 + (hasHeading ? 56 : 0) + 8;
}

export type Piece = { text: string; word: number | null; isUnsure: boolean };

/**
 * The text of a segment cut into its words and what stands between them, so that each word can be pointed at and the text
 * reads exactly as it was written. Words that do not occur in it in their order stay without a place.
 */
export function textPieces(segment: Segment): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  segment.words.forEach((word, index) => {
    const text = word.text.trim();
    const found = text === '' ? -1 : segment.text.indexOf(text, at);
    if (found < 0) return;
    if (found > at) pieces.push({ text: segment.text.slice(at, found), word: null, isUnsure: false });
    pieces.push({ text, word: index, isUnsure: isUnsure(word) });
    at = found + text.length;
  });
  if (at < segment.text.length) pieces.push({ text: segment.text.slice(at), word: null, isUnsure: false });
  return pieces;
}
