import type { TextLanguage } from '#api/contract/option.ts';
import type { Said } from '#api/engines/text/text-engine.ts';
import { cues } from '#api/engines/text/extract/cue/cues.ts';

export type Sentence = {
  index: number;
  turn: number;
  segment: string;
  speaker: string;
  /** Estimated start, s, interpolated by the letters of the segment. */
  at: number;
  text: string;
};

const longestWords = 45;
const shortestPartWords = 12;

/** Splits turns into sentences. A sentence of more than 45 words is cut into parts. */
export function toSentences(segments: readonly Said[], language: TextLanguage): Sentence[] {
  const sentences: Sentence[] = [];
  const abbreviations = new Set(cues[language].abbreviations.split(' '));
  const cuts = new Set(cues[language].cutsBefore.split('|'));
  for (const [turn, { id, speaker, start, end, text }] of segments.entries()) {
    for (const [from, to] of spansOf(text, abbreviations, language))
      for (const [first, last] of partsOf(text, from, to, cuts)) {
        const part = text.slice(first, last).trim();
        if (!/[\p{L}\p{N}]/u.test(part)) continue;
        const at = start + ((end - start) * first) / Math.max(1, text.length);
        sentences.push({ index: sentences.length, turn, segment: id, speaker, at, text: part });
      }
  }
  return sentences;
}

const ends = /[.?!…]+["'»”’)\]]*(?=\s|$)/g;

function spansOf(
  text: string,
  abbreviations: ReadonlySet<string>,
  language: TextLanguage,
): [number, number][] {
  const spans: [number, number][] = [];
  let from = 0;
  for (const match of text.matchAll(ends)) {
    const to = match.index + match[0].length;
    if (match[0] === '.' && !endsHere(text, match.index, abbreviations, language)) continue;
    if (/^(?:\.{2,}|…)/.test(match[0]) && /^\s*\p{Ll}/u.test(text.slice(to, to + 4))) continue;
    spans.push([from, to]);
    from = to;
  }
  if (from < text.length) spans.push([from, text.length]);
  return spans;
}

/** Whether a full stop ends a sentence. It does not after an abbreviation, an initial or a German ordinal. */
function endsHere(
  text: string,
  dot: number,
  abbreviations: ReadonlySet<string>,
  language: TextLanguage,
): boolean {
  const before = /[^\s(«“"]*$/.exec(text.slice(Math.max(0, dot - 20), dot))?.[0] ?? '';
  const behind = text.slice(dot + 1, dot + 30).trimStart();
  if (behind === '') return true;
  if (abbreviations.has(before.toLowerCase())) return false;
  if (/^\p{Lu}$/u.test(before)) return false;
  if (/^\p{Ll}/u.test(behind)) return before.length > 3 && !/\d$/.test(before);
  if (language === 'de' && /^\d{1,2}$/.test(before)) return !/^(?:Mai|\p{Lu}\p{Ll}{3,}|\d)/u.test(behind);
  return true;
}

/** Cuts an overlong sentence, preferably before a conjunction or after a comma. */
function partsOf(text: string, from: number, to: number, cuts: ReadonlySet<string>): [number, number][] {
  const words = [...text.slice(from, to).matchAll(/\S+/g)];
  if (words.length <= longestWords) return [[from, to]];
  const parts: [number, number][] = [];
  let first = 0;
  while (words.length - first > longestWords) {
    let best = first + longestWords;
    let worth = 0;
    for (let i = first + shortestPartWords; i <= first + longestWords; i++) {
      if (words.length - i < shortestPartWords) break;
      const isCut = cuts.has(words[i]![0].toLowerCase());
      const hasComma = /[,;:–-]$/.test(words[i - 1]![0]);
      const here = (isCut ? 1 : 0) + (hasComma ? 1 : 0) + (isCut && hasComma ? 1 : 0);
      if (here >= worth && here > 0) [best, worth] = [i, here];
    }
    parts.push([from + words[first]!.index, from + words[best]!.index]);
    first = best;
  }
  parts.push([from + words[first]!.index, to]);
  return parts;
}
