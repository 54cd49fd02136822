import { defuse } from './data-block.ts';

type Fit = {
  room: number;
  sizeOf(text: string): number;
  /** The text that the request is about. Lines that share its rare words are the most relevant ones. */
  relevantTo: string;
};

const omitted = '(…)';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}|\d{2,}/gu) ?? [];

/** Shortens a text to `room` tokens. Keeps the lines that are most relevant to `relevantTo`, in their order. */
export function fitText(text: string, { room, sizeOf, relevantTo }: Fit): string {
  const whole = defuse(text).trim();
  if (whole === '' || sizeOf(whole) <= room) return whole;
  const lines = whole.split('\n').filter((line) => line.trim() !== '');
  const picked = pickLines(lines, { room, sizeOf, relevantTo });
  let last = -1;
  const shown = picked.flatMap((index) => {
    const isNext = index === last + 1;
    last = index;
    return isNext ? [lines[index]!] : [omitted, lines[index]!];
  });
  return [...shown, ...(last < lines.length - 1 ? [omitted] : [])].join('\n');
}

/**
 * Returns the indices of the lines that share the most rare words with `relevantTo`, ascending, as many as fit into
 * `room` tokens. If `most` is given, there are at most so many, and each shares a word.
 */
export function pickLines(
  lines: readonly string[],
  { room, sizeOf, relevantTo, most }: Fit & { most?: number },
): number[] {
  const about = new Set(wordsOf(relevantTo));
  const common = new Map<string, number>();
  const perLine = lines.map((line) => [...new Set(wordsOf(line))]);
  for (const word of perLine.flat()) common.set(word, (common.get(word) ?? 0) + 1);
  const score = (index: number) =>
    perLine[index]!.reduce((sum, word) => sum + (about.has(word) ? 1 / Math.sqrt(common.get(word)!) : 0), 0);
  const ranked = lines
    .map((_, index) => ({ index, score: score(index) }))
    .filter((line) => most === undefined || line.score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const picked: number[] = [];
  let left = room;
  for (const { index } of ranked) {
    const size = sizeOf(lines[index]!) + 4;
    if (size > left) continue;
    if (picked.length === most) break;
    left -= size;
    picked.push(index);
  }
  return picked.toSorted((a, b) => a - b);
}
