import type { CuePatterns } from './cue-patterns.rules.ts';
import { has, lower, plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';

/** `[from, to)` in the sentence. */
export type DateSpan = { from: number; to: number; text: string };

/** "on Monday, by Friday at the latest": two, not one. */
const limit = /^(?:bis|spätestens|vor|by|before|until|d'ici|avant|jusqu|entro|prima|fino)/iu;

/** Days, months, years, clock times and what is counted from now, as said; those that belong together are one. */
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

/** By when something is to be done, as said, sooner behind `from` than before; null where nobody says. */
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
