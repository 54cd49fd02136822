import { draftOf, type Draft, type Turn } from './draft.ts';

/** An earlier correction of the person. Lists are sorted by use, most used first. */
export type OwnWord = { original: string; corrected: string };

/** Finds whole words that the person corrected before, except where the text already has the correction. */
export function findOwn(own: readonly OwnWord[], turns: readonly Turn[]): Draft[] {
  const wanted = new Map<string, string[]>();
  const said = beginnings(turns);
  for (const { original, corrected } of own) {
    // Of thousands of corrections few occur in a transcript, so the first word filters them.
    const begins = firstWord(original);
    if (begins !== undefined && !said.has(begins)) continue;
    const others = wanted.get(original) ?? [];
    if (!others.includes(corrected)) wanted.set(original, [...others, corrected]);
  }
  if (wanted.size === 0) return [];
  const words = [...wanted.keys()].toSorted((a, b) => b.length - a.length).map((each) => escaped(each));
  const find = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return turns.flatMap((turn) =>
    [...turn.text.matchAll(find)].flatMap(({ 0: from, index: start }) => {
      const [to, ...others] = wanted.get(from) ?? [];
      if (to === undefined || isThere(turn.text, to, start, from.length)) return [];
      return [draftOf(turn, 'own', { start, from, to, others })];
    }),
  );
}

const word = /[\p{L}\p{N}]+/gu;
const firstWord = (text: string): string | undefined => /^[\p{L}\p{N}]+/u.exec(text)?.[0];
const beginnings = (turns: readonly Turn[]): Set<string> =>
  new Set(turns.flatMap(({ text }) => text.match(word) ?? []));

/**
 * True if the text already has the correction. Example: "Frau" is corrected to "Frau Meier", but "Meier" follows
 * already.
 */
function isThere(text: string, to: string, start: number, length: number): boolean {
  for (let at = text.indexOf(to); at !== -1 && at <= start; at = text.indexOf(to, at + 1))
    if (at + to.length >= start + length) return true;
  return false;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
