import type { TranscribedSegment } from '#workers/preview/preview.contract.ts';

type Word = TranscribedSegment['words'][number];

export type DraftParagraph = {
  /** Time of the first word, s. */
  start: number;
  words: readonly Word[];
};

/** A pause from which on a new paragraph begins, s. */
const pauseS = 1.5;
/** Number of words from which on the next segment begins a new paragraph. */
const mostWords = 80;

/**
 * Returns a function that divides a growing draft into paragraphs. A paragraph to which nothing was added is the same object
 * as before, so that it is not rendered again.
 */
export function createParagraphs(): (segments: readonly TranscribedSegment[]) => DraftParagraph[] {
  const known = new WeakMap<TranscribedSegment, DraftParagraph>();
  return (segments) =>
    group(segments).flatMap((part): DraftParagraph[] => {
      const [first] = part;
      if (!first) return [];
      const words = part.flatMap(wordsOf);
      const before = known.get(first);
      if (before?.words.length === words.length) return [before];
      const paragraph = { start: words[0]?.start ?? first.start, words };
      known.set(first, paragraph);
      return [paragraph];
    });
}

function group(segments: readonly TranscribedSegment[]): TranscribedSegment[][] {
  const parts: TranscribedSegment[][] = [];
  let count = 0;
  let endS = -Infinity;
  for (const segment of segments) {
    const words = wordsOf(segment);
    if (words.length === 0) continue;
    const isNew = segment.start - endS >= pauseS || count >= mostWords;
    if (isNew || parts.length === 0) {
      parts.push([]);
      count = 0;
    }
    parts.at(-1)?.push(segment);
    count += words.length;
    endS = segment.end;
  }
  return parts;
}

/** A segment whose words have no times counts as one word. */
const wordsOf = ({ words, start, end, text }: TranscribedSegment): readonly Word[] =>
  words.length > 0 || text.trim() === '' ? words : [{ text: text.trim(), start, end, confidence: 0 }];

type Spans = readonly (readonly [number, number])[];

/** Returns one character for each word: `1` if its middle lies in one of the `cuts`, which ascend. */
export const cutKey = (words: readonly Word[], cuts: Spans): string =>
  words.map(({ start, end }) => (isIn(cuts, (start + end) / 2) ? '1' : '0')).join('');

function isIn(cuts: Spans, atS: number): boolean {
  const cut = cuts.find(([, toS]) => toS > atS);
  return cut !== undefined && cut[0] <= atS;
}

/** A run of neighbouring words that are all cut out, or all kept. */
export type WordRun = { first: number; words: readonly Word[]; isCut: boolean };

/** `cut` is the `cutKey` of the words. */
export function runsOf(words: readonly Word[], cut: string): WordRun[] {
  const runs: (WordRun & { words: Word[] })[] = [];
  for (const [index, word] of words.entries()) {
    const isCut = cut[index] === '1';
    const last = runs.at(-1);
    if (last?.isCut === isCut) last.words.push(word);
    else runs.push({ first: index, words: [word], isCut });
  }
  return runs;
}
