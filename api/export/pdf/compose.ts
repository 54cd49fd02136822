import type { Block, Inline } from '#api/shared/markdown/rich-text.ts';
import type { ReportDocument, Section, TextSection, TranscriptSection } from '#api/export/document.ts';
import { percentOf } from '#api/export/words.ts';
import type { Faces } from './faces.ts';
import { colors, createFlow, measures, spansOf, types, typeStyle, type Flow, type Type } from './flow.ts';
import { breakLines, lineWidthPt } from './lines.ts';
import type { Strip } from './strips.ts';
import type { Node } from './structure-node.ts';
import { writeTable } from './table-flow.ts';

/** Time between two entries of the outline within a transcript, s. */
const bookmarkS = 600;

export function compose(document: ReportDocument, faces: Faces): Strip[] {
  const flow = createFlow(faces);
  const root: Node = { type: 'Document', parent: null };
  const plain = (text: string, type: Type) => [{ text, style: typeStyle(type) }];
  const heading = { type: 'H1', parent: root };
  flow.text(heading, plain(document.title, types.title), { type: types.title, isKept: true });
  writeFacts(flow, faces, document, root);
  for (const section of document.sections) {
    const node: Node = { type: 'Sect', parent: root };
    flow.text({ type: 'H2', parent: node }, plain(section.title, types.section), {
      type: types.section,
      beforePt: 30,
      isKept: true,
      bookmark: { level: 1, title: section.title },
    });
    if (section.note) {
      const options = { type: types.note, beforePt: 2, isKept: true };
      flow.text({ type: 'P', parent: node }, plain(section.note, types.note), options);
    }
    writeSection(flow, faces, document, section, node);
  }
  return flow.strips;
}

function writeFacts(flow: Flow, faces: Faces, document: ReportDocument, root: Node): void {
  const { facts, speakers, words, language, clock } = document;
  const list: Node = { type: 'L', parent: root, numbering: 'None' };
  const labelPt = 96;
  facts.forEach(({ label, value }, index) => {
    const item: Node = { type: 'LI', parent: list };
    flow.hang({ type: 'Lbl', parent: item }, `${label} `, types.label, flow.xPt);
    flow.inset(labelPt, () => {
      const span = { text: value, style: typeStyle(types.fact) };
      const options = { type: types.fact, beforePt: index === 0 ? 12 : 0 };
      flow.text({ type: 'LBody', parent: item }, [span], options);
    });
  });
  if (speakers.length === 0) return;
  const title = { text: words.speakers, style: typeStyle(types.heading) };
  flow.text({ type: 'H2', parent: root }, [title], { type: types.heading, beforePt: 18, isKept: true });
  const cell = (text: string): Inline[] => [{ kind: 'text', text }];
  const table: Block = {
    kind: 'table',
    align: [null, 'right', 'right', 'right'],
    head: [words.name, words.share, words.speakingTime, words.firstAt].map(cell),
    rows: speakers.map(({ name, share, spokenS, firstAtS }) =>
      [name, percentOf(share, language), clock(spokenS), clock(firstAtS)].map(cell),
    ),
  };
  writeTable(flow, faces, table, root, 2);
}

function writeSection(
  flow: Flow,
  faces: Faces,
  document: ReportDocument,
  section: Section,
  node: Node,
): void {
  if (section.kind === 'transcript') writeTurns(flow, document, section, node);
  else writeText(flow, faces, document, section, node);
}

function writeTurns(flow: Flow, { clock }: ReportDocument, { turns }: TranscriptSection, parent: Node): void {
  let nextBookmarkS = bookmarkS;
  const style = typeStyle(types.body);
  for (const { name, atS, text } of turns) {
    const isMark = atS >= nextBookmarkS;
    if (isMark) nextBookmarkS = (Math.floor(atS / bookmarkS) + 1) * bookmarkS;
    const bookmark = isMark ? { bookmark: { level: 2, title: clock(atS) } } : {};
    const body: Node = { type: 'P', parent };
    if (name === null) {
      flow.hang(body, `${clock(atS)} `, types.time, measures.gutterPt);
      flow.text(body, [{ text, style }], { type: types.body, beforePt: 5, ...bookmark });
      continue;
    }
    const head: Node = { type: 'P', parent };
    flow.hang(head, `${clock(atS)} `, types.time, measures.gutterPt);
    const span = { text: name, style: typeStyle(types.name) };
    flow.text(head, [span], { type: types.name, beforePt: 11, isKept: true, ...bookmark });
    flow.text(body, [{ text, style }], { type: types.body });
  }
}

