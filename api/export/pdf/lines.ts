import type { Face, Faces, Run } from './faces.ts';
import type { Node } from './structure-node.ts';

export type Style = { face: Face; sizePt: number; color: string };

/** Text in one style. `link` is the link's element in the structure tree. */
export type Span = { text: string; style: Style; link?: Node; isStruck?: boolean };

/** A run that is drawn in one step. `xPt` is counted from the beginning of the line. */
export type Piece = Run & { style: Style; xPt: number; widthPt: number; link?: Node; isStruck?: boolean };
export type Line = Piece[];

/** An unbreakable part of a line, with the space after it. */
type Atom = { pieces: Piece[]; widthPt: number; spacePt: number; isBreak: boolean };

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Matches where a line may break: after a space, and after a hyphen, dash or slash inside a word. It may not break
 * before punctuation that French separates by a space.
 */
const opportunity = /(?<=[^\s\u00a0][-–—/\u200b])(?=[\p{L}\p{N}])|(?<=\s)(?=[^\s»?!:;])(?<!«\s)/u;

/** Splits a text at `opportunity`. Spaces stay with the word before them. */
const wordsOf = (text: string): string[] => text.split(opportunity).filter((part) => part !== '');

/** Breaks text into lines of at most `widthPt`, ragged right. A word wider than a line is cut. */
export function breakLines(spans: readonly Span[], widthPt: number, faces: Faces): Line[] {
  const lines: Line[] = [];
  let line: Piece[] = [];
  let usedPt = 0;

  const endLine = (): void => {
    lines.push(joined(line));
    line = [];
    usedPt = 0;
  };
  const put = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) {
      line.push({ ...piece, xPt: usedPt });
      usedPt += piece.widthPt;
    }
  };
  const measure = (text: string, { style, link, isStruck }: Span): Piece[] =>
    faces.runsOf(text, style.face).map((run) => ({
      ...run,
      style,
      xPt: 0,
      widthPt: faces.widthOf(run, style.sizePt),
      ...(link ? { link } : {}),
      ...(isStruck ? { isStruck } : {}),
    }));

  let atom: Atom = { pieces: [], widthPt: 0, spacePt: 0, isBreak: false };
  const endAtom = (): void => {
    if (usedPt > 0 && usedPt + atom.widthPt - atom.spacePt > widthPt) endLine();
    if (atom.widthPt - atom.spacePt <= widthPt) put(atom.pieces);
    else {
      for (const piece of atom.pieces) {
        for (const { segment } of graphemes.segment(piece.actual ?? piece.text)) {
          for (const part of measure(segment, { ...piece, text: segment })) {
            if (usedPt > 0 && usedPt + part.widthPt > widthPt) endLine();
            put([part]);
          }
        }
      }
    }
    atom = { pieces: [], widthPt: 0, spacePt: 0, isBreak: false };
  };

  for (const span of spans) {
    for (const [index, part] of span.text.split('\n').entries()) {
      if (index > 0) {
        endAtom();
        endLine();
      }
      for (const [at, word] of wordsOf(part.replace(/[ \t\r\f\v]+/g, ' ')).entries()) {
        // Between spans a line may end only after a space.
        const mayBreak = at > 0 || /\s$/.test(atom.pieces.at(-1)?.text ?? '');
        if (mayBreak && atom.pieces.length > 0) endAtom();
        const pieces = measure(word, span);
        const space = /\s+$/.test(word) ? { ...pieces.at(-1), text: ' ' } : null;
        atom.spacePt = space?.font ? faces.widthOf({ font: space.font, text: ' ' }, span.style.sizePt) : 0;
        for (const piece of pieces) {
          atom.pieces.push(piece);
          atom.widthPt += piece.widthPt;
        }
      }
    }
  }
  endAtom();
  endLine();
  return lines;
}

function joined(line: readonly Piece[]): Line {
  const pieces: Piece[] = [];
  for (const piece of line) {
    const last = pieces.at(-1);
    const isSame =
      last &&
      last.font === piece.font &&
      last.style === piece.style &&
      last.link === piece.link &&
      last.isStruck === piece.isStruck &&
      (last.actual === undefined) === (piece.actual === undefined);
    if (!isSame) pieces.push({ ...piece });
    else {
      last.text += piece.text;
      last.widthPt += piece.widthPt;
      if (last.actual !== undefined) last.actual += piece.actual ?? '';
    }
  }
  return pieces;
}

export const lineWidthPt = (line: Line): number => {
  const last = line.at(-1);
  return last ? last.xPt + last.widthPt : 0;
};

/** Returns the width of the widest word. */
export const longestWordPt = (spans: readonly Span[], faces: Faces): number =>
  spans
    .flatMap(({ text, style }) =>
      text
        .split(/\s+/)
        .map((word) =>
          faces.runsOf(word, style.face).reduce((sum, run) => sum + faces.widthOf(run, style.sizePt), 0),
        ),
    )
    .reduce((most, width) => Math.max(most, width), 0);
