import { draftOf, type Draft, type Turn } from './draft.ts';
import { distanceOf, isOtherEnding } from './letters.rules.ts';
import { soundOf } from './reading.rules.ts';
import { isCapital, tokensOf } from './token.rules.ts';

/** A word that may be a name or a term that was misheard, and the turns that it stands in. */
export type Term = { text: string; places: readonly { turn: Turn; start: number }[] };

const minLength = 4;
/** Below this the recogniser was unsure of a word. */
const unsure = 0.5;
const maxTerms = 240;

/**
 * Names and terms to ask about: words that no dictionary knows, that the recogniser was unsure of, and names that are written in
 * several ways. The most doubtful first.
 */
export function collectTerms(turns: readonly Turn[], unknown: ReadonlySet<string>): Term[] {
  const found = new Map<
    string,
    { places: { turn: Turn; start: number }[]; least: number; isName: boolean }
  >();
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
  const names = [...found].filter(([, { isName }]) => isName).map(([text]) => text);
  const variants = new Set(variantsAmong(names));
  return [...found]
    .flatMap(([text, { places, least }]) => {
      const doubt = (unknown.has(text) ? 2 : 0) + (variants.has(text) ? 1 : 0) + (least < unsure ? 1 : 0);
      return doubt === 0 ? [] : [{ text, places, doubt }];
    })
    .toSorted((a, b) => b.doubt - a.doubt)
    .slice(0, maxTerms)
    .map(({ text, places }) => ({ text, places }));
}

/** Names that sound alike and are written differently. */
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

/** Whether a model's answer may stand in place of a word: a word or a term that sounds like it, nothing invented. */
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

/** The places of a term in turns that it was found to fit in. */
export const termDrafts = ({ text, places }: Term, right: string, fits: ReadonlySet<string>): Draft[] =>
  places.flatMap(({ turn, start }) =>
    fits.has(turn.id) ? [draftOf(turn, 'model', { start, from: text, to: right })] : [],
  );
