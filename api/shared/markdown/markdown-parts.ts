/** A piece of a text that is parsed by itself. */
type MarkdownPart = { text: string; isCode: boolean };

/** Weight after which a part ends at the next block end, and weight at which it always ends. */
const goalWeight = 8_000;
const maxWeight = 32_000;
/** Largest number of nested markers. Further ones stay as text. */
const maxMarkers = 8;
const maxIndent = 24;

const fenceStart = /^(`{3,}(?=[^`]*$)|~{3,})/;
const rule = /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const marker = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$))/y;
const item = /^(?:[-+*]|\d{1,9}[.)])[ \t]/;
/** Matches a line that may belong to the list, quote or table above the empty line before it. */
const goesOn = /^[ \t>|]/;
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Cuts a text where no block can continue, so that a long text is parsed in pieces and the time of the parser grows linearly.
 */
export function* splitMarkdown(text: string): Generator<MarkdownPart> {
  const lines = text.toWellFormed().replace(/\r\n?/g, '\n').replace(control, '').split('\n');
  let part: string[] = [];
  let weight = 0;
  const take = (): MarkdownPart => {
    const whole = { text: part.join('\n'), isCode: false };
    part = [];
    weight = 0;
    return whole;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = fenceStart.exec(line)?.[1];
    if (fence) {
      const end = fenceEnd(lines, at + 1, fence);
      if (weight > 0) yield take();
      yield { text: lines.slice(at + 1, end).join('\n'), isCode: true };
      at = end;
      continue;
    }
    const added = weigh(line);
    if (added > maxWeight) {
      if (weight > 0) yield take();
      for (const piece of pieces(line)) yield { text: tame(piece), isCode: false };
      continue;
    }
    const isFirst = at > 0 && lines[at - 1]?.trim() === '' && line.trim() !== '' && !goesOn.test(line);
    if (weight + added > maxWeight || (weight > goalWeight && (isFirst || item.test(line)))) yield take();
    part.push(tame(line));
    weight += added;
  }
  if (weight > 0) yield take();
}

/**
 * Returns the weight of a character. Emphasis marks weigh more, because the parser compares each with all others of its
 * block.
 */
const weightOf = (character: string | undefined): number =>
  character === '~' ? 60 : character === '*' || character === '_' ? 12 : 1;

function weigh(line: string): number {
  let weight = 1;
  for (let at = 0; at < line.length; at++) weight += weightOf(line[at]);
  return weight;
}

/** Cuts an overlong line between words. */
function* pieces(line: string): Generator<string> {
  let from = 0;
  let space = 0;
  let weight = 0;
  for (let at = 0; at < line.length; at++) {
    weight += weightOf(line[at]);
    if (line[at] === ' ') space = at;
    if (weight < goalWeight) continue;
    const to = space > from ? space : at + 1;
    yield line.slice(from, to);
    from = to;
    at = to - 1;
    weight = 0;
  }
  if (from < line.length) yield line.slice(from);
}

/** Returns the index of the line that closes a fence, or the number of lines if none does. */
function fenceEnd(lines: readonly string[], from: number, fence: string): number {
  const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
  for (let at = from; at < lines.length; at++) if (closing.test(lines[at] ?? '')) return at;
  return lines.length;
}

/** Escapes nesting markers beyond the limits. */
function tame(line: string): string {
  let text = line;
  const indent = /^[ \t]*/.exec(text)?.[0] ?? '';
  if (indent.length > maxIndent) text = ' '.repeat(maxIndent) + text.slice(indent.length);
  if (rule.test(text)) return text;
  marker.lastIndex = 0;
  for (let count = 0; marker.test(text); count++) {
    if (count < maxMarkers) continue;
    const last = marker.lastIndex - 1;
    return `${text.slice(0, last)}\\${text.slice(last)}`;
  }
  return text;
}
