import type { Correction } from '#api/contract/edits.ts';
import { limits } from '#api/contract/limits.ts';
import { foldWord, matchWords } from '#api/shared/transcript-edit/realign.ts';
import type { Segment } from '#api/contract/transcript.ts';

/**
 * Shortest word that counts, in letters. Shorter words are changed for grammar, not because a name or a term was
 * misheard.
 */
const minLength = 4;
/** Largest share of letters that may differ. Above it the word is another one. */
const maxDifferentShare = 0.5;

const bare = (text: string): string => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

type Worded = Pick<Segment, 'words'>;

/**
 * Finds corrections in an edited segment: single words replaced by single words of similar spelling ("Meyer" →
 * "Meier"). A change of the ending alone is no correction.
 */
export function correctionsOf(before: Worded, after: Worded): Correction[] {
  const [old, now] = [before.words, after.words].map((words) => words.map(({ text }) => text)) as [
    string[],
    string[],
  ];
  const partners = matchWords(old.map(foldWord), now.map(foldWord));
  const corrections: Correction[] = [];
  for (let index = 0; index < now.length; index++) {
    if (partners[index] !== -1) continue;
    const previous = index === 0 ? -1 : partners[index - 1]!;
    const next = index === now.length - 1 ? old.length : partners[index + 1]!;
    // Only a new word between two unchanged ones, in place of one word, counts.
    const isSingle = (index === 0 || previous !== -1) && next === previous + 2;
    if (!isSingle) continue;
    const [original, corrected] = [bare(old[previous + 1]!), bare(now[index]!)];
    if (isSimilar(original, corrected))
      corrections.push({ original_word: original, corrected_word: corrected });
  }
  return corrections;
}

function isSimilar(original: string, corrected: string): boolean {
  const [a, b] = [original.toLowerCase(), corrected.toLowerCase()];
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  if (shorter < minLength || longer > limits.maxCorrectionLength) return false;
  if (!/\p{L}/u.test(a) || !/\p{L}/u.test(b)) return false;
  if (a.startsWith(b) || b.startsWith(a)) return false;
  return distance(a, b) / longer <= maxDifferentShare;
}

/** Returns the edit distance in letters (Levenshtein 1966). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j]! + (a[i] === b[j] ? 0 : 1), row[j + 1]! + 1, next[j]! + 1));
    row = next;
  }
  return row[b.length]!;
}
