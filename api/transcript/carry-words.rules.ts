import { foldWord } from '#api/shared/transcript-edit/realign.ts';
import type { Segment } from '#api/contract/transcript.ts';

/** A word among all words of a version. A segment whose words have no times is one word. Times in s. */
export type Token = { segment: number; text: string; fold: string; start: number; end: number };

export function tokensOf(segments: readonly Segment[]): Token[] {
  return segments.flatMap(({ words, text, start, end }, segment) => {
    const pieces = words.length > 0 ? words : [{ text, start, end }];
    return pieces.map((word) => ({
      segment,
      text: word.text,
      fold: foldWord(word.text),
      start: word.start,
      end: word.end,
    }));
  });
}

export type VersionWords = ReturnType<typeof createVersionWords>;

/**
 * Creates the list of the words of a version. A place is the index of the word that follows it, or the number of words.
 * `isSettled` is true for segments that must not be changed.
 */
export function createVersionWords(segments: readonly Segment[], isSettled: (segment: Segment) => boolean) {
  const tokens = tokensOf(segments);
  const settled = segments.map(isSettled);
  return {
    tokens,
    segmentAt: (place: number): Segment => segments[tokens[place]!.segment]!,
    isSettledAt: (place: number): boolean => settled[tokens[place]!.segment]!,

    /** True if one segment ends and another begins there. */
    isSeam: (place: number): boolean =>
      place === 0 || place === tokens.length || tokens[place]!.segment !== tokens[place - 1]!.segment,

    /** True if a split at the start of the word divides its segment exactly there. */
    isDivisible(place: number): boolean {
      const { segment, start } = tokens[place]!;
      if (settled[segment]) return false;
      const at = Math.round(start * 1000);
      for (let index = place - 1; index >= 0 && tokens[index]!.segment === segment; index--)
        if (Math.round(tokens[index]!.start * 1000) >= at) return false;
      for (let index = place + 1; index < tokens.length && tokens[index]!.segment === segment; index++)
        if (tokens[index]!.start < start) return false;
      return true;
    },
  };
}
