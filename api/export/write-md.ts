import type { Block, Inline } from '#api/shared/markdown/rich-text.ts';
import type { ReportDocument, Section } from './document.ts';
import { percentOf } from './words.ts';

/** Escapes Markdown and HTML marks within a line. */
const escaped = (text: string): string =>
  text.replace(/[\\`*_[\]<>~|]/g, (sign) => `\\${sign}`).replace(/&(?=[#\w])/g, '&amp;');

/** Escapes what `escaped` does, and also marks that begin a block. */
const escapedLines = (text: string): string =>
  escaped(text)
    .replace(/^(\s*)([#+\-=:])/gm, '$1\\$2')
    .replace(/^(\s*\d+)(?=[.)])/gm, '$1\\');

/** Joins neighbouring texts, because a mark may be divided between two of them. */
function joined(inlines: readonly Inline[]): Inline[] {
  const all: Inline[] = [];
  for (const inline of inlines) {
    const last = all.at(-1);
    const text = inline.kind === 'text' || inline.kind === 'time' ? inline.text : null;
    if (text !== null && last?.kind === 'text')
      all[all.length - 1] = { kind: 'text', text: last.text + text };
    else all.push(text === null ? inline : { kind: 'text', text });
  }
  return all;
}

const fence = (text: string, least: number): string => {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return '`'.repeat(Math.max(least, longest + 1));
};

function inlineCode(text: string): string {
  const marks = fence(text, 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${marks}${pad}${text}${pad}${marks}`;
}

const address = (href: string): string => href.replace(/[<>\s\\]/g, (sign) => encodeURIComponent(sign));

/**
 * Writes rich text as Markdown and escapes everything else. With `isCell` the text stays on one line, and bars are
 * escaped.
 */
function inlineMarkdown(inlines: readonly Inline[], isCell = false): string {
  return joined(inlines)
    .map((inline, index, all): string => {
      const isLineStart = !isCell && (all[index - 1] ?? { kind: 'break' }).kind === 'break';
      const inner = () => ('inlines' in inline ? inlineMarkdown(inline.inlines, isCell) : '');
      switch (inline.kind) {
        case 'break':
          return isCell ? ' ' : '  \n';
        case 'code':
          return isCell ? escaped(inline.text) : inlineCode(inline.text);
        case 'strong':
          return `**${inner()}**`;
        case 'em':
          return `*${inner()}*`;
        case 'strike':
          return `~~${inner()}~~`;
        case 'link':
          return `[${inner()}](<${address(inline.href)}>)`;
        case 'source':
          return `\\[${inline.n}\\]`;
        case 'unsupported':
          return '\\[?\\]';
        default:
          if (isCell) return escaped(inline.text).replace(/\s+/g, ' ');
          return isLineStart ? escapedLines(inline.text) : escaped(inline.text);
      }
    })
    .join('');
}

const tableRule = { left: ':--', center: ':-:', right: '--:' };

function* tableLines({ align, head, rows }: Extract<Block, { kind: 'table' }>): Generator<string> {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const toCells = (cells: readonly Inline[][]) => cells.map((cell) => inlineMarkdown(cell, true));
  yield row(toCells(head));
  yield row(head.map((_, index) => tableRule[align[index] ?? 'left']));
  for (const cells of rows) yield row(toCells(cells));
}

function* linesOf(blocks: readonly Block[]): Generator<string> {
  for (const block of blocks) {
    yield* blockLines(block);
    yield '';
  }
}

function* indented(lines: Iterable<string>, first: string, rest: string): Generator<string> {
  let isFirst = true;
  for (const line of lines) {
    yield isFirst ? first + line : (rest + line).trimEnd();
    isFirst = false;
  }
}

function* blockLines(block: Block): Generator<string> {
  switch (block.kind) {
    case 'heading':
      yield `${'#'.repeat(block.depth)} ${inlineMarkdown(block.inlines, true)}`;
      return;
    case 'paragraph':
      yield* inlineMarkdown(block.inlines).split('\n');
      return;
    case 'list':
      for (const [index, { checked, blocks }] of block.items.entries()) {
        const mark = block.isOrdered ? `${block.start + index}. ` : '- ';
        const box = checked === null ? '' : checked ? '[x] ' : '[ ] ';
        const lines = [...linesOf(blocks)];
        while (lines.at(-1) === '') lines.pop();
        yield* indented(lines.length > 0 ? lines : [''], mark + box, ' '.repeat(mark.length));
      }
      return;
    case 'table':
      yield* tableLines(block);
      return;
    case 'quote':
      yield* indented([...linesOf(block.blocks)].slice(0, -1), '> ', '> ');
      return;
    case 'code': {
      const marks = fence(block.text, 3);
      yield marks;
      yield* block.text.split('\n');
      yield marks;
      return;
    }
    case 'rule':
      yield '* * *';
  }
}

function* sectionLines(section: Section, { clock, words }: ReportDocument): Generator<string> {
  yield `## ${escaped(section.title)}`;
  yield '';
  if (section.note) yield* [`*${escaped(section.note)}*`, ''];
  if (section.kind === 'text') {
    yield* linesOf(section.blocks);
    if (section.sources.length > 0) yield* [`### ${words.sources}`, ''];
    for (const { n, at } of section.sources) yield `- \\[${n}\\] ${clock(at)}`;
    if (section.sources.length > 0) yield '';
    return;
  }
  for (const { name, atS, text } of section.turns) {
    if (name !== null) yield* [`**${escaped(name)}** ${clock(atS)}`, ''];
    else yield* [clock(atS), ''];
    yield* [escapedLines(text), ''];
  }
}

/** Writes GitHub's Markdown in UTF-8, without any HTML. */
export function* writeMd(document: ReportDocument): Generator<string> {
  const { title, facts, speakers, words, language, sections, clock } = document;
  yield `# ${escaped(title)}\n\n`;
  for (const { label, value } of facts) yield `- ${label}: ${escaped(value)}\n`;
  yield '\n';
  if (speakers.length > 0) {
    yield `| ${words.name} | ${words.share} | ${words.speakingTime} |\n| :-- | --: | --: |\n`;
    for (const { name, share, spokenS } of speakers)
      yield `| ${escaped(name)} | ${percentOf(share, language)} | ${clock(spokenS)} |\n`;
    yield '\n';
  }
  for (const section of sections) {
    for (const line of sectionLines(section, document)) yield `${line}\n`;
  }
}
