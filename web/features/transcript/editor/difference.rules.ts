import { foldWord, matchWords, textToWords } from '#api/shared/transcript-edit/realign.ts';

/** Neighbouring words of a text. `isOwn` is true if the other text does not have them. */
export type Stretch = { text: string; isOwn: boolean };

/** Compares two texts word by word. Returns the stretches of both. */
export function compareTexts(a: string, b: string): { a: Stretch[]; b: Stretch[] } {
  const [inA, inB] = [textToWords(a), textToWords(b)];
  const partners = matchWords(inA, inB);
  const shared = new Set(partners.filter((partner) => partner >= 0));
  return {
    a: toStretches(inA, (index) => !shared.has(index)),
    b: toStretches(inB, (index) => (partners[index] ?? -1) < 0),
  };
}

function toStretches(words: readonly string[], isOwnAt: (index: number) => boolean): Stretch[] {
  const stretches: Stretch[] = [];
  words.forEach((text, index) => {
    const isOwn = isOwnAt(index);
    const last = stretches.at(-1);
    if (last && last.isOwn === isOwn) last.text += ` ${text}`;
    else stretches.push({ text, isOwn });
  });
  return stretches;
}

const bare = (word: string): string => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Returns the former and the new word, without punctuation, if exactly one word was replaced; otherwise null. */
export function correctedWord(before: string, after: string): { from: string; to: string } | null {
  const [a, b] = [textToWords(before), textToWords(after)];
  if (a.length !== b.length) return null;
  const changed = a.flatMap((word, index) => (word === b[index] ? [] : [index]));
  const [at] = changed;
  if (changed.length !== 1 || at === undefined) return null;
  const [from, to] = [bare(a[at] ?? ''), bare(b[at] ?? '')];
  // If only case or punctuation has changed, the change is not offered for other places.
  if (from === '' || to === '' || foldWord(from) === foldWord(to)) return null;
  return { from, to };
}
