type Timed = { start: number; words: readonly { start: number }[] };

/** Index of a segment, and of a word in it. `word` is -1 before its first word. */
export type Place = { segment: number; word: number };

/**
 * Returns the last segment and the last word in it that have begun at a time, s; null before the first segment.
 * Segments and words must ascend by their start.
 */
export function placeAt(segments: readonly Timed[], timeS: number): Place | null {
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
