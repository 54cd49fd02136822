import type { Token, Tokens } from 'marked';
import type { Inline } from './rich-text.ts';

export type MarkdownOptions = {
  /** Length of the recording, s. Texts such as `12:30` become links to a moment if they lie within it. */
  durationS?: number;
  /** Numbers that `[3]` may name; if given, `[?]` marks a missing source. */
  sources?: ReadonlySet<number>;
};

/** Largest nesting of emphasis. Deeper marks stay as text. */
const maxDepth = 12;

export function tokensToInlines(
  tokens: readonly Token[],
  options: MarkdownOptions,
  depth = 0,
  isLink = false,
): Inline[] {
  const inlines: Inline[] = [];
  let run = '';
  const endRun = () => {
    if (run) inlines.push(...(isLink ? [plain(run)] : markText(decode(run), options)));
    run = '';
  };
  for (const token of tokens) {
    if (token.type === 'text') {
      run += (token as Tokens.Text).raw;
      continue;
    }
    endRun();
    inlines.push(...toInlines(token, options, depth, isLink));
  }
  endRun();
  return inlines;
}

const plain = (text: string): Inline => ({ kind: 'text', text });

function toInlines(token: Token, options: MarkdownOptions, depth: number, isLink: boolean): Inline[] {
  const inner = (tokens: Token[] | undefined, inLink = isLink) =>
    tokensToInlines(tokens ?? [], options, depth + 1, inLink);
  if (depth > maxDepth) return [plain(token.raw)];
  switch (token.type) {
    case 'escape':
      return [plain((token as Tokens.Escape).text)];
    case 'codespan':
      return [{ kind: 'code', text: (token as Tokens.Codespan).text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'strong':
    case 'em':
      return [{ kind: token.type, inlines: inner(token.tokens) }];
    case 'del':
      return [{ kind: 'strike', inlines: inner(token.tokens) }];
    case 'link':
    case 'image': {
      const { href, title, text } = token as Tokens.Link | Tokens.Image;
      const target = safeHref(href);
      if (!target || isLink) return [plain(token.raw)];
      const label = token.type === 'link' ? inner(token.tokens, true) : text ? [plain(text)] : [];
      const more = title ? [plain(` (${title})`)] : [];
      return [
        { kind: 'link', href: target, inlines: label.length > 0 ? [...label, ...more] : [plain(target)] },
      ];
    }
    case 'checkbox':
      return [];
    default:
      return [plain(token.raw)];
  }
}

const allowed = /^(?:https?:\/\/[^\s/?#]|mailto:[^\s@]+@)/i;
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0020\u007f-\u009f\u2028\u2029"<>\\^`{|}]/;

/** Returns the address of a link; null if its scheme is not allowed. */
function safeHref(href: string): string | null {
  if (!allowed.test(href) || forbidden.test(href) || !URL.canParse(href)) return null;
  const { protocol } = new URL(href);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g,
    (whole, decimal, hex, name) => {
      if (name) return named[name as string] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
      const isText = code >= 0xa0 || (code >= 0x20 && code < 0x7f);
      return isText && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : whole;
    },
  );
}

/**
 * Matches times `12:30`, `1:02:33`, also in brackets, and sources `[3]`, `[1, 4]`, `[?]`. Parts of longer numbers and
 * times of day (“14:30 Uhr”) do not match.
 */
const marks =
  /\[\?\]|\[(\d{1,4}(?:, ?\d{1,4})*)\]|\[((?:\d{1,2}:)?\d{1,3}:\d{2})\]|(?<![\p{L}\d:.,/-])((?:\d{1,2}:)?\d{1,3}:\d{2})(?![\p{L}\d:/]|[.,]\d|[ \u00a0](?:Uhr|h|am|pm|a\.m|p\.m)(?!\p{L}))/gu;

function markText(text: string, { durationS, sources }: MarkdownOptions): Inline[] {
  const inlines: Inline[] = [];
  let from = 0;
  const put = (match: RegExpExecArray, found: Inline[]) => {
    if (match.index > from) inlines.push(plain(text.slice(from, match.index)));
    inlines.push(...found);
    from = match.index + match[0].length;
  };
  for (const match of text.matchAll(marks)) {
    const [whole, numbers, bracketed, bare] = match;
    if (whole === '[?]') {
      if (sources) put(match, [{ kind: 'unsupported' }]);
      continue;
    }
    if (numbers !== undefined) {
      const found = numbers.split(',').map(Number);
      if (found.every((n) => sources?.has(n)))
        put(
          match,
          found.map((n) => ({ kind: 'source', n })),
        );
      continue;
    }
    const atS = readTime(bracketed ?? bare ?? '');
    if (atS !== null && durationS !== undefined && atS <= durationS)
      put(match, [{ kind: 'time', atS, text: whole }]);
  }
  if (from < text.length) inlines.push(plain(text.slice(from)));
  return inlines;
}

/** Converts `12:30` or `1:02:33` to s. Returns null if minutes or seconds exceed 59. */
export function readTime(text: string): number | null {
  const parts = text.split(':').map(Number);
  const [seconds = 60, minutes = 0, hours] = parts.toReversed();
  if (seconds > 59 || (hours !== undefined && minutes > 59)) return null;
  return (hours ?? 0) * 3600 + minutes * 60 + seconds;
}
