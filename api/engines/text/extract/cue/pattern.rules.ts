/** Fragments that phrases refer to as `{name}`. A fragment may refer to others. */
export type Fragments = Readonly<Record<string, string>>;

// Matches up to six words within a sentence.
const gap = String.raw`(?:[\s,]+[^\s.?!;]+){0,6}?[\s,]+`;
const before = String.raw`(?<![\p{L}\p{M}\d])`;
// The end of a phrase. If the phrase ends with a space, that space has been matched already.
const behind = String.raw`(?:(?<=[\s,])|(?![\p{L}\p{M}\d]))`;

/**
 * Compiles phrases, one per line, to a pattern of whole words. The pattern is for text in lower case, because a pattern
 * that ignores case costs a second at the start. `…` stands for up to six words, `*` for the rest of a word, `a|b` for
 * alternatives, `(a )?` for an optional part, `{name}` for a fragment, `#` for a digit, `^` and `$` for start and end
 * of the text. `ss` also matches ß, and a space also matches a comma.
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

/** Groups each fragment, so that its alternatives stay together. */
function fill(text: string, fragments: Fragments): string {
  return text.replaceAll(/\{([a-z]\w+)\}/g, (_, name: string) => {
    const fragment = fragments[name];
    if (fragment === undefined) throw new Error(`there is no fragment ${name}`);
    return `(${fill(fragment, fragments)})`;
  });
}

/** Returns the text in lower case with the same length, so that indices stay valid. */
export function lower(text: string): string {
  const low = text.toLowerCase();
  return low.length === text.length ? low : text.replaceAll('İ', 'I').toLowerCase();
}

/** Returns the index of the first match, or −1 if there is none. Resets `lastIndex` of the shared pattern. */
export function whereIs(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  return pattern.exec(lower(text))?.index ?? -1;
}

/** Whether the pattern matches. Resets `lastIndex` of the shared pattern. */
export function has(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(lower(text));
}

/** Replaces typographic apostrophes by the plain one of the patterns. The length stays the same. */
export const plainApostrophes = (text: string): string => text.replaceAll(/[\u2019\u02bc\u2018\u00b4]/g, "'");
