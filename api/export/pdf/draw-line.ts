import { missingSignEm, type Run } from './faces.ts';
import type { Line, Piece, Style } from './lines.ts';
import { page as sheet, type Pdf } from './pdf-document.ts';

/** Draws a line of text. Its baseline begins at `xPt`, `yPt`. */
export function drawLine(pdf: Pdf, line: Line, xPt: number, yPt: number): void {
  for (const piece of line) drawPiece(pdf, piece, xPt, yPt);
}

/** Draws a piece of a line, with the rule that strikes it through or underlines a link. */
export function drawPiece(pdf: Pdf, piece: Piece, xPt: number, yPt: number): void {
  const { style, widthPt, isStruck } = piece;
  drawRun(pdf, piece, style, xPt + piece.xPt, yPt);
  const ruleYPt = isStruck ? yPt - style.sizePt * 0.25 : piece.link ? yPt + 1.6 : null;
  if (ruleYPt === null) return;
  pdf.lineWidth(0.5).strokeColor(style.color);
  pdf.moveTo(xPt + piece.xPt, ruleYPt).lineTo(xPt + piece.xPt + widthPt, ruleYPt);
  pdf.stroke();
}

function drawRun(pdf: Pdf, { font, text, actual }: Run, style: Style, xPt: number, yPt: number): void {
  pdf.font(font).fontSize(style.sizePt).fillColor(style.color);
  if (actual === undefined) {
    pdf.text(text, xPt, yPt, { lineBreak: false, baseline: 'alphabetic' });
    return;
  }
  // No font has these signs, so boxes are drawn. Programs that read or copy the text get the signs themselves.
  const { sizePt } = style;
  pdf.lineWidth(0.5).strokeColor(style.color);
  for (let at = 0; at < text.length; at++) {
    pdf.rect(xPt + (at * missingSignEm + 0.08) * sizePt, yPt - sizePt * 0.66, sizePt * 0.46, sizePt * 0.66);
    pdf.stroke();
  }
  writeActual(pdf, { actual, spaces: text, sizePt, xPt, yPt });
}

type Actual = { actual: string; spaces: string; sizePt: number; xPt: number; yPt: number };

/**
 * Writes spaces that stand for other text (ISO 32000-1, 14.9.4). The marked content begins and ends in page
 * coordinates: PDF readers place the text where the mark ends, and the library flips the page for each text.
 */
function writeActual(pdf: Pdf, { actual, spaces, sizePt, xPt, yPt }: Actual): void {
  const font = pdf._font;
  pdf.page.fonts[font.id] ??= font.ref();
  const [codes] = font.encode(spaces);
  // The spaces are as wide as the boxes, because PDF readers separate the following text by its position.
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
