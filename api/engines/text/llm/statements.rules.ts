import type { TextLanguage } from '#api/contract/option.ts';
import { markClass, sentenceEnds } from './sentences.rules.ts';
import { words } from './words.ts';

/** A paragraph, list item or table row: the range `[from, to)` of a Markdown text. */
type Unit = { kind: 'paragraph' | 'item' | 'row'; from: number; to: number; isEnded: boolean };

const hasMark = new RegExp(`[${markClass}]`, 'u');
const allMarks = new RegExp(`[${markClass}]`, 'gu');
const fence = /^\s*(?:>\s?)*(?:```|~~~)/;
const heading = /^\s*(?:>\s?)*#{1,6}(?:\s|$)/;
const rule = /^\s*(?:[-*_]\s*){3,}$|^\s*=+\s*$/;
const boldLine = /^\s*(?:>\s?)*(\*\*|__)(?:(?!\1).)+\1:?\s*$/;
const item = /^(\s*(?:>\s?)*\s*)(?:[-*+•–]|\d{1,3}[.)]|[a-z]\))\s+(?:\[[ xX]\]\s+)?/;
const divider = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/**
 * Returns the positions for `[?]`, ascending. They are after each sentence, list item and table row that makes a
 * statement without a citation. Headings, introductions of lists and "nothing was said" are no statements.
 * @param text answer in which each citation is a single character (`markClass`)
 * @param isWhole false while the answer streams: then its unfinished end is not judged
 */
export function unsupportedPlaces(text: string, language: TextLanguage, isWhole: boolean): number[] {
  return unitsOf(text, isWhole).flatMap((unit) => {
    const body = text.slice(unit.from, unit.to);
    if (unit.kind === 'row') {
      if (!unit.isEnded || hasMark.test(body) || isEmpty(body)) return [];
      return [unit.from + body.replace(/\s*\|?\s*$/, '').length];
    }
    return missing(body, unit, language).map((at) => unit.from + at);
  });
}

function missing(body: string, { kind, isEnded }: Unit, language: TextLanguage): number[] {
  const ends = sentenceEnds(body, language);
  const sentences = ends.map((end, index) => ({ from: ends[index - 1] ?? 0, end }));
  const isCited = sentences.map(({ from, end }) => hasMark.test(body.slice(from, end)));
  const covered = kind === 'item' ? isCited.lastIndexOf(true) : -1;
  return sentences.flatMap(({ from, end }, index) => {
    if (isCited[index] || index <= covered) return [];
    if (!isEnded && (kind === 'item' || index === sentences.length - 1)) return [];
    const sentence = body.slice(from, end);
    if (!says(sentence, kind === 'item' && sentences.length === 1)) return [];
    return [from + sentence.trimEnd().length];
  });
}

const plainOf = (text: string): string =>
  text
    .replace(allMarks, '')
    .replace(item, '')
    .replace(/[*_`>#|]/g, '')
    .trim();
const isEmpty = (text: string): boolean => !/[\p{L}\d]/u.test(plainOf(text));

const toKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
const nothing = new Set(
  Object.values(words).flatMap(({ nothingSaid, none, notFound, cutShort, notTranslated }) =>
    [nothingSaid, notFound, cutShort, notTranslated, ...Object.values(none)].map(toKey),
  ),
);

/** Largest number of words in a label, such as a name or a greeting. A label is a line without final punctuation. */
const maxLabelWords = 4;

function says(sentence: string, isLoneItem: boolean): boolean {
  const plain = plainOf(sentence);
  if (isEmpty(plain) || /[:：]\s*$/.test(plain)) return false;
  if (nothing.has(toKey(plain)) || nothing.has(toKey(plain.replace(/^[^:.]{1,80}:\s*/, '')))) return false;
  if (isLoneItem) return true;
  return /[.!?…]["'»”’)\]]*$/.test(plain) || /\d/.test(plain) || plain.split(/\s+/).length > maxLabelWords;
}

function unitsOf(text: string, isWhole: boolean): Unit[] {
  const units: Unit[] = [];
  const lines = linesOf(text);
  let isCode = false;
  let isTable = false;
  let open: Unit | null = null;
  const close = () => {
    if (open) open.isEnded = true;
    open = null;
  };
  for (const [index, { from, to }] of lines.entries()) {
    const line = text.slice(from, to);
    const next = lines[index + 1];
    const isLast = !next && !isWhole;
    if (fence.test(line)) {
      close();
      isCode = !isCode;
      continue;
    }
    if (isCode) continue;
    const isHead = !!next && line.includes('|') && isDivider(text.slice(next.from, next.to));
    const isRow = isTable ? line.includes('|') : /^\s*\|/.test(line);
    if (
      line.trim() === '' ||
      heading.test(line) ||
      boldLine.test(line) ||
      rule.test(line) ||
      isHead ||
      isDivider(line)
    ) {
      close();
      isTable = isDivider(line) || (isTable && isHead);
      continue;
    }
    if (isRow) {
      close();
      // The first row may turn out to be the head of the table when the next line arrives.
      const isJudged = !isLast && (isTable || !!next);
      units.push({ kind: 'row', from, to, isEnded: isJudged || isWhole });
      continue;
    }
    isTable = false;
    const found = item.exec(line);
    if (!found && open) {
      open.to = to;
      continue;
    }
    close();
    open = { kind: found ? 'item' : 'paragraph', from, to, isEnded: false };
    if (!found || !leads(line, found[1]!, next && text.slice(next.from, next.to))) units.push(open);
  }
  if (isWhole) close();
  return units;
}

const isDivider = (line: string): boolean => line.includes('-') && line.includes('|') && divider.test(line);

/** Whether an item only introduces its nested list. */
function leads(line: string, indent: string, next: string | undefined): boolean {
  const inner = next === undefined ? null : item.exec(next);
  return (
    !!inner && inner[1]!.length > indent.length && !hasMark.test(line) && !/[.!?…]\s*$/.test(plainOf(line))
  );
}

function linesOf(text: string): { from: number; to: number }[] {
  const lines: { from: number; to: number }[] = [];
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    lines.push({ from, to });
    from = to + 1;
  }
  return lines;
}
