import {
  AlignmentType,
  BorderStyle,
  ExternalHyperlink,
  HeadingLevel,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
  type IParagraphOptions,
  type IRunOptions,
  type ParagraphChild,
} from 'docx';
import type { Block, Inline } from '#api/shared/markdown/rich-text.ts';
import { columnWidths } from '#api/export/column-widths.rules.ts';
import { plainText } from '#api/export/write-txt.ts';
import { columnPt, deepestLevel, itemIndent, line, style, twips } from './docx-styles.ts';

/** Removes characters that XML forbids (XML 1.0, 2.2), and normalises to NFC. */
export const xmlText = (text: string): string =>
  text
    .normalize('NFC')
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

type Look = Pick<IRunOptions, 'bold' | 'italics' | 'strike' | 'style'>;

function toRuns(inlines: readonly Inline[], look: Look = {}): ParagraphChild[] {
  return inlines.flatMap((inline): ParagraphChild[] => {
    switch (inline.kind) {
      case 'strong':
        return toRuns(inline.inlines, { ...look, bold: true });
      case 'em':
        return toRuns(inline.inlines, { ...look, italics: true });
      case 'strike':
        return toRuns(inline.inlines, { ...look, strike: true });
      case 'link': {
        const children = toRuns(inline.inlines, { ...look, style: 'Hyperlink' });
        return [new ExternalHyperlink({ children, link: xmlText(inline.href) })];
      }
      case 'break':
        return [new TextRun({ ...look, break: 1 })];
      case 'code':
        return [new TextRun({ style: 'CodeText', ...look, text: xmlText(inline.text) })];
      case 'source':
        return [new TextRun({ style: 'Source', ...look, text: `[${inline.n}]` })];
      case 'unsupported':
        return [new TextRun({ style: 'Source', ...look, text: '[?]' })];
      default:
        return [new TextRun({ ...look, text: xmlText(inline.text) })];
    }
  });
}

const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

export const headingOf = (depth: number, children: ParagraphChild[]): Paragraph =>
  new Paragraph({ heading: headings[depth - 1] ?? HeadingLevel.HEADING_6, children });

type Alignment = 'left' | 'center' | 'right' | null;
const alignments = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
} as const;

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const rule = (eighths: number) => ({ style: BorderStyle.SINGLE, size: eighths, color: line });

/**
 * Approximate width of a character in a table, pt, with a margin for wide letters and substitute fonts, and the gap
 * between columns, pt.
 */
const characterPt = 5.8;
const gapPt = 14;

/** Makes a table whose head repeats on each page. Column widths follow their text. */
export function toTable(
  { align, head, rows }: { align: Alignment[]; head: Inline[][]; rows: Inline[][][] },
  widthPt = columnPt,
): Table {
  const columns = head.map((cell, index) => {
    const texts = [cell, ...rows.slice(0, 200).map((row) => row[index] ?? [])].map(plainText);
    const ptOf = (characters: number): number => characters * characterPt + gapPt;
    const longest = (all: readonly string[]): number =>
      all.reduce((most, text) => Math.max(most, text.length), 0);
    const longestWord = texts.reduce((most, text) => Math.max(most, longest(text.split(/\s/))), 0);
    return { naturalPt: ptOf(longest(texts)), leastPt: Math.min(150, ptOf(longestWord)) };
  });
  const widths = columnWidths(columns, widthPt).map(twips);
  const toRow = (cells: readonly Inline[][], isHead: boolean): TableRow =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: isHead || cells.every((cell) => plainText(cell).length < 600),
      children: widths.map((width, index) => {
        const alignment = align[index];
        return new TableCell({
          width: { size: width, type: WidthType.DXA },
          margins: { left: 0, right: twips(gapPt - 2), marginUnitType: WidthType.DXA },
          borders: { top: none, left: none, right: none, bottom: rule(isHead ? 8 : 4) },
          children: [
            new Paragraph({
              style: isHead ? style.headCell : style.cell,
              ...(alignment ? { alignment: alignments[alignment] } : {}),
              children: toRuns(cells[index] ?? []),
            }),
          ],
        });
      }),
    });
  return new Table({
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: {
      top: none,
      bottom: none,
      left: none,
      right: none,
      insideHorizontal: none,
      insideVertical: none,
    },
    rows: [toRow(head, true), ...rows.map((cells) => toRow(cells, false))],
  });
}

/**
 * `starts` has the first numbers of all ordered lists. `count` is the number of ordered lists so far, which tells their
 * numberings apart.
 */
export type Lists = { starts: Set<number>; count: number };

type Place = { level: number; isQuoted: boolean };

export function* toBlocks(
  blocks: readonly Block[],
  lists: Lists,
  place: Place = { level: -1, isQuoted: false },
): Generator<Paragraph | Table> {
  const { level, isQuoted } = place;
  const around: IParagraphOptions = {
    ...(level >= 0 ? { indent: itemIndent(Math.min(level, deepestLevel)) } : {}),
    ...(isQuoted ? { style: style.quote } : {}),
  };
  for (const block of blocks) {
    switch (block.kind) {
      case 'heading':
        yield headingOf(block.depth, toRuns(block.inlines));
        break;
      case 'paragraph':
        yield new Paragraph({ ...around, children: toRuns(block.inlines) });
        break;
      case 'list':
        yield* toItems(block, lists, place);
        break;
      case 'table':
        yield toTable(block);
        // Without a paragraph between them, Word would join two tables.
        yield new Paragraph({ style: style.cell, children: [] });
        break;
      case 'quote':
        yield* toBlocks(block.blocks, lists, { level, isQuoted: true });
        break;
      case 'code':
        for (const text of block.text.split('\n')) {
          const indent = around.indent ? { indent: around.indent } : {};
          yield new Paragraph({ style: style.code, ...indent, children: [new TextRun(xmlText(text))] });
        }
        break;
      case 'rule':
        yield new Paragraph({ ...around, border: { bottom: { ...rule(4), space: 1 } }, children: [] });
    }
  }
}

function* toItems(
  { isOrdered, start, items }: Extract<Block, { kind: 'list' }>,
  lists: Lists,
  place: Place,
): Generator<Paragraph | Table> {
  const level = Math.min(place.level + 1, deepestLevel);
  // List numbers of Word are positive and have 31 bits.
  const first = Math.min(start, 2 ** 31 - 1 - items.length);
  if (isOrdered) lists.starts.add(first);
  const numbering = isOrdered
    ? { reference: `numbers-${first}`, instance: ++lists.count, level: 0 }
    : { reference: 'bullets', level };
  // Each ordered list has a numbering of its own and uses its first level, so the indent of its depth is set here.
  const indent = isOrdered && level > 0 ? { indent: { ...itemIndent(level), hanging: twips(16) } } : {};
  for (const { checked, blocks } of items) {
    const [head, ...rest] = blocks;
    const box = checked === null ? [] : [new TextRun(checked ? '☑ ' : '☐ ')];
    const own = head?.kind === 'paragraph' ? toRuns(head.inlines) : [];
    yield new Paragraph({
      numbering,
      ...indent,
      spacing: { after: twips(3) },
      ...(place.isQuoted ? { style: style.quote } : {}),
      children: [...box, ...own],
    });
    const others = head && head.kind !== 'paragraph' ? blocks : rest;
    yield* toBlocks(others, lists, { level, isQuoted: place.isQuoted });
  }
}
