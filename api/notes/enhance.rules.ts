import type { Segment } from '#api/contract/transcript.ts';
import { tidyLines, type TidyLine } from './form.rules.ts';
import { createMoments } from './moments.rules.ts';
import { clockText, hasMoment, markTimes } from './times.rules.ts';

type Enhanced = {
  text: string;
  /** Number of lines that were linked to a moment. */
  links: number;
};

type Said = Pick<Segment, 'start' | 'end' | 'text'>;

/**
 * Formats notes without a language model: no word is added, changed or left out. Marks of lists, headings and tasks become
 * Markdown, times get one form, and a line gets the moment that it is about, if that is clear.
 */
export function enhanceNotes(text: string, said: readonly Said[], durationS: number): Enhanced {
  const momentOf = createMoments(said);
  let links = 0;
  const lines = tidy(text, durationS).map(({ text: line, kind }) => {
    if (kind !== 'item' && kind !== 'text') return line;
    const atS = hasMoment(line, durationS) ? null : momentOf(line);
    if (atS === null) return line;
    links += 1;
    return `${line} [${clockText(atS)}]`;
  });
  return { text: lines.join('\n'), links };
}

/** Tidies again while something changes, because one mark may uncover another (`• 1) x`). */
function tidy(text: string, durationS: number, rounds = 5): TidyLine[] {
  const lines = tidyLines(text).map((line) =>
    line.kind === 'verbatim' ? line : { ...line, text: markTimes(line.text, durationS) },
  );
  const tidied = lines.map((line) => line.text).join('\n');
  return tidied === text || rounds === 0 ? lines : tidy(tidied, durationS, rounds - 1);
}
