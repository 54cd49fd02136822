import { foldWord } from '#api/shared/transcript-edit/realign.ts';
import type { Segment } from '#api/contract/transcript.ts';

/** Two engines time the same word at most this far apart, s. */
export const toleranceS = 0.4;
/** A pause of this length between two words is a seam, s. */
const pauseS = 0.25;
/** Longer than any word, s. */
const longestWordS = 5;
/** Penalties of a place, as distance in s: a neighbouring word that differs; no seam of the engine. */
const strangerCost = 0.15;
const noSeamCost = 0.1;

/** A word among all words of a version. A segment without words is one piece. */
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

/** Words before and after a place in the older version, as the engine and as a person wrote them. */
export type Beside = { before: readonly string[]; after: readonly string[] };
/** Stands for the beginning and the end of a version. */
export const edge = '\n';

export type Places = ReturnType<typeof createPlaces>;

/**
 * Finds places of an older version among the words of a newer one. A place is the index of the word that follows it, or
 * the number of words. `isSettled`: segments that must not be changed.
 */
export function createPlaces(segments: readonly Segment[], isSettled: (segment: Segment) => boolean) {
  const tokens = tokensOf(segments);
  const settled = segments.map(isSettled);
  // Words of overlapping speakers are not in order of time.
  const latest = new Float64Array(tokens.length);
  for (let index = 0, most = 0; index < tokens.length; index++)
    latest[index] = most = Math.max(most, tokens[index]!.start);
  const earliest = new Float64Array(tokens.length);
  for (let index = tokens.length - 1, least = Infinity; index >= 0; index--)
    earliest[index] = least = Math.min(least, tokens[index]!.start);

  const isSeam = (place: number): boolean =>
    place === 0 || place === tokens.length || tokens[place]!.segment !== tokens[place - 1]!.segment;

  /** Whether a split at the start of the word divides its segment exactly there. */
  const isDivisible = (place: number): boolean => {
    const { segment, start } = tokens[place]!;
    if (settled[segment]) return false;
    const at = Math.round(start * 1000);
    for (let index = place - 1; index >= 0 && tokens[index]!.segment === segment; index--)
      if (Math.round(tokens[index]!.start * 1000) >= at) return false;
    for (let index = place + 1; index < tokens.length && tokens[index]!.segment === segment; index++)
      if (tokens[index]!.start < start) return false;
    return true;
  };

  const firstNear = (s: number): number => {
    let [low, high] = [0, tokens.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (latest[middle]! < s) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  /** The first word that begins at a time, s, or later. */
  const firstFrom = (atS: number): number => {
    let place = firstNear(atS);
    while (place > 0 && tokens[place - 1]!.start >= atS) place--;
    return place;
  };

  return {
    tokens,
    isSeam,
    firstFrom,

    /**
     * Finds where speech that began (`start`) or ended (`end`) at a time, s, begins or ends now. Null without evidence: a
     * seam between segments, a known neighbouring word, or a pause.
     */
    find(atS: number, side: 'start' | 'end', beside: Beside): number | null {
      let best: number | null = null;
      let bestCost = Infinity;
      for (let place = firstNear(atS - longestWordS); place <= tokens.length; place++) {
        if (place < tokens.length && place > 0 && earliest[place - 1]! > atS + toleranceS) break;
        const [before, after] = [tokens[place - 1], tokens[place]];
        const own = side === 'start' ? after?.start : before?.end;
        if (own === undefined || Math.abs(own - atS) > toleranceS) continue;
        const known =
          Number(beside.before.includes(before?.fold ?? edge)) +
          Number(beside.after.includes(after?.fold ?? edge));
        const seam = isSeam(place);
        const isPause = before && after && after.start - before.end >= pauseS;
        if (!seam && !((known > 0 || isPause) && isDivisible(place))) continue;
        const cost = Math.abs(own - atS) + strangerCost * (2 - known) + (seam ? 0 : noSeamCost);
        if (cost < bestCost) [best, bestCost] = [place, cost];
      }
      return best;
    },

    /** Whether the range is not empty and holds no settled segment. */
    isFree(from: number, to: number): boolean {
      for (let place = from; place < to; place++) if (settled[tokens[place]!.segment]) return false;
      return from < to;
    },

    /** Whether no word lies in the span, s, apart from those that `isLeftOut` names. */
    isSilent(startS: number, endS: number, isLeftOut: (place: number) => boolean = () => false): boolean {
      for (let place = firstNear(startS - longestWordS); place < tokens.length; place++) {
        const { start, end } = tokens[place]!;
        if (earliest[place]! > endS) break;
        const middle = (start + end) / 2;
        if (middle > startS && middle < endS && !isLeftOut(place)) return false;
      }
      return true;
    },

    /** Place of an insertion at a time, s; null inside a segment that cannot be divided there. */
    gapAt(atS: number): number | null {
      const place = firstFrom(atS);
      return isSeam(place) || isDivisible(place) ? place : null;
    },

    textBetween: (startS: number, endS: number): string =>
      tokens
        .filter(({ start, end }) => (start + end) / 2 > startS && (start + end) / 2 < endS)
        .map(({ text }) => text)
        .join(' '),

    textOf(from: number, to: number): string {
      const texts: string[] = [];
      for (let place = from; place < to;) {
        const { segment } = tokens[place]!;
        let next = place;
        while (next < to && tokens[next]!.segment === segment) next++;
        const isWhole = isSeam(place) && isSeam(next);
        texts.push(
          isWhole
            ? segments[segment]!.text
            : tokens
                .slice(place, next)
                .map(({ text }) => text)
                .join(' '),
        );
        place = next;
      }
      return texts.filter((text) => text !== '').join(' ');
    },
  };
}