function writeText(
  flow: Flow,
  faces: Faces,
  { words, clock }: ReportDocument,
  { blocks, sources }: TextSection,
  parent: Node,
): void {
  writeBlocks(flow, faces, blocks, parent, 8);
  if (sources.length === 0) return;
  const title = { text: words.sources, style: typeStyle(types.subheading) };
  flow.text({ type: 'H3', parent }, [title], { type: types.subheading, beforePt: 14, isKept: true });
  const text = sources.map(({ n, at }) => `[${n}]\u00a0${clock(at)}`).join('   ');
  const style = typeStyle({ ...types.fact, color: colors.quiet });
  flow.text({ type: 'P', parent }, [{ text, style }], { type: types.fact });
}

function writeBlocks(flow: Flow, faces: Faces, blocks: readonly Block[], parent: Node, gapPt: number): void {
  for (const block of blocks) writeBlock(flow, faces, block, parent, gapPt);
}

function writeBlock(flow: Flow, faces: Faces, block: Block, parent: Node, gapPt: number): void {
  switch (block.kind) {
    case 'heading': {
      const node: Node = { type: `H${block.depth}`, parent };
      const type = block.depth <= 3 ? types.heading : types.subheading;
      const options = { type, beforePt: block.depth <= 3 ? 16 : 12, isKept: true };
      flow.text(node, spansOf(block.inlines, type, node), options);
      return;
    }
    case 'paragraph': {
      const node: Node = { type: 'P', parent };
      flow.text(node, spansOf(block.inlines, types.body, node), { type: types.body, beforePt: gapPt });
      return;
    }
    case 'list': {
      const list: Node = { type: 'L', parent, numbering: block.isOrdered ? 'Decimal' : 'Disc' };
      const marks = block.items.map(({ checked }, index) => {
        const sign = block.isOrdered ? `${block.start + index}.` : checked === null ? '•' : '';
        return [sign, checked === null ? '' : checked ? '[x]' : '[ ]'].filter(Boolean).join(' ');
      });
      const style = typeStyle(types.body);
      const widthOf = (text: string) => lineWidthPt(breakLines([{ text, style }], Infinity, faces)[0] ?? []);
      const longest = marks.reduce((most, mark) => (mark.length > most.length ? mark : most), '');
      const indentPt = Math.max(14, widthOf(`${longest} `) + 4);
      block.items.forEach(({ blocks }, index) => {
        const item: Node = { type: 'LI', parent: list };
        const body: Node = { type: 'LBody', parent: item };
        flow.hang({ type: 'Lbl', parent: item }, `${marks[index]} `, types.body, flow.xPt);
        flow.inset(indentPt, () => {
          const written = blocks.length > 0 ? blocks : [{ kind: 'paragraph' as const, inlines: [] }];
          written.forEach((inner, at) =>
            writeBlock(flow, faces, inner, body, at > 0 ? 4 : index > 0 ? 3 : gapPt),
          );
        });
      });
      return;
    }
    case 'table':
      writeTable(flow, faces, block, parent, gapPt);
      return;
    case 'quote': {
      const node: Node = { type: 'BlockQuote', parent };
      flow.inset(14, () => writeBlocks(flow, faces, block.blocks, node, gapPt), colors.line);
      return;
    }
    case 'code': {
      const node: Node = { type: 'P', parent };
      // Spaces that do not break keep all spaces of the code.
      const text = block.text.replace(/\t/g, '    ').replace(/ /g, '\u00a0');
      const options = { type: types.code, beforePt: gapPt, shade: colors.shade };
      flow.inset(6, () => flow.text(node, [{ text, style: typeStyle(types.code) }], options));
      return;
    }
    case 'rule':
      flow.add({
        heightPt: 12,
        beforePt: 6,
        items: [],
        isKept: false,
        bars: [{ xPt: flow.xPt, widthPt: flow.widthPt, yPt: 6, heightPt: 0.5, color: colors.line }],
      });
  }
}
