import type { ReportDocument } from '#api/export/document.ts';
import { missingSignEm, type Faces, type Run } from './faces.ts';
import { colors, measures, styleOf } from './flow.ts';
import { breakLines, lineWidthPt, type Line, type Piece, type Style } from './lines.ts';
import { page as sheet, pdfString, type Pdf, type StructureElement } from './pdf-document.ts';
import type { Bar, Item, Page } from './strips.ts';
import type { Node } from './structure-node.ts';

/** The growing structure tree: elements are created with their first content and closed when they are left. */
function createTree(pdf: Pdf) {
  const open = new Map<Node, StructureElement>();
  const pathOf = (node: Node): Node[] => (node.parent ? [...pathOf(node.parent), node] : [node]);
  // Cells of a row may continue side by side.
  const rowOf = (node: Node): Node | null => {
    for (let at: Node | null = node; at; at = at.parent) if (at.type === 'TR') return at;
    return null;
  };
  const close = (isLeft: (node: Node) => boolean): void => {
    for (const node of [...open.keys()].toReversed()) {
      if (!isLeft(node)) continue;
      open.get(node)!.end();
      open.delete(node);
    }
  };

  return {
    /** Element of a node whose content follows. */
    enter(node: Node): StructureElement {
      const path = pathOf(node);
      const row = rowOf(node);
      close((each) => !path.includes(each) && (row === null || rowOf(each) !== row));
      for (const each of path) {
        if (open.has(each)) continue;
        const element = pdf.struct(each.type, each.scope ? { scope: each.scope } : {});
        if (each.numbering) element.dictionary.data['A'] = { O: 'List', ListNumbering: each.numbering };
        if (each.parent) open.get(each.parent)!.add(element);
        else pdf.addStructure(element as unknown as PDFKit.PDFStructureElement);
        open.set(each, element);
      }
      return open.get(node)!;
    },
    /** Ends the link's element on this page: the library records the page when it is closed. */
    endLinks: () => close(({ type }) => type === 'Link'),
    end: () => close(() => true),
  };
}

