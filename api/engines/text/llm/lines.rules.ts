import type { Said, TextTask } from '#api/engines/text/text-engine.ts';
import { defuse, toTurnLine } from './data-block.ts';
import { findMarks } from './marks.rules.ts';
import type { SegmentIds } from './segment-ids.ts';
import type { Words } from './words.ts';

export type Line = {
  text: string;
  /** The turn of the line; null for a line of notes or of a result. */
  said: Said | null;
  pauseS: number;
};

type Naming = Pick<TextTask, 'speakers'> & { ids: SegmentIds; words: Pick<Words, 'unnamed'> };

/** Formats turns as lines. Turns without text are left out. */
export function turnLines(segments: readonly Said[], { speakers, ids, words }: Naming): Line[] {
  let endS = 0;
  return segments.flatMap((said) => {
    const pauseS = Math.max(0, said.start - endS);
    endS = Math.max(endS, said.end);
    if (said.text.trim() === '') return [];
    const name = speakers[said.speaker]?.name.trim() || words.unnamed(said.speaker);
    return [{ text: toTurnLine(ids.nameOf(said.id), said.start, name, said.text), said, pauseS }];
  });
}

/**
 * Splits a text into lines. `[3]` is replaced by the id of the turn that `mark` returns for 3, or removed if it returns
 * null.
 */
export function textLines(text: string, mark: (number: number) => Said | null, ids: SegmentIds): Line[] {
  return text.split('\n').flatMap((line) => {
    const marked = line
      .split(/(\[\d{1,4}(?:, ?\d{1,4})*\])/)
      .map((part, index) => {
        if (index % 2 === 0) return defuse(part);
        const found = part.match(/\d+/g)!.flatMap((number) => mark(Number(number)) ?? []);
        return found.length > 0 ? toMark(found, ids) : '';
      })
      .join('')
      .trimEnd();
    return marked.trim() === '' ? [] : [{ text: marked, said: null, pauseS: 0 }];
  });
}

export const toMark = (segments: readonly Said[], ids: SegmentIds): string =>
  segments.length === 0 ? '' : `[${segments.map(({ id }) => ids.nameOf(id)).join(', ')}]`;

/**
 * Splits an answer of the model into lines that can be used as data in a block. Its citations stay; other delimiters
 * are removed.
 */
export function answerLines(text: string, ids: SegmentIds): Line[] {
  return text.split('\n').flatMap((line) => {
    const again = findMarks(line, ids)
      .map((piece) => (piece.kind === 'text' ? defuse(piece.text) : toMark(piece.segments, ids)))
      .join('')
      .trimEnd();
    return again.trim() === '' ? [] : [{ text: again, said: null, pauseS: 0 }];
  });
}

const minHalf = 40;

/**
 * Splits lines into two halves of similar length. A single line is split too. Returns null if a single line is too
 * short.
 */
export function halve(lines: readonly Line[]): [Line[], Line[]] | null {
  if (lines.length > 1) {
    const total = lines.reduce((sum, { text }) => sum + text.length, 0);
    let length = 0;
    let at = 0;
    while (at < lines.length - 1 && (at === 0 || length + lines[at]!.text.length <= total / 2))
      length += lines[at++]!.text.length;
    return [lines.slice(0, at), lines.slice(at)];
  }
  const [line] = lines;
  const halves = line && halveLine(line);
  return halves ? [[halves[0]], [halves[1]]] : null;
}

function halveLine(line: Line): [Line, Line] | null {
  const head = line.said ? /^\[\S+\] \S+ [^:]*: /.exec(line.text)![0] : '';
  const body = line.text.slice(head.length);
  if (body.length < 2 * minHalf) return null;
  const middle = body.length / 2;
  const ends = [...body.matchAll(/[.!?…] +| +/g)];
  // The end of a sentence is preferred to the exact middle.
  const cost = (match: RegExpExecArray) =>
    Math.abs(match.index - middle) - (match[0].trim() ? body.length / 6 : 0);
  const best = ends.toSorted((a, b) => cost(a) - cost(b))[0];
  let at = best ? best.index + best[0].length : Math.floor(middle);
  if (at < minHalf || body.length - at < minHalf) at = Math.floor(middle);
  // A surrogate pair is not split.
  if (/[\udc00-\udfff]/.test(body[at] ?? '')) at += 1;
  const part = (text: string, pauseS: number) => ({ text: head + text, said: line.said, pauseS });
  return [part(body.slice(0, at).trimEnd(), line.pauseS), part(body.slice(at), 0)];
}
