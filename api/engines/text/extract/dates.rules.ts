import type { CuePatterns } from './cue-patterns.rules.ts';
import { has, lower, plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';

export type DateSpan = { from: number; to: number; text: string };

/** Matches the beginning of a deadline, which is not merged: "on Monday, by Friday at the latest" is two dates. */
const limit = /^(?:bis|spätestens|vor|by|before|until|d'ici|avant|jusqu|entro|prima|fino)/iu;

/** Finds days, months, years, times and relative dates, in the words that were said. Adjacent ones are merged. */
export function datesIn(sentence: string, patterns: CuePatterns): DateSpan[] {
  const text = lower(plainApostrophes(sentence));
  const taken = [...text.matchAll(patterns.notDates)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  );
  const spans: DateSpan[] = [];
  for (const match of text.matchAll(patterns.dates)) {
    const from = match.index;
    const to = from + match[0].length;
    if (match[0] === '' || taken.some(([start, end]) => from < end && start < to)) continue;
    const last = spans.at(-1);
    const between = last ? text.slice(last.to, from) : '';
    const isLimit = between.includes(',') && limit.test(match[0]);
    if (last && !isLimit && patterns.link.test(between)) {
      last.to = to;
      last.text = sentence.slice(last.from, to).trim();
    } else spans.push({ from, to, text: sentence.slice(from, to).trim() });
  }
  return spans;
}

const bareYear = /^(?:\p{L}+ )?(?:19|20)\d\d$/u;

/**
 * Returns the deadline in a sentence in the words that were said, preferably one that ends after `from`; null if there
 * is none.
 */
export function dueIn(sentence: string, patterns: CuePatterns, from = 0): string | null {
  const dates = datesIn(sentence, patterns).filter(
    ({ text }) => !bareYear.test(text) && !has(patterns.past, plainApostrophes(text)),
  );
  const date = dates.find(({ to }) => to > from) ?? dates[0];
  if (date) return date.text;
  patterns.due.lastIndex = 0;
  const match = patterns.due.exec(lower(plainApostrophes(sentence)));
  return match ? sentence.slice(match.index, match.index + match[0].length).trim() : null;
}

export const hasFigure = (sentence: string, patterns: CuePatterns): boolean =>
  has(patterns.figures, plainApostrophes(sentence));
