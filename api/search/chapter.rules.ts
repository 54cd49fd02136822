import { createHash } from 'node:crypto';
import type { Segment } from '#api/contract/transcript.ts';
import { wordsOf } from '#api/shared/transcript-edit/realign.ts';
import { shelfMark } from './query.rules.ts';
import { foldLines } from './word.rules.ts';

/**
 * Ten minutes of a transcript, which are indexed by themselves. Transcripts are cut by time, not by word count, so that an added
 * word changes one chapter only. A chapter repeats the first words of the next one, so that a match that begins in it is
 * complete.
 */
export type Chapter = {
  /** Words as they are shown, with punctuation, without line ends. */
  words: string[];
  startsMs: number[];
  /** For each segment the index of its first word, and its id. */
  segments: [number, string][];
  /** Number of words of this chapter; the words after them repeat the next chapter. */
  own: number;
};

export const chaptersPerSession = 1024;
const chapterMs = 600_000;
// Limit for the words of a chapter, for very dense speech or text without times.
const maxOwnWords = 4_000;
// Number of words that a chapter repeats of the next one. They are longer than the longest match: 200 characters of a
// query are at most 100 words, with `nearWords` between them.
const overlapWords = 160;

/**
 * Creates a builder that cuts a transcript into chapters. Segments must be added in order. There are no chapters if
 * nobody speaks.
 */
export function createChapters() {
  const chapters: Chapter[] = [];
  /** The last chapter, and earlier ones that do not repeat enough of the next chapter yet. */
  let open: Chapter[] = [];
  let period = -1;

  const begin = (startMs: number): void => {
    const last = chapters.at(-1);
    const isNext = Math.floor(startMs / chapterMs) > period;
    if (last && !isNext && last.own < maxOwnWords) return;
    period = Math.max(period, Math.floor(startMs / chapterMs));
    const chapter: Chapter = { words: [], startsMs: [], segments: [], own: 0 };
    chapters.push(chapter);
    open = [...open.filter(({ words, own }) => words.length < own + overlapWords), chapter];
  };

  return {
    add(segment: Segment): void {
      for (const { text, start } of wordsOf(segment)) {
        const word = text.replace(/\s+/gu, ' ').trim();
        if (word === '') continue;
        const startMs = Math.round(start * 1000);
        begin(startMs);
        const last = chapters.at(-1)!;
        last.own++;
        for (const chapter of open) {
          if (chapter !== last && chapter.words.length >= chapter.own + overlapWords) continue;
          if (chapter.segments.at(-1)?.[1] !== segment.id)
            chapter.segments.push([chapter.words.length, segment.id]);
          chapter.words.push(word);
          chapter.startsMs.push(startMs);
        }
      }
    },
    // A chapter id has no room for more; 1,024 chapters are a week of speech.
    chapters: (): Chapter[] => chapters.slice(0, chaptersPerSession),
  };
}

/** A stored chapter; the digest identifies its content. */
export type ChapterRow = { digest: string; own: number; words: string; starts: string; segments: string };

export function toChapterRow({ words, startsMs, segments, own }: Chapter): ChapterRow {
  const row = {
    own,
    words: words.join('\n'),
    // Differences between the times need a third of the digits.
    starts: startsMs.map((ms, index) => ms - (startsMs[index - 1] ?? 0)).join(' '),
    segments: JSON.stringify(segments),
  };
  return { ...row, digest: createHash('sha256').update(JSON.stringify(row)).digest('base64url') };
}

export function fromChapterRow({ own, words, starts, segments }: Omit<ChapterRow, 'digest'>): Chapter {
  let atMs = 0;
  return {
    own,
    words: words.split('\n'),
    startsMs: starts.split(' ').map((difference) => (atMs += Number(difference))),
    segments: JSON.parse(segments) as Chapter['segments'],
  };
}

/**
 * Returns a line for each word, with its folded words between spaces. A sign without letters and digits gives an empty
 * line.
 */
export const toFolded = ({ words }: Pick<Chapter, 'words'>): string => foldLines(words);

/** Returns the text for FTS5: the folded words, each with the mark of the shelf. */
export const toBody = (folded: string, shelf: number): string =>
  folded.replace(/[^\s]+/g, (word) => shelfMark(shelf) + word);
