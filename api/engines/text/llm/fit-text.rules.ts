import { defuse } from './data-block.ts';

type Fit = {
  /** Tokens that there are for it. */
  room: number;
  sizeOf(text: string): number;
  /** What it goes along with. */
  beside: string;
};

const omitted = '(…)';

/** Words that tell what a line is about. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}|\d{2,}/gu) ?? [];

/** A text that goes along as a block of its own; too long: those of its lines that have most to do with what it goes along with, in order. */
export function fitText(text: string, { room, sizeOf, beside }: Fit): string {
  const whole = defuse(text).trim();
  if (whole === '' || sizeOf(whole) <= room) return whole;
  const lines = whole.split('\n').filter((line) => line.trim() !== '');
  const kept = pickLines(lines, { room, sizeOf, beside });
  let last = -1;
  const shown = kept.flatMap((index) => {
    const isNext = index === last + 1;
    last = index;
    return isNext ? [lines[index]!] : [omitted, lines[index]!];
  });
  return [...shown, ...(last < lines.length - 1 ? [omitted] : [])].join('\n');
}

/**
 * Indices of the lines that share most rare words with `beside` and fit, ascending. With `most`: so many at most, and only those that share
 * any.
 */
export function pickLines(
  lines: readonly string[],
  { room, sizeOf, beside, most }: Fit & { most?: number },
): number[] {
  const about = new Set(wordsOf(beside));
  const common = new Map<string, number>();
  const perLine = lines.map((line) => [...new Set(wordsOf(line))]);
  for (const word of perLine.flat()) common.set(word, (common.get(word) ?? 0) + 1);
  const score = (index: number) =>
    perLine[index]!.reduce((sum, word) => sum + (about.has(word) ? 1 / Math.sqrt(common.get(word)!) : 0), 0);
  const ranked = lines
    .map((_, index) => ({ index, score: score(index) }))
    .filter((line) => most === undefined || line.score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const kept: number[] = [];
  let left = room;
  for (const { index } of ranked) {
    const size = sizeOf(lines[index]!) + 4;
    if (size > left) continue;
    if (kept.length === most) break;
    left -= size;
    kept.push(index);
  }
  return kept.toSorted((a, b) => a - b);
}
