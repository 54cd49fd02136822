import type { TextLanguage } from '#api/contract/option.ts';
import type { Said } from '#api/engines/text/text-engine.ts';

/** Returns a conversation with one turn per line, `A: what was said`. A turn begins every 5 s and is 4 s long. */
export function spoken(lines: string, names: Record<string, string> = {}) {
  const segments = lines
    .split('\n')
    .map((line) => /^\s*(\w): (.+)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, speaker = '', text = ''], index): Said => ({
      id: `s${index + 1}`,
      speaker,
      start: index * 5,
      end: index * 5 + 4,
      text: text.trim(),
    }));
  const speakers = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, { name }]));
  return { segments, speakers };
}

export const asInput = (language: TextLanguage, lines: string, names: Record<string, string> = {}) => ({
  language,
  ...spoken(lines, names),
});
