import type { Said } from '#api/engines/text/text-engine.ts';
import type { CuePatterns } from './cue-patterns.rules.ts';

export type People = {
  /** Returns the name of a speaker, or an empty text if the speaker has none. */
  nameOf(speaker: string): string;
  speakerIn(text: string): string | null;
};

export function createPeople(
  segments: readonly Said[],
  speakers: Readonly<Record<string, { name: string }>>,
  patterns: CuePatterns,
): People {
  const byPart = new Map<string, string | null>();
  const keys = new Set([...segments.map(({ speaker }) => speaker), ...Object.keys(speakers)]);
  for (const key of keys) {
    for (const part of (speakers[key]?.name ?? '').split(/[\s,]+/)) {
      if (part.length < 3 || patterns.honorific.test(part) || !/^\p{Lu}/u.test(part)) continue;
      // A name that two speakers share identifies neither.
      byPart.set(part, byPart.has(part) && byPart.get(part) !== key ? null : key);
    }
  }
  return {
    nameOf: (speaker) => speakers[speaker]?.name.trim() ?? '',
    speakerIn(text) {
      for (const [name] of text.matchAll(/\p{Lu}[\p{L}-]+/gu)) {
        const key = byPart.get(name);
        if (key) return key;
      }
      return null;
    },
  };
}

const subject =
  /((?:\p{L}+\.?\s+)?)(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)?)[\s,]*(?:[\p{Ll}'-]+\s+){0,2}$/u;

/** Returns the name before a verb, with the title if one was said; null if there is no name. */
export function subjectBefore(
  text: string,
  patterns: CuePatterns,
): { name: string; isTitled: boolean; isFirst: boolean } | null {
  const match = subject.exec(text);
  if (!match) return null;
  const [, before = '', found = ''] = match;
  const words = found.split(/\s+/).filter((word) => !patterns.notNames.has(word.toLowerCase()));
  const isTitled = patterns.honorific.test(before.trim()) || patterns.honorific.test(found.split(/\s+/)[0]!);
  if (words.length === 0) return null;
  const name =
    isTitled && patterns.honorific.test(before.trim())
      ? `${before.trim()} ${words.join(' ')}`
      : isTitled
        ? found
        : words.join(' ');
  return { name, isTitled, isFirst: match.index === 0 && before === '' };
}
