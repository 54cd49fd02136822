import type { Ear } from './cue-patterns.rules.ts';
import { has, lower, plainApostrophes } from '#api/engines/text/extract/cue/pattern.rules.ts';

/** `[from, to)` in the sentence. */
export type DateSpan = { from: number; to: number; text: string };

/** "on Monday, by Friday at the latest": two, not one. */
const limit = /^(?:bis|spätestens|vor|by|before|until|d'ici|avant|jusqu|entro|prima|fino)/iu;

/** Days, months, years, clock times and what is counted from now, as said; those that belong together are one. */
export function datesIn(sentence: string, ear: Ear): DateSpan[] {
  const text = lower(plainApostrophes(sentence));
  const taken = [...text.matchAll(ear.notDates)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  );
  const spans: DateSpan[] = [];
  for (const match of text.matchAll(ear.dates)) {
    const from = match.index;
    const to = from + match[0].length;
    if (match[0] === '' || taken.some(([start, end]) => from < end && start < to)) continue;
    const last = spans.at(-1);
    const between = last ? text.slice(last.to, from) : '';
    const isLimit = between.includes(',') && limit.test(match[0]);
    if (last && !isLimit && ear.link.test(between)) {
      last.to = to;
      last.text = sentence.slice(last.from, to).trim();
    } else spans.push({ from, to, text: sentence.slice(from, to).trim() });
  }
  return spans;
}

const bareYear = /^(?:\p{L}+ )?(?:19|20)\d\d$/u;

/** By when something is to be done, as said, sooner behind `from` than before; null where nobody says. */
export function dueIn(sentence: string, ear: Ear, from = 0): string | null {
  const dates = datesIn(sentence, ear).filter(
    ({ text }) => !bareYear.test(text) && !has(ear.past, plainApostrophes(text)),
  );
  const date = dates.find(({ to }) => to > from) ?? dates[0];
  if (date) return date.text;
  ear.due.lastIndex = 0;
  const match = ear.due.exec(lower(plainApostrophes(sentence)));
  return match ? sentence.slice(match.index, match.index + match[0].length).trim() : null;
}

export const hasFigure = (sentence: string, ear: Ear): boolean =>
  has(ear.figures, plainApostrophes(sentence));
