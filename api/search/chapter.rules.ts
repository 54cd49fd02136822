import { createHash } from 'node:crypto';
import type { Segment } from '#api/contract/transcript.ts';
import { wordsOf } from '#api/shared/transcript-edit/realign.ts';
import { shelfMark } from './query.rules.ts';
import { foldLines } from './word.rules.ts';

/**
 * A piece of a transcript that is indexed for itself. By time, not by count, so that a word that somebody adds changes one
 * chapter and not all that follow. The first words of the next one are repeated at its end: what begins in a chapter is found
 * in it as a whole.
 */
export type Chapter = {
  /** As they are shown, signs and all; no line ends. */
  words: string[];
  startsMs: number[];
  /** Where segments begin: index of the first word, id. */
  segments: [number, string][];
  /** So many words are its own; the rest is the next one's. */
  own: number;
};

export const chaptersPerSession = 1024;
const chapterMs = 600_000;
// of sound that is dense, or of text without times
const maxOwnWords = 4_000;
// longer than the longest match: 200 characters of a query are at most 100 words, and `nearWords` lie between
const overlapWords = 160;

/** Parts a transcript, segment by segment in order, into chapters; none where nobody says anything. */
export function createChapters() {
  const chapters: Chapter[] = [];
  /** The last one, and those before it whose repetition is not full yet. */
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
    // an id has no room for more; a thousand chapters are a week of speech
    chapters: (): Chapter[] => chapters.slice(0, chaptersPerSession),
  };
}

/** A chapter as it is kept; another digest, another chapter. */
export type ChapterRow = { digest: string; own: number; words: string; starts: string; segments: string };

export function toChapterRow({ words, startsMs, segments, own }: Chapter): ChapterRow {
  const row = {
    own,
    words: words.join('\n'),
    // differences: a third of the digits
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

/** A line for each word, its folded words between spaces; an empty one for a sign. */
export const toFolded = ({ words }: Pick<Chapter, 'words'>): string => foldLines(words);

/** What FTS5 is given of a folded chapter: its words, marked by their shelf. */
export const toBody = (folded: string, shelf: number): string =>
  folded.replace(/[^\s]+/g, (word) => shelfMark(shelf) + word);
