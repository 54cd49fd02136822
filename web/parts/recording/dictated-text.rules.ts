/** Length of a pause that starts a new paragraph, s. */
export const paragraphGapS = 3;

type Said = { start: number; end: number; text: string };

export function toParagraphs(dictated: readonly Said[]): { startS: number; text: string }[] {
  const paragraphs: { startS: number; text: string }[] = [];
  let lastEndS = Number.NEGATIVE_INFINITY;
  for (const { start, end, text } of dictated) {
    const said = text.trim();
    if (said === '') continue;
    const last = paragraphs.at(-1);
    if (last && start - lastEndS <= paragraphGapS) last.text += ` ${said}`;
    else paragraphs.push({ startS: start, text: said });
    lastEndS = end;
  }
  return paragraphs;
}

export const withDictated = (notes: string, dictated: readonly Said[]): string =>
  [notes.trimEnd(), ...toParagraphs(dictated).map(({ text }) => text)]
    .filter((part) => part !== '')
    .join('\n\n');
