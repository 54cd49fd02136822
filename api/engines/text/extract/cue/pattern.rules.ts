/** Fragments that phrases name as `{name}`; they may name each other, earlier ones only. */
export type Fragments = Readonly<Record<string, string>>;

// up to six words within a sentence
const gap = String.raw`(?:[\s,]+[^\s.?!;]+){0,6}?[\s,]+`;
const before = String.raw`(?<![\p{L}\p{M}\d])`;
// a phrase may end with the space behind it
const behind = String.raw`(?:(?<=[\s,])|(?![\p{L}\p{M}\d]))`;

/**
 * One expression for phrases, one a line, whole words, for text in lower case (to ignore case costs a second at the start): `…` up to six words between, `*` the rest of a word, `(a|b)`
 * either, `(a )?` perhaps, `{name}` a fragment. `ss` is ß as well, a space may be a comma. Lines that begin with `^` stand at the
 * beginning of what is searched, `$` is its end; `#` is a digit.
 */
export function patternOf(phrases: string, fragments: Fragments = {}): RegExp {
  const lines = phrases
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return new RegExp(lines.map((line) => sourceOf(line, fragments)).join('|') || '(?!)', 'gu');
}

function sourceOf(line: string, fragments: Fragments): string {
  const isFirst = line.startsWith('^');
  const source = fill(isFirst ? line.slice(1) : line, fragments)
    .replaceAll(' … ', '\ue000')
    .replaceAll(/\((?!\?)/g, '(?:')
    .replaceAll(/(?<=\p{L})\*/gu, String.raw`\p{L}*`)
    .replaceAll(/\$(?=$|[)|])/g, () => String.raw`[\s\p{P}]*$`)
    .replaceAll('.', String.raw`\.`)
    .replaceAll('ss', '(?:ss|ß)')
    .replaceAll(' ', String.raw`(?:[\s,]+)`)
    .replaceAll('#', String.raw`\d`)
    .replaceAll('\ue000', gap);
  return `${isFirst ? String.raw`^[\s\p{P}]*` : before}(?:${source})${behind}`;
}

/** Brackets round each fragment, so that its alternatives stay together. */
function fill(text: string, fragments: Fragments): string {
  return text.replaceAll(/\{([a-z]\w+)\}/g, (_, name: string) => {
    const fragment = fragments[name];
    if (fragment === undefined) throw new Error(`there is no fragment ${name}`);
    return `(${fill(fragment, fragments)})`;
  });
}

/** As patterns read it; as long as before. */
export function lower(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length ? low : text.replaceAll('İ', 'I').toLowerCase();
}

/** Where it occurs first, -1 where it does not, whatever was searched before. */
export function whereIs(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  return pattern.exec(lower(text))?.index ?? -1;
}

/** Whether it occurs, whatever was searched before. */
export function has(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(lower(text));
}

/** What was written, with the apostrophe that patterns know; as long as before. */
export const plainApostrophes = (text: string): string => text.replaceAll(/[\u2019\u02bc\u2018\u00b4]/g, "'");