/** Draws pages one by one; each is written out when the next begins. */
export function* drawPages(
  pdf: Pdf,
  pages: readonly Page[],
  { document, faces }: { document: ReportDocument; faces: Faces },
): Generator<void> {
  const tree = createTree(pdf);
  const marks: ReturnType<Pdf['outline']['addItem']>[] = [];

  const drawRun = ({ font, text, actual }: Run, style: Style, xPt: number, yPt: number): void => {
    pdf.font(font).fontSize(style.sizePt).fillColor(style.color);
    if (actual === undefined) {
      pdf.text(text, xPt, yPt, { lineBreak: false, baseline: 'alphabetic' });
      return;
    }
    // No font has these signs: draws boxes; readers get the signs themselves.
    const { sizePt } = style;
    pdf.lineWidth(0.5).strokeColor(style.color);
    for (let at = 0; at < text.length; at++) {
      pdf.rect(xPt + (at * missingSignEm + 0.08) * sizePt, yPt - sizePt * 0.66, sizePt * 0.46, sizePt * 0.66);
      pdf.stroke();
    }
    writeActual(pdf, { actual, spaces: text, sizePt, xPt, yPt });
  };

  const drawPiece = (piece: Piece, xPt: number, yPt: number): void => {
    const { style, widthPt, isStruck } = piece;
    drawRun(piece, style, xPt + piece.xPt, yPt);
    const lineY = isStruck ? yPt - style.sizePt * 0.25 : piece.link ? yPt + 1.6 : null;
    if (lineY === null) return;
    pdf.lineWidth(0.5).strokeColor(style.color);
    pdf.moveTo(xPt + piece.xPt, lineY).lineTo(xPt + piece.xPt + widthPt, lineY);
    pdf.stroke();
  };

  const drawBars = (bars: readonly Bar[], yPt: number, heightPt: number): void => {
    for (const bar of bars) {
      pdf.rect(bar.xPt, yPt + (bar.yPt ?? 0), bar.widthPt, bar.heightPt ?? heightPt);
      pdf.fill(bar.color);
    }
  };

  const artifact = (type: 'Pagination' | 'Layout', draw: () => void): void => {
    pdf.markContent('Artifact', { type });
    draw();
    pdf.endMarkedContent();
  };

  /** Draws items within their structure elements; consecutive items of one element share one marked content. */
  const drawItems = (placed: readonly { item: Item; yPt: number }[]): void => {
    let current: Node | null = null;
    const leave = (): void => {
      if (current) pdf.endMarkedContent();
      current = null;
    };
    for (const { item, yPt } of placed) {
      const { node, line, xPt, baselinePt } = item;
      if (node === null) continue;
      for (const piece of line) {
        const target = piece.link ?? node;
        if (target !== current) {
          leave();
          const element = tree.enter(target);
          element.add(pdf.markStructureContent(target.type));
          current = target;
        }
        drawPiece(piece, xPt, yPt + baselinePt);
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
  };

  for (const [index, page] of pages.entries()) {
    pdf.addPage();
    artifact('Pagination', () => drawMargins(pdf, document, faces, drawLine, index + 1, pages.length));
    artifact('Layout', () => {
      for (const { strip, yPt } of page) {
        drawBars(strip.bars ?? [], yPt, strip.heightPt);
        for (const { node, line, xPt, baselinePt } of strip.items)
          if (node === null) drawLine(line, xPt, yPt + baselinePt);
      }
    });
    drawItems(page.flatMap(({ strip, yPt }) => strip.items.map((item) => ({ item, yPt }))));
    for (const { strip, yPt } of page) {
      if (!strip.bookmark) continue;
      const { level, title } = strip.bookmark;
      const parent = level > 1 ? (marks[level - 2] ?? pdf.outline) : pdf.outline;
      // The library counts from the right edge.
      marks[level - 1] = parent.addItem(title, { top: Math.max(0, yPt - 12), left: sheet.widthPt });
    }
    yield;
  }
  tree.end();

  function drawLine(line: Line, xPt: number, yPt: number): void {
    for (const piece of line) drawPiece(piece, xPt, yPt);
  }
}

/** The running head from the second page, the page's number on each. */
function drawMargins(
  pdf: Pdf,
  { title, words }: ReportDocument,
  faces: Faces,
  drawLine: (line: Line, xPt: number, yPt: number) => void,
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
    drawLine(one(title, widthPt - 30), measures.gutterPt, 46);
    pdf.rect(measures.gutterPt, 53, widthPt, 0.5).fill(colors.line);
  }
  const counted = one(words.page(number, of), widthPt);
  drawLine(counted, measures.rightPt - lineWidthPt(counted), sheet.heightPt - 40);
}

const cutText = (line: Line): string =>
  line
    .map(({ text, actual }) => actual ?? text)
    .join('')
    .trimEnd();

type Actual = { actual: string; spaces: string; sizePt: number; xPt: number; yPt: number };

/**
 * Writes spaces that stand for other text (ISO 32000-1, 14.9.4). Begins and ends in page coordinates: readers place the text
 * where the mark ends, and the library flips the page for each text.
 */
function writeActual(pdf: Pdf, { actual, spaces, sizePt, xPt, yPt }: Actual): void {
  const font = pdf._font;
  pdf.page.fonts[font.id] ??= font.ref();
  const [codes] = font.encode(spaces);
  // As wide as the boxes: readers separate the following text by its position.
  const widerPt = missingSignEm * sizePt - pdf.fontSize(sizePt).widthOfString(' ');
  pdf.save();
  pdf.transform(1, 0, 0, -1, 0, sheet.heightPt);
  pdf.markContent('Span', { actual });
  pdf.addContent(
    `BT /${font.id} ${sizePt} Tf 1 0 0 1 ${xPt.toFixed(3)} ${(sheet.heightPt - yPt).toFixed(3)} Tm`,
  );
  pdf.addContent(`${widerPt.toFixed(3)} Tc <${codes.join('')}> Tj ET`);
  pdf.endMarkedContent();
  pdf.restore();
}
