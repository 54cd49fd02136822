import type { Block, Inline } from '#api/shared/markdown/rich-text.ts';
import type { ReportDocument, Section } from './document.ts';
import { percentOf } from './words.ts';

/** Without this mark, old Windows programs assume another encoding. Without CR, they show all lines as one. */
const byteOrderMark = '\ufeff';
const lineEnd = '\r\n';

/** Writes rich text without its marks. A link's address follows its words. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      switch (inline.kind) {
        case 'break':
          return '\n';
        case 'source':
          return `[${inline.n}]`;
        case 'unsupported':
          return '[?]';
        case 'link': {
          const text = plainText(inline.inlines);
          const address = inline.href.replace(/^mailto:/, '');
          return text === address || text === inline.href || text === '' ? address : `${text} <${address}>`;
        }
        case 'strong':
        case 'em':
        case 'strike':
          return plainText(inline.inlines);
        default:
          return inline.text;
      }
    })
    .join('');
}

const indented = (lines: string[], first: string, rest: string): string[] =>
  lines.map((line, index) => (line === '' ? '' : (index === 0 ? first : rest) + line));

function* linesOf(blocks: readonly Block[]): Generator<string> {
  for (const block of blocks) {
    yield* blockLines(block);
    yield '';
  }
}

function* blockLines(block: Block): Generator<string> {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      yield* plainText(block.inlines).split('\n');
      return;
    case 'list':
      for (const [index, { checked, blocks }] of block.items.entries()) {
        const box = checked === null ? '' : checked ? '[x] ' : '[ ] ';
        const mark = (block.isOrdered ? `${block.start + index}. ` : '– ') + box;
        const lines = [...linesOf(blocks)];
        while (lines.at(-1) === '') lines.pop();
        yield* indented(lines.length > 0 ? lines : [''], mark, ' '.repeat(mark.length));
      }
      return;
    case 'table': {
      const row = (cells: Inline[][]) => cells.map((cell) => plainText(cell).replace(/\n/g, ' ')).join(' | ');
      yield row(block.head);
      for (const cells of block.rows) yield row(cells);
      return;
    }
    case 'quote':
      yield* indented([...linesOf(block.blocks)].slice(0, -1), '> ', '> ');
      return;
    case 'code':
      yield* indented(block.text.split('\n'), '    ', '    ');
      return;
    case 'rule':
      yield '* * *';
  }
}

function* sectionLines(section: Section, { clock, words }: ReportDocument): Generator<string> {
  yield section.title.toUpperCase();
  if (section.note) yield section.note;
  yield '';
  if (section.kind === 'text') {
    yield* linesOf(section.blocks);
    if (section.sources.length > 0) yield `${words.sources}:`;
    for (const { n, at } of section.sources) yield `[${n}] ${clock(at)}`;
    if (section.sources.length > 0) yield '';
    return;
  }
  for (const { name, atS, text } of section.turns) {
    if (name !== null) yield `[${clock(atS)}] ${name}`;
    else yield `[${clock(atS)}]`;
    yield text;
    yield '';
  }
}

function* documentLines(document: ReportDocument): Generator<string> {
  const { title, facts, speakers, words, language, sections, clock } = document;
  yield title;
  yield '='.repeat(Math.min(60, Math.max(3, title.length)));
  for (const { label, value } of facts) yield `${label}: ${value}`;
  if (speakers.length > 0) {
    yield `${words.speakers}:`;
    for (const { name, share, spokenS } of speakers)
      yield `– ${name} (${percentOf(share, language)}, ${clock(spokenS)})`;
  }
  yield '';
  for (const section of sections) {
    yield '';
    yield* sectionLines(section, document);
  }
}

/** Writes plain text, UTF-8 with a byte order mark, one line per paragraph. */
export function* writeTxt(document: ReportDocument): Generator<string> {
  yield byteOrderMark;
  for (const line of documentLines(document)) yield line.replace(/\n/g, lineEnd) + lineEnd;
}
