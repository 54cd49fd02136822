import { foldWord, matchWords } from '#api/shared/transcript-edit/realign.ts';
import { defuseLine } from '#api/engines/text/llm/data-block.ts';
import { distanceOf, isOtherEnding, weightOf, withoutMarks } from './letters.rules.ts';

/**
 * A change of the range `[start, start + from.length)` of a text, in UTF-16 units. `isSpelling` is true if the letters
 * differ, not only punctuation and case. `isAlike` is true if both sound the same, or differ by diacritics, doubled
 * letters or spaces alone.
 */
export type Change = { start: number; from: string; to: string; isSpelling: boolean; isAlike: boolean };

type Placed = { text: string; start: number };

/** Largest number of words that may replace others with the same letters. More words are a different sentence. */
const maxJoined = 4;
/** Smallest share of words that must match. If fewer match, the turn was rewritten instead of proofread. */
const minMatchedShare = 0.6;

const hasLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Returns the words of a text with their positions. Free-standing punctuation belongs to the word before it. */
function placedWords(text: string): Placed[] {
  const words: Placed[] = [];
  for (const { 0: piece, index: start } of text.matchAll(/\S+/gu)) {
    const last = words.at(-1);
    if (last && (!hasLetter(piece) || !hasLetter(last.text)))
      last.text = text.slice(last.start, start + piece.length);
    else words.push({ text: piece, start });
  }
  return words;
}

/**
 * Aligns a rewritten text with the original and returns the places with the same wording in another spelling, case or
 * punctuation. Changed, added or omitted words are ignored.
 */
export function changesOf(text: string, rewritten: string): Change[] {
  const [before, after] = [placedWords(text), placedWords(rewritten)];
  const [folded, now] = [before, after].map((words) => words.map((word) => foldWord(word.text))) as [
    string[],
    string[],
  ];
  const partners = matchWords(folded, now);
  const changes: Change[] = [];
  const add = (old: readonly Placed[], put: readonly Placed[], isSpelling: boolean, isAlike = true): void => {
    const [first, last] = [old[0], old.at(-1)];
    if (!first || !last || put.length === 0) return;
    const from = text.slice(first.start, last.start + last.text.length);
    const to = put.map((word) => word.text).join(' ');
    // Text that was escaped for the prompt is skipped. So is a change that only replaces quotation marks or apostrophes
    // by other ones.
    if (defuseLine(from) !== from || plainSigns(from) === plainSigns(to)) return;
    changes.push({ start: first.start, from, to, isSpelling, isAlike });
  };
  let [next, matched] = [0, 0];
  for (let index = 0; index <= after.length;) {
    let until = index;
    while (until < after.length && partners[until] === -1) until++;
    const reach = until < after.length ? partners[until]! : before.length;
    const [removed, added] = [before.slice(next, reach), after.slice(index, until)];
    const letters = (words: readonly Placed[]) => words.map((word) => foldWord(word.text)).join('');
    if (removed.length > 0 && letters(removed) === letters(added) && added.length <= maxJoined) {
      add(removed, added, true);
      matched += Math.max(removed.length, added.length);
    } else {
      let from = 0;
      for (const word of removed) {
        const at = added.findIndex((each, index) => index >= from && isSameWord(word.text, each.text));
        const put = added[at];
        if (!put) continue;
        add([word], [put], true, isAlike(word.text, put.text));
        [from, matched] = [at + 1, matched + 1];
      }
    }
    const [old, put] = [before[reach], after[until]];
    if (old && put) {
      matched++;
      if (old.text !== put.text) add([old], [put], false);
    }
    next = reach + 1;
    index = until + 1;
  }
  const isRewritten = matched < minMatchedShare * Math.max(before.length, after.length);
  return isRewritten ? [] : changes;
}

const plainSigns = (text: string): string => text.replace(/[’‘]/gu, "'").replace(/[„“”«»]/gu, '"');

/**
 * True if two words are spellings of one word. Words with digits never count as such. Words that differ in their ending
 * count only if they sound alike.
 */
function isSameWord(a: string, b: string): boolean {
  if (/\p{N}/u.test(a) || /\p{N}/u.test(b)) return false;
  const [one, two] = [foldWord(a), foldWord(b)];
  if (isAlike(a, b)) return true;
  const longer = Math.max(one.length, two.length);
  return longer >= 5 && one[0] === two[0] && distanceOf(one, two, 2) <= 2 && !isOtherEnding(one, two);
}

function isAlike(a: string, b: string): boolean {
  const [one, two] = [foldWord(a), foldWord(b)];
  return weightOf(one, two) <= 0.5 || soundOf(one) === soundOf(two);
}

/**
 * Returns an approximate phonetic key for German, English, French and Italian. Letters that are often confused give the
 * same key.
 */
export function soundOf(word: string): string {
  return withoutMarks(word.toLowerCase().replaceAll('ß', 'ss').replace(/ä/gu, 'e'))
    .replace(/ph/gu, 'f')
    .replace(/[dt]+h?$/u, 't')
    .replace(/th/gu, 't')
    .replace(/(?:g|ck|k|c)+$/u, 'k')
    .replace(/b$/u, 'p')
    .replace(/ck|qu/gu, 'k')
    .replace(/v/gu, 'f')
    .replace(/[yi]e|[yj]/gu, 'i')
    .replace(/(?<=[aeiou])h/gu, '')
    .replace(/z/gu, 's')
    .replace(/(\p{L})\1+/gu, '$1');
}
