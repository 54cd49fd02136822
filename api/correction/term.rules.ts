import { draftOf, type Draft, type Turn } from './draft.ts';
import { distanceOf, isOtherEnding } from './letters.rules.ts';
import { soundOf } from './rewrite-changes.rules.ts';
import { isCapital, tokensOf } from './token.rules.ts';

/** A possibly misheard name or term with all its occurrences. */
export type Term = { text: string; places: readonly { turn: Turn; start: number }[] };

const minLength = 4;
/** The recogniser was unsure of a word whose confidence (0 to 1) is below this. */
const unsure = 0.5;
const maxTerms = 240;
const maxNames = 50;
/** At most this many words of the hints are compared with each word of the transcript. */
const maxHintWords = 200;

/**
 * `least` is the lowest confidence of an occurrence. `isName` is true if an occurrence within a sentence is
 * capitalised.
 */
type Found = { places: { turn: Turn; start: number }[]; least: number; isName: boolean };
type Collecting = {
  turns: readonly Turn[];
  unknown: ReadonlySet<string>;
  /** Words known to be right: names of speakers, words from earlier corrections. */
  known: ReadonlySet<string>;
  hints: string;
};

/**
 * Returns names and terms to ask about, the most doubtful first: words of the hints and words that may be a mishearing of one,
 * words that no dictionary knows, words that the recogniser was unsure of, and names that are written in several ways. If no
 * word is doubtful but there are hints, returns some of the names, because the hints may be about any of them.
 */
export function collectTerms({ turns, unknown, known, hints }: Collecting): Term[] {
  const found = wordsOf(turns);
  const isHinted = hintedBy(hints);
  const names = [...found].filter(([, { isName }]) => isName).map(([text]) => text);
  const variants = new Set(variantsAmong(names));
  const doubtful = [...found].flatMap(([text, { places, least }]) => {
    const hinted = isHinted(text) ? 4 : 0;
    const doubt = (unknown.has(text) ? 2 : 0) + (variants.has(text) ? 1 : 0) + (least < unsure ? 1 : 0);
    const total = hinted + (known.has(text) ? 0 : doubt);
    return total === 0 ? [] : [{ text, places, doubt: total }];
  });
  if (doubtful.length === 0 && hints.trim() !== '')
    return names.slice(0, maxNames).map((text) => ({ text, places: found.get(text)!.places }));
  return doubtful
    .toSorted((a, b) => b.doubt - a.doubt)
    .slice(0, maxTerms)
    .map(({ text, places }) => ({ text, places }));
}

/** Returns a function that tells whether the hints name a word or its likely correction. */
function hintedBy(hints: string): (text: string) => boolean {
  const words = [...new Set(hints.match(/[\p{L}\p{M}\p{N}'’-]{4,}/gu))].slice(0, maxHintWords);
  const named = new Set(words.map((word) => word.toLowerCase()));
  const names = words.filter(isCapital);
  return (text) => named.has(text.toLowerCase()) || names.some((name) => isPlausible(text, name));
}

function wordsOf(turns: readonly Turn[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const turn of turns) {
    for (const { text, start, confidence, isFirst } of tokensOf(turn)) {
      if (text.length < minLength) continue;
      const entry = found.get(text) ?? { places: [], least: 1, isName: false };
      entry.places.push({ turn, start });
      entry.least = Math.min(entry.least, confidence);
      entry.isName ||= isCapital(text) && !isFirst;
      found.set(text, entry);
    }
  }
  return found;
}

function variantsAmong(names: readonly string[]): string[] {
  const bySound = new Map<string, string[]>();
  for (const name of names) {
    const sound = soundOf(name);
    bySound.set(sound, [...(bySound.get(sound) ?? []), name]);
  }
  return [...bySound.values()].filter((same) => same.length > 1).flat();
}

const maxTermLength = 60;
const maxTermWords = 4;

/** True if a model's answer may replace a word: both must sound alike or have a similar spelling. */
export function isPlausible(text: string, right: string): boolean {
  if (right === '' || right === text || right.length > maxTermLength) return false;
  if (!/^[\p{L}\p{M}\p{N}'’ .-]+$/u.test(right) || !/\p{L}/u.test(right)) return false;
  if (right.split(' ').length > maxTermWords || /\p{N}/u.test(right) !== /\p{N}/u.test(text)) return false;
  const [a, b] = [text, right].map((word) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')) as [
    string,
    string,
  ];
  if (a === b || soundOf(a) === soundOf(b)) return true;
  return !isOtherEnding(a, b) && distanceOf(a, b) <= Math.max(a.length, b.length) * 0.4;
}

/** Returns the suggestions for the occurrences of a term in the turns with these ids. */
export const termDrafts = ({ text, places }: Term, right: string, turnIds: ReadonlySet<string>): Draft[] =>
  places.flatMap(({ turn, start }) =>
    turnIds.has(turn.id) ? [draftOf(turn, 'model', { start, from: text, to: right })] : [],
  );
