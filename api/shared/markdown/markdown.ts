import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import { type MarkdownOptions, tokensToInlines } from './markdown-inline.ts';
import { splitMarkdown } from './markdown-parts.ts';
import type { Block, ListItem } from './rich-text.ts';

/** Largest nesting of lists and quotes. Deeper marks stay as text. */
const maxDepth = 10;

/**
 * Parses Markdown as people and models write it (GitHub's dialect; a line end is a line break). HTML, indented code and
 * reference links are not supported and stay visible as text.
 */
export function parseMarkdown(text: string, options: MarkdownOptions = {}): Block[] {
  return [...readMarkdown(text, options)].flat();
}

/** Parses like `parseMarkdown`, but piece by piece, so that a long text does not block the thread. */
export function* readMarkdown(text: string, options: MarkdownOptions = {}): Generator<Block[]> {
  for (const part of splitMarkdown(text)) {
    yield part.isCode ? [{ kind: 'code', text: part.text }] : readPart(part.text, options);
  }
}

/** Recognises only self-contained marks; a table that would lose cells stays text. */
class PlainTokenizer extends Tokenizer {
  override html = (): undefined => undefined;
  override tag = (): undefined => undefined;
  override def = (): undefined => undefined;
  override code = (): undefined => undefined;
  override reflink = (): undefined => undefined;
  override table(src: string): Tokens.Table | undefined {
    const table = super.table(src);
    if (!table) return undefined;
    const lines = table.raw.trimEnd().split('\n');
    return lines.slice(2).every((line) => cellCount(line) <= table.header.length) ? table : undefined;
  }
}

const cellCount = (line: string): number =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;

function readPart(text: string, options: MarkdownOptions): Block[] {
  let tokens: Token[];
  try {
    tokens = new Lexer({ gfm: true, breaks: true, tokenizer: new PlainTokenizer() }).lex(text);
  } catch {
    // The marks are nested too deeply for the parser, so the text stays as it is.
    return [{ kind: 'paragraph', inlines: [{ kind: 'text', text }] }];
  }
  return toBlocks(tokens, options, 0);
}

function toBlocks(tokens: readonly Token[], options: MarkdownOptions, depth: number): Block[] {
  return tokens.flatMap((token) => toBlock(token, options, depth));
}

function toBlock(token: Tokens.Generic, options: MarkdownOptions, depth: number): Block[] {
  const inlines = (tokens: Token[] | undefined) => tokensToInlines(tokens ?? [], options);
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return [];
    case 'heading':
      return [
        { kind: 'heading', depth: (token as Tokens.Heading).depth as 1, inlines: inlines(token.tokens) },
      ];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text }];
    case 'table':
      return [toTable(token as Tokens.Table, options)];
    case 'blockquote':
    case 'list':
      if (depth >= maxDepth)
        return [{ kind: 'paragraph', inlines: [{ kind: 'text', text: token.raw.trim() }] }];
      return token.type === 'list'
        ? toLists(token as Tokens.List, options, depth)
        : [{ kind: 'quote', blocks: toBlocks(token.tokens ?? [], options, depth + 1) }];
    default: {
      const found = token.tokens
        ? inlines(token.tokens)
        : tokensToInlines([{ ...token, type: 'text' }], options);
      return found.length > 0 ? [{ kind: 'paragraph', inlines: found }] : [];
    }
  }
}

/** Returns a list, or several if its numbers are not consecutive. */
function toLists(list: Tokens.List, options: MarkdownOptions, depth: number): Block[] {
  const lists: Extract<Block, { kind: 'list' }>[] = [];
  const first = Number(list.start) || 0;
  for (const item of list.items) {
    const made: ListItem = {
      checked: item.task ? (item.checked ?? false) : null,
      blocks: toBlocks(item.tokens, options, depth + 1),
    };
    const number = Number(/^\s*(\d+)/.exec(item.raw)?.[1] ?? first);
    const current = lists.at(-1);
    const follows = current && (number === current.start + current.items.length || number === first);
    if (current && (!list.ordered || follows)) current.items.push(made);
    else
      lists.push({ kind: 'list', isOrdered: list.ordered, start: list.ordered ? number : 1, items: [made] });
  }
  return lists;
}

function toTable({ align, header, rows }: Tokens.Table, options: MarkdownOptions): Block {
  const toCells = (cells: Tokens.TableCell[]) => cells.map((cell) => tokensToInlines(cell.tokens, options));
  return { kind: 'table', align, head: toCells(header), rows: rows.map(toCells) };
}
