import type { Segment, Transcript } from '#api/contract/transcript.ts';

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

/** The name that a segment is headed by; null where it is the one before's, and the heading is left out. */
export function headingOf(transcript: Transcript, index: number): string | null {
  const segment = transcript.segments[index];
  if (!segment || segment.speaker === transcript.segments[index - 1]?.speaker) return null;
  return transcript.speakers[segment.speaker]?.name ?? segment.speaker;
}

/** Height of a segment before it is measured, px: its lines at the reading size, and its heading. */
export function estimateHeight(segment: Segment, hasHeading: boolean, widthPx: number): number {
  const charactersALine = Math.max(20, Math.min(68, Math.floor(widthPx / 8.6)));
  const lines = Math.max(1, Math.ceil(segment.text.length / charactersALine));
  return lines * 29 + (hasHeading ? 36 : 0) + 12;
}

export type Piece = { text: string; word: number | null };

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
    if (found > at) pieces.push({ text: segment.text.slice(at, found), word: null });
    pieces.push({ text, word: index });
    at = found + text.length;
  });
  if (at < segment.text.length) pieces.push({ text: segment.text.slice(at), word: null });
  return pieces;
}
