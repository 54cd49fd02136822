import type { ReportedWord } from './answer.rules.ts';

/** Times of a word, s, and the confidence that the server states, 0 to 1; null if it states none. */
export type Timing = { start: number; end: number; confidence: number | null };

const isSaid = (text: string) => /[\p{L}\p{N}]/u.test(text);

/**
 * Splits a text at spaces. Punctuation between spaces is added to the word before it (`va ?`), at the start of the text
 * to the first word.
 */
export function writtenWords(text: string): string[] {
  const words: string[] = [];
  let before = '';
  for (const token of text.split(/\s+/u).filter((each) => each !== '')) {
    if (isSaid(token)) {
      words.push(before === '' ? token : `${before} ${token}`);
      before = '';
    } else if (words.length > 0) words[words.length - 1] += ` ${token}`;
    else before = before === '' ? token : `${before} ${token}`;
  }
  return words;
}

export const lettersIn = (text: string): string[] => [...text.normalize('NFKC').toLowerCase()].filter(isSaid);

type Letter = { letter: string; owner: number };

const lettersOf = (words: readonly string[]): Letter[] =>
  words.flatMap((word, owner) => lettersIn(word).map((letter) => ({ letter, owner })));

/**
 * Aligns the words of a text with the reported words, which have times. The reported words may lack punctuation, and
 * may be split or spelt differently (`l'` `homme`, `20` `%`), so letters are compared. A timing is null if no letter of
 * the word was found, or if the reported word has no time. The times ascend if those of the server do.
 */
export function findTimings(words: readonly string[], reported: readonly ReportedWord[]): (Timing | null)[] {
  const ours = lettersOf(words);
  const theirs = lettersOf(reported.map(({ text }) => text));
  const found = words.map(() => new Set<number>());
  for (const [our, their] of commonPairs(
    ours.map(({ letter }) => letter),
    theirs.map(({ letter }) => letter),
  ))
    found[(ours[our] as Letter).owner]?.add((theirs[their] as Letter).owner);
  return found.map((indices) => joined([...indices].map((index) => reported[index] as ReportedWord)));
}

function joined(reported: readonly ReportedWord[]): Timing | null {
  const times = reported.flatMap(({ start, end }) =>
    start === null || end === null ? [] : [{ start, end }],
  );
  const [first] = times;
  if (!first) return null;
  const sure = reported.flatMap(({ confidence }) => confidence ?? []);
  return {
    start: first.start,
    end: Math.max(...times.map(({ end }) => end)),
    confidence: sure.length === 0 ? null : Math.min(...sure),
  };
}

// Largest table of comparisons. A larger one would block the event loop, so longer texts that differ are not matched.
const mostComparisons = 4_000_000;

/** Returns the index pairs of a longest common subsequence. */
export function commonPairs(ours: readonly string[], theirs: readonly string[]): [number, number][] {
  const shorter = Math.min(ours.length, theirs.length);
  let head = 0;
  while (head < shorter && ours[head] === theirs[head]) head++;
  let tail = 0;
  while (tail < shorter - head && ours.at(-1 - tail) === theirs.at(-1 - tail)) tail++;
  const [ourEnd, theirEnd] = [ours.length - tail, theirs.length - tail];
  const middle = differingPairs(ours.slice(head, ourEnd), theirs.slice(head, theirEnd));
  return [
    ...Array.from({ length: head }, (_, at): [number, number] => [at, at]),
    ...middle.map(([our, their]): [number, number] => [our + head, their + head]),
    ...Array.from({ length: tail }, (_, at): [number, number] => [ourEnd + at, theirEnd + at]),
  ];
}

function differingPairs(ours: readonly string[], theirs: readonly string[]): [number, number][] {
  const width = theirs.length + 1;
  if (ours.length * theirs.length > mostComparisons) return [];
  const longest = new Uint16Array((ours.length + 1) * width);
  const at = (our: number, their: number) => longest[our * width + their] as number;
  for (let our = ours.length - 1; our >= 0; our--)
    for (let their = theirs.length - 1; their >= 0; their--)
      longest[our * width + their] =
        ours[our] === theirs[their]
          ? at(our + 1, their + 1) + 1
          : Math.max(at(our + 1, their), at(our, their + 1));
  const pairs: [number, number][] = [];
  for (let our = 0, their = 0; our < ours.length && their < theirs.length;) {
    if (ours[our] === theirs[their]) pairs.push([our++, their++]);
    else if (at(our + 1, their) >= at(our, their + 1)) our++;
    else their++;
  }
  return pairs;
}

export const hasSameLetters = (words: readonly string[], reported: readonly ReportedWord[]): boolean =>
  lettersIn(words.join('')).join('') === lettersIn(reported.map(({ text }) => text).join('')).join('');
