import type { SessionItem } from '#api/contract/session.ts';
import { groupByDay } from '#web/features/library/library.rules.ts';

export type Line =
  | { kind: 'day'; key: string; day: string }
  | {
      kind: 'row';
      key: string;
      item: SessionItem;
      /** Index of its day's heading. */
      heading: number;
      /** Position within its day, from 1. */
      place: number;
      /** Number of sessions of its day. It is −1 if further pages may have more of them. */
      setSize: number;
    };

export function linesOf(items: readonly SessionItem[], isWhole: boolean): Line[] {
  const lines: Line[] = [];
  const groups = groupByDay(items);
  for (const [index, { day, items: ofDay }] of groups.entries()) {
    const heading = lines.length;
    const isOpen = !isWhole && index === groups.length - 1;
    const setSize = isOpen ? -1 : ofDay.length;
    lines.push({ kind: 'day', key: day, day });
    for (const [before, item] of ofDay.entries()) {
      lines.push({ kind: 'row', key: item.id, item, heading, place: before + 1, setSize });
    }
  }
  return lines;
}

/**
 * Returns the lines to render: the visible ones with some around them, their headings, and the line with the focus, which must
 * stay in the document.
 */
export function drawnLines(
  lines: readonly Line[],
  from: number,
  to: number,
  focused: number | null,
): number[] {
  const drawn = new Set<number>();
  const add = (index: number) => {
    const line = lines[index];
    if (!line) return;
    if (line.kind === 'row') drawn.add(line.heading);
    drawn.add(index);
  };
  for (let index = Math.max(0, from); index <= to; index += 1) add(index);
  if (focused !== null) add(focused);
  return [...drawn].toSorted((a, b) => a - b);
}
