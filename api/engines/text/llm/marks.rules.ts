import type { Said } from '#api/engines/text/text-engine.ts';
import type { SegmentIds } from './segment-ids.ts';

/** A piece of text, or a citation with the turns that it names. `segments` is empty if none of these turns exists. */
type Piece = { kind: 'text'; text: string } | { kind: 'mark'; segments: Said[] };

const idPattern = String.raw`[sdx]\s?\d{1,6}(?:/\d{1,9})?`;
const rangePattern = String.raw`(${idPattern})\s*(?:-|–|—|\.\.+|bis|to|à|a)\s*(${idPattern}|\d{1,6})`;
const isId = new RegExp(`^${idPattern}$`, 'i');
const tokens = new RegExp(`${rangePattern}|(${idPattern})|(?:(\\d{1,2}):)?(\\d{1,2}):(\\d{2})`, 'gi');
const startsWithId = new RegExp(
  `^[\\s^#]*(?:(?:segments?|sources?|quellen?)[\\s:]+)?${idPattern}(?![\\p{L}\\d])`,
  'iu',
);
const onlyIds = new RegExp(`^\\s*${idPattern}(?:\\s*(?:[,;&–-]|und|and|et|e)\\s*${idPattern})*\\s*$`);
const onlyNumbers = /^[\s^]*\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*\s*$/;
const onlyClock = /^\s*(?:\d{1,2}:)?\d{1,2}:\d{2}\s*$/;
/** Matches bracketed text, with the signs that models put around it: backticks, escapes, a link target. */
const brackets =
  /`?\\?(?:[[【]([^[\]【】\n\\]{1,160})\\?[\]】]`?(?:\((?:#[^)\s]{0,80}|[sdx]\d{1,6})\))?|\(([^()[\]【】\n]{1,160})\)`?)/g;

const wrapped = /\(\s*((?:\[[^[\]\n]{1,160}\](?:\s*[,;])?\s*)+)\)/g;

// Invisible characters that a terminal or an export would interpret: controls, direction marks, Unicode tags.
const obeyed =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e0fff}]/gu;

/**
 * Decodes entities of brackets, and removes control characters and the private-use characters that we use as
 * placeholders.
 */
export const untangle = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(obeyed, '')
    .replace(/&#(?:0*91|x0*5b);/gi, '[')
    .replace(/&#(?:0*93|x0*5d);/gi, ']')
    .replace(/[\ue000-\uf8ff]/g, '');

/**
 * Splits an answer into text and citations: `[s12]`, `[s12, s15]`, `[s12-s14]`, `(s12)`, `【s12】`, and the start time of
 * a turn. Bare numbers in brackets and `[?]` count as citations of no turn, because only we write them.
 */
export function findMarks(answer: string, ids: SegmentIds): Piece[] {
  const text = answer.replace(wrapped, (whole, inner: string) =>
    [...inner.matchAll(/\[([^\]]+)\]/g)].every(([, each]) => readMark(each, undefined, ids)) ? inner : whole,
  );
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(brackets)) {
    const segments = readMark(match[1], match[2], ids);
    if (!segments) continue;
    // A backtick on one side alone belongs to the text beside it.
    const [opens, closes] = [match[0].startsWith('`'), match[0].endsWith('`')];
    const start = match.index + (opens && !closes ? 1 : 0);
    if (start > from) pieces.push({ kind: 'text', text: text.slice(from, start) });
    pieces.push({ kind: 'mark', segments });
    from = match.index + match[0].length - (closes && !opens ? 1 : 0);
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}

function readMark(square: string | undefined, round: string | undefined, ids: SegmentIds): Said[] | null {
  if (square !== undefined) {
    if (square.trim() === '?' || onlyNumbers.test(square)) return [];
    if (startsWithId.test(square)) return named(square, ids);
    if (!onlyClock.test(square)) return null;
    const segments = named(square, ids);
    return segments.length > 0 ? segments : null;
  }
  if (round === undefined || !onlyIds.test(round)) return null;
  const segments = named(round, ids);
  return segments.length > 0 || round.includes('s') ? segments : null;
}

function named(text: string, ids: SegmentIds): Said[] {
  const segments: Said[] = [];
  for (const match of text.matchAll(tokens)) {
    const [, first, last, single, hours, minutes, seconds] = match;
    if (first !== undefined) {
      const end = isId.test(last!) ? last! : `${first[0]}${last!}`;
      const [from, to] = [ids.find(first), ids.find(end)];
      if (from && to) segments.push(...ids.between(from, to));
      else segments.push(...[from, to].filter((segment) => segment !== null));
      continue;
    }
    const found =
      single === undefined
        ? ids.at(Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds))
        : ids.find(single);
    if (found) segments.push(found);
  }
  return [...new Set(segments)];
}

/** Matches an incomplete citation at the end of a text that is still streaming. */
const halfMark =
  /`?\\?(?:[[【][^[\]【】\n]{0,160}|\((?:[sdx]?|[sdx]\s?\d[\w\s,;/–-]{0,80})|&#?\w{0,5}|\\|`)$/;

export const withoutHalfMark = (text: string): string => text.replace(halfMark, '');

/** Removes an unclosed citation from the end of a finished text. */
export const withoutOpenMark = (text: string): string =>
  text.replace(/[ \t]*[[【(]\s*[sdx]\s?\d{1,6}[\d\s,;/sdx–-]*$/i, '');

/** Separates a line of an answer from its citations. */
export function takeMarks(text: string, ids: SegmentIds): { text: string; segments: Said[] } {
  const pieces = findMarks(untangle(text), ids);
  const plain = pieces.map((piece) => (piece.kind === 'text' ? piece.text : ' ')).join('');
  return {
    text: plain
      .replace(/\s+/g, ' ')
      .replace(/ ([.,;:!?])/g, '$1')
      .trim(),
    segments: [...new Set(pieces.flatMap((piece) => (piece.kind === 'mark' ? piece.segments : [])))],
  };
}
