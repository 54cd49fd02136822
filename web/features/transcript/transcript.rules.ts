import type { Segment, Word } from '#api/contract/transcript.ts';
import type { WordMark } from '#web/parts/transcript/doubt.rules.ts';

/**
 * True if a turn begins with this segment, because the speaker before is another one. The segment then has a heading.
 */
export const beginsTurn = (segments: readonly Segment[], index: number): boolean =>
  segments[index] !== undefined && segments[index].speaker !== segments[index - 1]?.speaker;

/** Returns the consecutive segments of one speaker around `index`; `to` is exclusive. */
export function turnAround(segments: readonly Segment[], index: number): [from: number, to: number] {
  const speaker = segments[index]?.speaker;
  let from = index;
  let to = index + 1;
  while (from > 0 && segments[from - 1]?.speaker === speaker) from--;
  while (to < segments.length && segments[to]?.speaker === speaker) to++;
  return [from, to];
}

/** Returns the estimated height of a segment, which is used until it is measured, px. */
export function estimateHeight(segment: Segment, hasHeading: boolean, widthPx: number): number {
  const charactersALine = Math.max(20, Math.min(68, Math.floor(widthPx / 8.6)));
  const lines = Math.max(1, Math.ceil(segment.text.length / charactersALine));
  return lines * 29 + (hasHeading ? 56 : 0) + 8;
}

type WordPlace = { word: number; from: number; to: number };

/**
 * Returns the ranges of the words in a segment's text, UTF-16 code units. Words that do not occur in their order have
 * no range.
 */
export function wordPlaces({ text, words }: Pick<Segment, 'text' | 'words'>): WordPlace[] {
  const places: WordPlace[] = [];
  let at = 0;
  words.forEach(({ text: own }, word) => {
    const sought = own.trim();
    const from = sought === '' ? -1 : text.indexOf(sought, at);
    if (from < 0) return;
    at = from + sought.length;
    places.push({ word, from, to: at });
  });
  return places;
}

export type Piece = { text: string; word: number | null; mark: WordMark | null };

/** Splits a segment's text into its words and the text between them. Joined, the pieces give the exact text. */
export function textPieces(segment: Segment, markOf: (word: Word) => WordMark | null): Piece[] {
  const pieces: Piece[] = [];
  const { text, words } = segment;
  let at = 0;
  for (const { word, from, to } of wordPlaces(segment)) {
    if (from > at) pieces.push({ text: text.slice(at, from), word: null, mark: null });
    pieces.push({ text: text.slice(from, to), word, mark: markOf(words[word] as Word) });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), word: null, mark: null });
  return pieces;
}

/** Returns the start of the word at an offset of the text, s; the start of the segment if it has no words. */
export function timeAtOffset(segment: Segment, offset: number): number {
  const place = wordPlaces(segment).findLast(({ from }) => from <= offset);
  return segment.words[place?.word ?? 0]?.start ?? segment.start;
}
