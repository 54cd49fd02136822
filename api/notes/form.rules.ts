/**
 * A line of Markdown. `verbatim` is a line of code or of a table, which stays unchanged. `blank` is the empty line
 * between blocks.
 */
export type TidyLine = { text: string; kind: 'heading' | 'item' | 'text' | 'verbatim' | 'blank' };

const fence = /^\s{0,3}(`{3,}|~{3,})/;
const task = /^(?:to-?\s?do|aufgabe|pendenz|task|action|à faire|tâche|da fare|compito)\s*:\s+(?=\S)/i;
const bullet = /^(\s*)(?:[-*+•·‣▪–—]\s+|[•·‣▪]|-(?=\p{L}))/u;
const number = /^(\s*)(\d{1,3})[.)]\s+/;
const box = /^\[\s*([xX✓✔]?)\s*\]\s+/;
const emphasised = /^\*[^\s*]/;

/** Turns the lines of notes into Markdown, with one empty line between blocks. */
export function tidyLines(text: string): TidyLine[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const tidied: TidyLine[] = [];
  let closing: string | null = null;
  for (const [at, line] of lines.entries()) {
    const mark = fence.exec(line)?.[1];
    if (closing !== null || mark) {
      tidied.push({ text: line, kind: 'verbatim' });
      if (closing === null) closing = mark ?? null;
      else if (mark?.startsWith(closing)) closing = null;
    } else tidied.push(tidyLine(line, lines[at + 1] ?? ''));
  }
  return space(listRuns(tidied));
}

function tidyLine(line: string, next: string): TidyLine {
  const trimmed = line.trim().replace(/(?<=\S)[ \t]{2,}/g, ' ');
  if (trimmed === '') return { text: '', kind: 'blank' };
  if (trimmed.startsWith('|') || trimmed.startsWith('>')) return { text: trimmed, kind: 'verbatim' };
  const heading = /^(#{1,6})\s*([^#\s].*)$/.exec(trimmed);
  if (heading) return { text: `${heading[1]} ${heading[2]}`, kind: 'heading' };
  if (/^(?:[-*_]\s?){3,}$/.test(trimmed)) return { text: trimmed, kind: 'verbatim' };
  if (isHeading(trimmed, next)) return { text: `## ${trimmed.replace(/\s*:$/, '')}`, kind: 'heading' };
  return toItem(line.trimEnd().replace(/(?<=\S)[ \t]{2,}/g, ' ')) ?? { text: trimmed, kind: 'text' };
}

/** True if a line is a heading: a short line that ends with a colon and has lines after it, or a line in capitals. */
function isHeading(line: string, next: string): boolean {
  if (line.startsWith('#') || bullet.test(line) || number.test(line) || line.length > 60) return false;
  if (/[^:]:$/.test(line)) return next.trim() !== '' && line.split(/\s+/).length <= 6;
  const letters = line.replace(/\P{L}/gu, '');
  return (
    letters.length >= 4 && /\s|^\p{Lu}{5,}/u.test(line) && line === line.toUpperCase() && !/[.;,]$/.test(line)
  );
}

function toItem(line: string): TidyLine | null {
  if (emphasised.test(line.trim())) return null;
  const numbered = number.exec(line);
  const dotted = numbered ? null : bullet.exec(line);
  const mark = numbered ?? dotted;
  const bare = mark ? line.slice(mark[0].length) : line.trim();
  const done = box.exec(bare);
  const isTask = task.test(bare);
  if (!mark && !isTask && !done) return null;
  const rest = done ? bare.slice(done[0].length) : bare.replace(task, '');
  const ticked = done ? `[${done[1] ? 'x' : ' '}] ` : isTask ? '[ ] ' : '';
  const indent = ' '.repeat(Math.min(8, (mark?.[1] ?? '').replaceAll('\t', '    ').length));
  return { text: `${indent}${numbered ? `${numbered[2]}.` : '-'} ${ticked}${rest}`.trimEnd(), kind: 'item' };
}

/** Turns three or more short lines without punctuation at the end into a list. */
function listRuns(lines: TidyLine[]): TidyLine[] {
  const isJotted = (line: TidyLine | undefined) =>
    line?.kind === 'text' && line.text.length <= 100 && !/[.?:;,]$/.test(line.text);
  return lines.map((line, at) => {
    let from = at;
    let to = at;
    while (from > 0 && at - from < 3 && isJotted(lines[from - 1])) from -= 1;
    while (to - at < 3 && isJotted(lines[to + 1])) to += 1;
    const isList = isJotted(line) && to - from >= 2;
    return isList ? { text: `- ${line.text}`, kind: 'item' } : line;
  });
}

/** Puts one empty line after each block, and none within a list. */
function space(lines: readonly TidyLine[]): TidyLine[] {
  const spaced: TidyLine[] = [];
  const blank: TidyLine = { text: '', kind: 'blank' };
  for (const line of lines) {
    const last = spaced.at(-1);
    if (line.kind === 'blank') {
      if (last && last.kind !== 'blank') spaced.push(line);
      continue;
    }
    const isEdge =
      last !== undefined &&
      last.kind !== 'blank' &&
      (line.kind === 'heading' ||
        last.kind === 'heading' ||
        (line.kind !== last.kind && (line.kind === 'verbatim' || last.kind === 'verbatim')) ||
        (line.kind === 'item' && last.kind === 'text') ||
        (line.kind === 'text' && last.kind === 'item'));
    if (isEdge) spaced.push(blank);
    spaced.push(line);
  }
  if (spaced.at(-1)?.kind === 'blank') spaced.pop();
  return spaced;
}
