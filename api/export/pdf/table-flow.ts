import type { Block, Inline } from '#api/shared/markdown/rich-text.ts';
import { columnWidths } from '#api/export/column-widths.rules.ts';
import type { Faces } from './faces.ts';
import { baselineOf, colors, measures, spansOf, types, type Flow } from './flow.ts';
import { breakLines, lineWidthPt, longestWordPt, type Line } from './lines.ts';
import { keepEnds, type Item, type Strip } from './strips.ts';
import type { Node } from './structure-node.ts';

type Table = Extract<Block, { kind: 'table' }>;

const gapPt = 12;
const padPt = 3;
/** A row of at most this many lines is not cut. */
const wholeRowLines = 12;
/** Number of rows that are measured for the column widths. */
const measuredRows = 200;

/** Writes a table as strips, one per row. A very high row gets one strip per line. The head repeats on each page. */
export function writeTable(flow: Flow, faces: Faces, table: Table, parent: Node, beforePt: number): void {
  const node: Node = { type: 'Table', parent };
  const count = table.head.length;
  const spans = (cell: readonly Inline[], isHead: boolean, owner: Node) =>
    spansOf(cell, isHead ? types.headCell : types.cell, owner);
  const widest = (lines: readonly Line[]): number =>
    lines.reduce((most, line) => Math.max(most, lineWidthPt(line)), 0);
  const columns = table.head.map((head, index) => {
    const cells = [head, ...table.rows.slice(0, measuredRows).map((row) => row[index] ?? [])];
    const measured = cells.map((cell, at) => {
      const written = spans(cell, at === 0, node);
      return {
        naturalPt: widest(breakLines(written, Infinity, faces)),
        leastPt: longestWordPt(written, faces),
      };
    });
    const most = (of: 'naturalPt' | 'leastPt') => measured.reduce((max, each) => Math.max(max, each[of]), 0);
    // A word wider than 150 pt may be cut.
    return { naturalPt: most('naturalPt') + 0.5, leastPt: Math.min(most('leastPt') + 0.5, 150) };
  });
  const gapsPt = gapPt * (count - 1);
  const naturalPt = columns.reduce((sum, column) => sum + column.naturalPt, gapsPt);
  // A wide table extends into the gutter.
  const leftPt = naturalPt <= flow.widthPt ? flow.xPt : Math.min(flow.xPt, measures.gutterPt);
  const widths = columnWidths(columns, measures.rightPt - leftPt - gapsPt);
  const rightPt = leftPt + widths.reduce((sum, width) => sum + width, gapsPt);

  const rowStrips = (cells: readonly Inline[][], isHead: boolean, head: Strip[]): Strip[] => {
    const row: Node = { type: 'TR', parent: node };
    const type = isHead ? types.headCell : types.cell;
    const made = widths.map((widthPt, index) => {
      const owner: Node = { type: isHead ? 'TH' : 'TD', parent: row, ...(isHead ? { scope: 'Column' } : {}) };
      return { owner, lines: breakLines(spans(cells[index] ?? [], isHead, owner), widthPt, faces) };
    });
    const itemsOf = (from: number, to: number): Item[] =>
      made.flatMap(({ owner, lines }, index) => {
        const columnPt = leftPt + widths.slice(0, index).reduce((sum, width) => sum + width + gapPt, 0);
        return lines.slice(from, to).map((line, at): Item => {
          const freePt = widths[index]! - lineWidthPt(line);
          const align = table.align[index];
          const movedPt = align === 'right' ? freePt : align === 'center' ? freePt / 2 : 0;
          const baselinePt = padPt + at * type.leadingPt + baselineOf(type);
          return { node: owner, line, xPt: columnPt + Math.max(0, movedPt), baselinePt };
        });
      });
    const lineCount = Math.max(1, ...made.map(({ lines }) => lines.length));
    const step = lineCount <= wholeRowLines ? lineCount : 1;
    const strips: Strip[] = [];
    for (let from = 0; from < lineCount; from += step) {
      const heightPt = 2 * padPt + step * type.leadingPt;
      const isEnd = from + step >= lineCount;
      const rule = { xPt: leftPt, widthPt: rightPt - leftPt, yPt: heightPt, color: colors.line };
      strips.push({
        heightPt,
        beforePt: 0,
        items: itemsOf(from, from + step),
        isKept: isHead,
        bars: isEnd ? [{ ...rule, heightPt: isHead ? 1 : 0.5 }] : [],
        ...(head.length > 0 ? { head } : {}),
      });
    }
    return step === 1 && lineCount > 1 ? keepEnds(strips) : strips;
  };

  const head = rowStrips(table.head, true, []);
  const headPt = head.reduce((sum, { heightPt }) => sum + heightPt, 0);
  const repeated = headPt < 150 ? head : [];
  head.forEach((strip, index) =>
    flow.add({
      ...strip,
      beforePt: index === 0 ? beforePt : 0,
      isKept: headPt < 150 && table.rows.length > 0,
    }),
  );
  for (const row of table.rows) for (const strip of rowStrips(row, false, repeated)) flow.add(strip);
}
