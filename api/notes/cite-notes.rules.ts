import { readTime } from '#api/shared/markdown/markdown-inline.ts';
import type { TextLanguage } from '#api/contract/option.ts';
import type { Said } from '#api/engines/text/text-engine.ts';
import { findMarks, untangle } from '#api/engines/text/llm/marks.rules.ts';
import type { SegmentIds } from '#api/engines/text/llm/segment-ids.ts';
import { sentenceEnds } from '#api/engines/text/llm/sentences.rules.ts';
import { unsupportedPlaces } from '#api/engines/text/llm/statements.rules.ts';
import { createOwnership } from './loss.rules.ts';
import { clockText } from './times.rules.ts';

export type CitedNotes = {
  text: string;
  /** Number of moments (times of the recording) that were inserted. */
  links: number;
  /** Number of statements that the model added without citing an existing turn. Each is marked `[?]`. */
  unsupported: number;
};

type CiteOptions = { notes: string; ids: SegmentIds; language: TextLanguage };

/** First private-use character that stands for a source in `unsupportedPlaces`, and the number of these characters. */
const firstMark = 0xe000;
const maxMarks = 0x1900;
/** Largest number of moments that are shown for one citation. */
const maxMoments = 3;
const bracketedTime = /[ \t]?\[((?:\d{1,2}:)?\d{1,3}:\d{2})\]/g;

/**
 * Turns the model's answer into notes: cited turns become moments, unknown sources are removed, and statements that are neither
 * cited nor the person's own get `[?]`. Times that the person wrote stay.
 */
export function citeNotes(answer: string, { notes, ids, language }: CiteOptions): CitedNotes {
  const written = new Set([...notes.matchAll(/(?:\d{1,2}:)?\d{1,3}:\d{2}/g)].map(([time]) => readTime(time)));
  const isOwn = createOwnership(notes, language);
  const groups: Said[][] = [];
  let marked = '';
  for (const piece of findMarks(untangle(answer), ids)) {
    if (piece.kind === 'text') marked += withoutInventedTimes(piece.text, written);
    else if (piece.segments.length > 0 && groups.length < maxMarks) {
      groups.push(piece.segments);
      marked += String.fromCharCode(firstMark + groups.length - 1);
    } else marked = marked.replace(/[ \t]+$/, '');
  }
  const places = new Set(
    unsupportedPlaces(marked, language, true).filter((at) => !isOwn(sentenceAt(marked, at, language))),
  );
  let links = 0;
  let text = '';
  for (let at = 0; at <= marked.length; at += 1) {
    if (places.has(at)) text += ' [?]';
    const group = groups[marked.charCodeAt(at) - firstMark];
    if (!group) text += marked[at] ?? '';
    else {
      const clocks = [...new Set(group.map(({ start }) => `[${clockText(start)}]`))].slice(0, maxMoments);
      links += clocks.length;
      text = /(?:^|\n)[ \t]*$/.test(text) ? text : `${text.trimEnd()} `;
      text += clocks.join(' ');
    }
  }
  return { text: text.trim(), links, unsupported: places.size };
}

const withoutInventedTimes = (text: string, written: ReadonlySet<number | null>): string =>
  text.replace(bracketedTime, (whole, time: string) => (written.has(readTime(time)) ? whole : ''));

/** Returns the sentence that ends at the index `at`. */
function sentenceAt(text: string, at: number, language: TextLanguage): string {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(from, at);
  const ends = sentenceEnds(before, language);
  return before.slice(ends.at(-2) ?? 0);
}
