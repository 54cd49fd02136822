import type { MadeText, Said, Source } from '#api/engines/text/text-engine.ts';

// Characters of Markdown syntax and of citations, and colons that could make a timestamp.
const marks = /[\\`*_[\]<>#&|~]|(?<=\d):(?=\d)/g;

/** Escapes a quotation for a line of Markdown, so that none of it becomes a citation. */
export const asSaid = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(marks, String.raw`\$&`)
    .trim();

/** Removes fillers such as "äh". All other words stay. A text of fillers alone is returned unchanged. */
export function trimFillers(text: string, fillers: RegExp): string {
  fillers.lastIndex = 0;
  const bare = text
    .replaceAll(fillers, '\ue000')
    .replaceAll(/(?:,\s*)?(?:\.{3}|…)?\s*\ue000(?:\s*(?:\.{3}|…))?(?=\s*,)/g, '')
    .replaceAll(/,?\s*\ue000\s*,?/g, (found, at: number, all: string) =>
      at === 0 || at + found.length >= all.length
        ? ''
        : found.includes(',') && !/,\s*\ue000\s*,/.test(found)
          ? ', '
          : ' ',
    )
    .replaceAll(/,?\s+([.,])/g, '$1')
    .replaceAll(/,+([.?!])/g, '$1')
    .replaceAll(/\s{2,}/g, ' ')
    .replace(/^[\s,.]+/, '')
    .trim();
  if (!/\p{L}{2}/u.test(bare)) return text;
  return /^\p{Lu}/u.test(text) ? bare.replace(/^\p{Ll}/u, (first) => first.toUpperCase()) : bare;
}

// Length of a turn, s, above which playback starts at the sentence instead of at the turn.
const longTurnS = 20;

/** Creates a function that cites a sentence, and the list of sources, numbered in the order of their first use. */
export function createCiter(segments: readonly Said[]): {
  sources: Source[];
  cite(place: { segment: string; at: number }): string;
} {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const known = new Map<string, number>();
  const sources: Source[] = [];
  return {
    sources,
    cite({ segment, at }) {
      const { start, end } = byId.get(segment)!;
      const from = end - start > longTurnS ? Math.round(at * 10) / 10 : start;
      const key = `${segment} ${from}`;
      let n = known.get(key);
      if (n === undefined) {
        n = sources.length + 1;
        known.set(key, n);
        sources.push({ n, segment, at: Math.max(start, Math.min(end, from)) });
      }
      return `[${n}]`;
    },
  };
}

const two = (value: number) => String(value).padStart(2, '0');

/** Returns a timestamp that the page makes playable: `[00:12:30]`. */
export function moment(seconds: number): string {
  const whole = Math.floor(seconds);
  return `[${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}]`;
}

/** Returns a duration in words: `12 min`, `40 s`. */
export const lasting = (seconds: number): string =>
  seconds < 60 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

type Sections = { title: string; lines: string[]; none: string }[];

export function joinSections(sections: Sections, sources: Source[]): MadeText {
  const text = sections
    .map(({ title, lines, none }) => `## ${title}\n\n${lines.length > 0 ? lines.join('\n') : none}`)
    .join('\n\n');
  return { text, sources };
}
