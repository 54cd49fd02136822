import type { Token, VersionWords } from './carry-words.rules.ts';

/** Two engines time the same word at most this far apart, s. */
export const toleranceS = 0.4;
/** A pause of this length between two words is a seam, s. */
const pauseS = 0.25;
/** Limit for the length of a word, s. No word is longer. */
const longestWordS = 5;
/**
 * Costs that are added to the distance of a place, s: for each neighbouring word that differs, and if no segment ends
 * there.
 */
const otherWordCost = 0.15;
const noSeamCost = 0.1;

/** Words before and after a place in the older version, as the engine and as a person wrote them. */
export type Neighbours = { before: readonly string[]; after: readonly string[] };
/** Stands for the word before the beginning and after the end of a version. */
export const edge = '\n';

export type Places = ReturnType<typeof createPlaces>;

/** Creates a search for places of an older version among the words of a newer one, by time. */
export function createPlaces(words: VersionWords) {
  const { tokens, isSeam, isDivisible } = words;
  const times = createTimeOrder(tokens);

  /** Returns the distance of a place, s, with the costs of its differences; null if nothing shows that it is the place. */
  function costOf(place: number, atS: number, side: 'start' | 'end', neighbours: Neighbours): number | null {
    const [before, after] = [tokens[place - 1], tokens[place]];
    const own = side === 'start' ? after?.start : before?.end;
    if (own === undefined || Math.abs(own - atS) > toleranceS) return null;
    const known =
      Number(neighbours.before.includes(before?.fold ?? edge)) +
      Number(neighbours.after.includes(after?.fold ?? edge));
    const seam = isSeam(place);
    const isPause = before && after && after.start - before.end >= pauseS;
    if (!seam && !((known > 0 || isPause) && isDivisible(place))) return null;
    return Math.abs(own - atS) + otherWordCost * (2 - known) + (seam ? 0 : noSeamCost);
  }

  return {
    firstFrom: times.firstFrom,

    /**
     * Finds where speech that began (`start`) or ended (`end`) at a time, s, begins or ends now. Returns null without
     * evidence: a seam between segments, a known neighbouring word, or a pause.
     */
    find(atS: number, side: 'start' | 'end', neighbours: Neighbours): number | null {
      let best: number | null = null;
      let bestCost = Infinity;
      for (let place = times.firstNear(atS - longestWordS); place <= tokens.length; place++) {
        if (place < tokens.length && place > 0 && times.earliestFrom(place - 1) > atS + toleranceS) break;
        const cost = costOf(place, atS, side, neighbours);
        if (cost !== null && cost < bestCost) [best, bestCost] = [place, cost];
      }
      return best;
    },

    /** True if no word lies in the span, s. Words for which `isIgnored` is true do not count. */
    isSilent(startS: number, endS: number, isIgnored: (place: number) => boolean = () => false): boolean {
      for (let place = times.firstNear(startS - longestWordS); place < tokens.length; place++) {
        if (times.earliestFrom(place) > endS) break;
        if (isWithin(tokens[place]!, startS, endS) && !isIgnored(place)) return false;
      }
      return true;
    },

    /** Returns the place of an insertion at a time, s; null inside a segment that cannot be divided there. */
    gapAt(atS: number): number | null {
      const place = times.firstFrom(atS);
      return isSeam(place) || isDivisible(place) ? place : null;
    },

    textBetween: (startS: number, endS: number): string =>
      tokens
        .filter((token) => isWithin(token, startS, endS))
        .map(({ text }) => text)
        .join(' '),
  };
}

function isWithin({ start, end }: Token, startS: number, endS: number): boolean {
  const middle = (start + end) / 2;
  return middle > startS && middle < endS;
}

/** Creates a search for words by time. Words of speakers who talk at the same time are not in order of time. */
function createTimeOrder(tokens: readonly Token[]) {
  const latest = new Float64Array(tokens.length);
  for (let index = 0, most = 0; index < tokens.length; index++)
    latest[index] = most = Math.max(most, tokens[index]!.start);
  const earliest = new Float64Array(tokens.length);
  for (let index = tokens.length - 1, least = Infinity; index >= 0; index--)
    earliest[index] = least = Math.min(least, tokens[index]!.start);

  /** Returns the number of leading words that all begin before a time, s. */
  function firstNear(atS: number): number {
    let [low, high] = [0, tokens.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (latest[middle]! < atS) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    firstNear,
    /** Returns the earliest start of a word from a place on, s. */
    earliestFrom: (place: number): number => earliest[place]!,
    /** Returns the place of the first word that begins at a time, s, or later. */
    firstFrom(atS: number): number {
      let place = firstNear(atS);
      while (place > 0 && tokens[place - 1]!.start >= atS) place--;
      return place;
    },
  };
}
