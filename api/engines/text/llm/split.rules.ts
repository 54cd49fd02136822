import type { Said } from '#api/engines/text/text-engine.ts';
import { halve, type Line } from './lines.rules.ts';

type SplitOptions = {
  room: number;
  sizeOf(text: string): number;
  bordersOf?(segments: readonly Said[]): readonly number[];
};

/** Smallest and largest size of a part as a share of an even split, so that no part is tiny. */
const minShare = 0.6;
const maxShare = 1.3;

/**
 * Splits lines into parts of at most `room` tokens. No line is lost. A part ends where the topic changes, or else at
 * the longest pause near an even split. A line that is too long is split between sentences or words, and both pieces
 * keep its id.
 */
export function splitLines(lines: readonly Line[], { room, sizeOf, bordersOf }: SplitOptions): Line[][] {
  const fitting = lines.flatMap((line) => fit(line, room, sizeOf));
  const sizes = fitting.map(({ text }) => sizeOf(text) + 1);
  let left = sizes.reduce((sum, size) => sum + size, 0);
  const parts: Line[][] = [];
  for (let from = 0; from < fitting.length;) {
    if (left <= room) {
      parts.push(fitting.slice(from));
      break;
    }
    const even = left / Math.ceil(left / room);
    const most = Math.min(room, even * maxShare);
    let to = from;
    let size = 0;
    while (to < fitting.length && (to === from || size + sizes[to]! <= most)) size += sizes[to++]!;
    const cut = bestCut(fitting, sizes, { from, to, even, bordersOf });
    for (let at = from; at < cut; at += 1) left -= sizes[at]!;
    parts.push(fitting.slice(from, cut));
    from = cut;
  }
  return parts;
}

function fit(line: Line, room: number, sizeOf: (text: string) => number): Line[] {
  if (sizeOf(line.text) + 1 <= room) return [line];
  const halves = halve([line]);
  return halves ? halves.flat().flatMap((half) => fit(half, room, sizeOf)) : [line];
}

type Range = { from: number; to: number; even: number; bordersOf: SplitOptions['bordersOf'] };

function bestCut(
  lines: readonly Line[],
  sizes: readonly number[],
  { from, to, even, bordersOf }: Range,
): number {
  const stretch = lines.slice(from, to + 1);
  const borders = new Set(
    bordersOf && stretch.every(({ said }) => said)
      ? bordersOf(stretch.map(({ said }) => said!)).map((index) => from + index)
      : [],
  );
  let best = to;
  let bestScore = Number.NEGATIVE_INFINITY;
  let size = 0;
  for (let cut = from + 1; cut <= to; cut += 1) {
    size += sizes[cut - 1]!;
    if (size < even * minShare && cut < to) continue;
    const next = lines[cut];
    const score =
      (borders.has(cut) ? 2 : 0) +
      Math.min(next?.pauseS ?? 0, 10) / 10 +
      (next?.said && next.said.speaker !== lines[cut - 1]!.said?.speaker ? 0.2 : 0) -
      Math.abs(size - even) / even;
    if (score > bestScore) {
      bestScore = score;
      best = cut;
    }
  }
  return best;
}
