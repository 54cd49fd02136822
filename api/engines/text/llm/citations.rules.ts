import type { TextLanguage } from '#api/contract/option.ts';
import type { MadeText, Said } from '#api/engines/text/text-engine.ts';
import { findMarks, untangle, withoutHalfMark, withoutOpenMark } from './marks.rules.ts';
import { createNumbering, type SegmentIds } from './segment-ids.ts';
import { unsupportedPlaces } from './statements.rules.ts';

/**
 * First private-use character that stands for a citation. There are `maxMarks` of them; any further citations are left
 * out.
 */
const firstMark = 0xe000;
const maxMarks = 0x1900;

/**
 * Converts a model's answer for display. Citations become `[1]`, `[2, 3]`, numbered in the order of their first use.
 * Citations of turns that do not exist are removed. Statements without a citation get `[?]`.
 * @param isWhole false while the answer streams: then an incomplete citation at its end is hidden
 */
export function citeText(
  answer: string,
  ids: SegmentIds,
  language: TextLanguage,
  isWhole: boolean,
): MadeText {
  const untangled = untangle(answer);
  const text = isWhole ? withoutOpenMark(untangled) : withoutHalfMark(untangled);
  const { marked, groups } = markText(text, ids);
  const { numberOf, sources } = createNumbering();
  const unsupported = new Set(unsupportedPlaces(marked, language, isWhole));
  let out = '';
  for (let at = 0; at <= marked.length; at += 1) {
    if (unsupported.has(at)) out += ' [?]';
    const group = groups[marked.charCodeAt(at) - firstMark];
    if (group) out += `[${group.map(numberOf).join(', ')}]`;
    else out += marked[at] ?? '';
  }
  return { text: moveOutOfCode(out).trimEnd(), sources };
}

/** Replaces each citation by one character with a space before it, and merges adjacent citations. */
function markText(text: string, ids: SegmentIds): { marked: string; groups: Said[][] } {
  const groups: Said[][] = [];
  let marked = '';
  let gap: { group: Said[]; end: number } | null = null;
  for (const piece of findMarks(text, ids)) {
    if (piece.kind === 'text') {
      marked += piece.text;
      continue;
    }
    const between: string | null = gap ? marked.slice(gap.end) : null;
    if (gap && between !== null && /^[ \t]*[,;]?[ \t]*$/.test(between)) {
      marked = marked.slice(0, gap.end);
      for (const segment of piece.segments) if (!gap.group.includes(segment)) gap.group.push(segment);
      continue;
    }
    const before = marked.replace(/[ \t]+$/, '');
    const isStart = before === '' || /[\n|>]$/.test(before);
    if (piece.segments.length === 0) {
      if (!isStart) marked = before;
      continue;
    }
    if (groups.length >= maxMarks) continue;
    const group = [...piece.segments];
    groups.push(group);
    marked = `${isStart ? marked : `${before} `}${String.fromCharCode(firstMark + groups.length - 1)}`;
    gap = { group, end: marked.length };
  }
  return { marked, groups };
}

/** Moves citations behind the code that contains them, because in code they would be shown literally. */
function moveOutOfCode(text: string): string {
  if (!/`|~~~/.test(text)) return text;
  return text.replace(
    /(^|\n)([ \t]*(```+|~~~+)[^\n]*\n)([\s\S]*?)(?:(\n[ \t]*\3[ \t]*)(?=\n|$)|$)|`[^`\n]+`/g,
    (whole, start: string | undefined, head: string, fence: string, body: string, tail?: string) => {
      const marks = (start === undefined ? whole : body).match(shown) ?? [];
      if (start === undefined) return marks.length === 0 ? whole : `${strip(whole)}${marks.join('')}`;
      const end = tail ?? `\n${fence}`;
      return `${start}${head}${strip(body)}${end}\n${marks.length > 0 ? marks.join('').trim() : '[?]'}`;
    },
  );
}

const shown = / ?\[\d{1,4}(?:, \d{1,4})*\]/g;
const strip = (text: string): string => text.replace(shown, '');
