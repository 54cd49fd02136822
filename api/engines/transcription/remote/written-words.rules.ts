import type { ToldWord } from './answer.rules.ts';

/** When a word was said, and how sure the server was of it. */
export type Timing = Omit<ToldWord, 'text'>;

const isSaid = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Words of a text as they are written; a sign that stands alone belongs to the word before it (`va ?`), at the start to the next. */
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

type Letter = { letter: string; owner: number };

/** The letters and figures of words, in lower case, each with the index of its word. */
const lettersOf = (words: readonly string[]): Letter[] =>
  words.flatMap((word, owner) =>
    [...word.normalize('NFKC').toLowerCase()].filter(isSaid).map((letter) => ({ letter, owner })),
  );

// above it a comparison would hold up the server; texts that differ and are that long are not matched
const mostComparisons = 4_000_000;

/**
 * Finds the words of a text among those with times: servers tell the latter without signs, cut otherwise (`l'` `homme`, `20`
 * `%`) or written otherwise. Compared letter by letter. Null: no letter of the word was found. Ascending as the words told are.
 */
export function findTimings(words: readonly string[], told: readonly ToldWord[]): (Timing | null)[] {
  const ours = lettersOf(words);
  const theirs = lettersOf(told.map(({ text }) => text));
  const isSame =
    ours.length === theirs.length && ours.every(({ letter }, index) => letter === theirs[index]?.letter);
  const pairs = isSame ? ours.map((_, index) => [index, index] as const) : commonLetters(ours, theirs);
  const found = words.map(() => new Set<number>());
  for (const [our, their] of pairs) found[(ours[our] as Letter).owner]?.add((theirs[their] as Letter).owner);
  return found.map((indices) => joined([...indices].map((index) => told[index] as ToldWord)));
}

function joined(told: readonly ToldWord[]): Timing | null {
  const [first] = told;
  if (!first) return null;
  const sure = told.flatMap(({ confidence }) => confidence ?? []);
  return {
    start: first.start,
    end: Math.max(...told.map(({ end }) => end)),
    confidence: sure.length === 0 ? null : Math.min(...sure),
  };
}

/** Pairs of indices of a longest common subsequence. */
function commonLetters(ours: readonly Letter[], theirs: readonly Letter[]): [number, number][] {
  const width = theirs.length + 1;
  if (ours.length * theirs.length > mostComparisons) return [];
  const longest = new Uint16Array((ours.length + 1) * width);
  const at = (our: number, their: number) => longest[our * width + their] as number;
  for (let our = ours.length - 1; our >= 0; our--)
    for (let their = theirs.length - 1; their >= 0; their--)
      longest[our * width + their] =
        ours[our]?.letter === theirs[their]?.letter
          ? at(our + 1, their + 1) + 1
          : Math.max(at(our + 1, their), at(our, their + 1));
  const pairs: [number, number][] = [];
  for (let our = 0, their = 0; our < ours.length && their < theirs.length;) {
    if (ours[our]?.letter === theirs[their]?.letter) pairs.push([our++, their++]);
    else if (at(our + 1, their) >= at(our, their + 1)) our++;
    else their++;
  }
  return pairs;
}

/** Whether both say the same, letter by letter. */
export const hasSameLetters = (words: readonly string[], told: readonly ToldWord[]): boolean => {
  const letters = (texts: readonly string[]) =>
    lettersOf(texts)
      .map(({ letter }) => letter)
      .join('');
  return letters(words) === letters(told.map(({ text }) => text));
};
