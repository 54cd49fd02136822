import type { ReportDocument } from '#api/export/document.ts';
import { drawLine, drawPiece } from './draw-line.ts';
import type { Faces } from './faces.ts';
import { colors, measures, styleOf } from './flow.ts';
import { breakLines, lineWidthPt, type Line } from './lines.ts';
import { page as sheet, pdfString, type Pdf } from './pdf-document.ts';
import type { Bar, Item, Page } from './strips.ts';
import type { Node } from './structure-node.ts';
import { createStructureTree, type StructureTree } from './structure-tree.ts';

/** Draws pages one by one. A page is written out when the next one begins. */
export function* drawPages(
  pdf: Pdf,
  pages: readonly Page[],
  { document, faces }: { document: ReportDocument; faces: Faces },
): Generator<void> {
  const tree = createStructureTree(pdf);
  const bookmarks = createBookmarks(pdf);
  for (const [index, page] of pages.entries()) {
    pdf.addPage();
    drawArtifact(pdf, 'Pagination', () => drawMargins(pdf, document, faces, index + 1, pages.length));
    drawArtifact(pdf, 'Layout', () => drawLayout(pdf, page));
    drawContent(pdf, page, tree);
    for (const { strip, yPt } of page) if (strip.bookmark) bookmarks.add(strip.bookmark, yPt);
    yield;
  }
  tree.end();
}

/** Marks what is drawn as an artifact: it belongs to the page, not to the text that screen readers read. */
function drawArtifact(pdf: Pdf, type: 'Pagination' | 'Layout', draw: () => void): void {
  pdf.markContent('Artifact', { type });
  draw();
  pdf.endMarkedContent();
}

/** Draws the running head from the second page on, and the page's number on each page. */
function drawMargins(
  pdf: Pdf,
  { title, words }: ReportDocument,
  faces: Faces,
  number: number,
  of: number,
): void {
  const style = styleOf('sans', 8.5, colors.quiet);
  const one = (text: string, widthPt: number): Line => {
    const [line = [], next] = breakLines([{ text, style }], widthPt, faces);
    return next ? (breakLines([{ text: `${cutText(line)} …`, style }], Infinity, faces)[0] ?? []) : line;
  };
  const widthPt = measures.rightPt - measures.gutterPt;
  if (number > 1) {
    drawLine(pdf, one(title, widthPt - 30), measures.gutterPt, 46);
    pdf.rect(measures.gutterPt, 53, widthPt, 0.5).fill(colors.line);
  }
  const counted = one(words.page(number, of), widthPt);
  drawLine(pdf, counted, measures.rightPt - lineWidthPt(counted), sheet.heightPt - 40);
}

const cutText = (line: Line): string =>
  line
    .map(({ text, actual }) => actual ?? text)
    .join('')
    .trimEnd();

/** Draws the bars and those items that have no structure element. */
function drawLayout(pdf: Pdf, page: Page): void {
  for (const { strip, yPt } of page) {
    drawBars(pdf, strip.bars ?? [], yPt, strip.heightPt);
    for (const { node, line, xPt, baselinePt } of strip.items)
      if (node === null) drawLine(pdf, line, xPt, yPt + baselinePt);
  }
}

function drawBars(pdf: Pdf, bars: readonly Bar[], yPt: number, heightPt: number): void {
  for (const bar of bars) {
    pdf.rect(bar.xPt, yPt + (bar.yPt ?? 0), bar.widthPt, bar.heightPt ?? heightPt);
    pdf.fill(bar.color);
  }
}

/** Draws items within their structure elements. Consecutive items of one element share one marked content. */
function drawContent(pdf: Pdf, page: Page, tree: StructureTree): void {
  let current: Node | null = null;
  const leave = (): void => {
    if (current) pdf.endMarkedContent();
    current = null;
  };
  const enter = (node: Node): void => {
    if (node === current) return;
    leave();
    tree.enter(node).add(pdf.markStructureContent(node.type));
    current = node;
  };
  for (const { item, yPt } of itemsOf(page)) {
    const { node, line, xPt, baselinePt } = item;
    if (node === null) continue;
    for (const piece of line) {
      enter(piece.link ?? node);
      drawPiece(pdf, piece, xPt, yPt + baselinePt);
      if (!piece.link?.href) continue;
      const box = [xPt + piece.xPt, yPt, piece.widthPt, piece.style.sizePt * 1.4] as const;
      pdf.link(...box, piece.link.href, {
        structParent: tree.enter(piece.link),
        Contents: pdfString(`${piece.actual ?? piece.text}: ${piece.link.href}`),
      } as PDFKit.Mixins.AnnotationOption);
    }
  }
  leave();
  tree.endLinks();
}

const itemsOf = (page: Page): { item: Item; yPt: number }[] =>
  page.flatMap(({ strip, yPt }) => strip.items.map((item) => ({ item, yPt })));

/** Creates the outline of the document. A bookmark is placed below the last bookmark of the next higher level. */
function createBookmarks(pdf: Pdf) {
  const lastByLevel: ReturnType<Pdf['outline']['addItem']>[] = [];
  return {
    add({ level, title }: { level: number; title: string }, yPt: number): void {
      const parent = level > 1 ? (lastByLevel[level - 2] ?? pdf.outline) : pdf.outline;
      // The library counts `left` from the right edge of the page.
      lastByLevel[level - 1] = parent.addItem(title, { top: Math.max(0, yPt - 12), left: sheet.widthPt });
    },
  };
}
