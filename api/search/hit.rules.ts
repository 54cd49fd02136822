import type { Hit } from '#api/contract/session.ts';
import type { Chapter } from './chapter.rules.ts';
import { nearWords, type Phrase } from './query.rules.ts';

/** A place where all phrases were said near each other: the indices of their words in the chapter, ascending. */
export type Moment = number[];

const maxChars = 120;
const maxCharsBefore = 40;
const maxWordChars = 60;
const gapSign = '…';
/** A match that follows another one within this many words is in the same excerpt and is not counted. */
const wordsOfMoment = 20;

/**
 * Finds where the phrases were said near each other in a chapter, by the rule of FTS5 (`toMatch`). Moments are in the order of
 * the words. A match that begins in words of the next chapter belongs to that one.
 */
export function findMoments(
  { folded, own }: { folded: string; own: number },
  phrases: readonly Phrase[],
): Moment[] {
  const said = phrases
    .flatMap((phrase, index) => occurrences(folded, phrase).map((places) => ({ index, places })))
    .toSorted((a, b) => a.places[0]! - b.places[0]!);
  const moments: Moment[] = [];
  const count = createCounter(folded);
  // The last occurrence of each phrase: number of its first folded word (-1 before there is one), and indices of its words.
  const latest = phrases.map(() => ({ nth: -1, words: [] as number[] }));
  let free = 0;
  for (const [at, { index, places }] of said.entries()) {
    const counted = places.map(count);
    latest[index] = { nth: counted[0]!.nth, words: counted.map(({ word }) => word) };
    // If another phrase begins with the same word, only the last of them is examined.
    if (said[at + 1]?.places[0] === places[0]) continue;
    // NEAR of FTS5 counts from the end of each phrase to the beginning of the last.
    const from = latest[index].nth - nearWords;
    const isNear = latest.every(({ nth }, of) => nth >= 0 && nth >= from - phrases[of]!.words.length);
    if (!isNear) continue;
    const moment = [...new Set(latest.flatMap(({ words }) => words))].toSorted((a, b) => a - b);
    if (moment[0]! >= own) break;
    if (moment[0]! >= free) {
      moments.push(moment);
      free = moment.at(-1)! + wordsOfMoment;
    }
    for (const phrase of latest) phrase.nth = -1;
  }
  return moments;
}

const isGap = (code: number): boolean => code === 32 || code === 10;

/** Returns the offsets of the words of a phrase in a folded text, for each occurrence. */
function occurrences(folded: string, { words, isPrefix }: Phrase): number[][] {
  const [first] = words;
  const found: number[][] = [];
  if (first === undefined) return found;
  for (let at = folded.indexOf(first); at !== -1; at = folded.indexOf(first, at + 1)) {
    if (at > 0 && !isGap(folded.charCodeAt(at - 1))) continue;
    const places = placesFrom(folded, at, words, isPrefix);
    if (places) found.push(places);
  }
  return found;
}

/** Returns the offsets of the words of a phrase that begins at `begin`; null if it does not. */
function placesFrom(
  folded: string,
  begin: number,
  words: readonly string[],
  isPrefix: boolean,
): number[] | null {
  const places: number[] = [];
  let at = begin;
  for (const [index, word] of words.entries()) {
    if (index > 0) {
      while (at < folded.length && isGap(folded.charCodeAt(at))) at++;
      if (!folded.startsWith(word, at)) return null;
    }
    places.push(at);
    at += word.length;
    const isWhole = at === folded.length || isGap(folded.charCodeAt(at));
    if (!isWhole && !(isPrefix && index === words.length - 1)) return null;
  }
  return places;
}

/** Returns a function that counts folded words and lines up to an offset. It is fast for offsets close to the last one. */
function createCounter(folded: string): (at: number) => { nth: number; word: number } {
  let [done, nth, word] = [0, 0, 0];
  const step = (at: number, by: 1 | -1): void => {
    const code = folded.charCodeAt(at);
    if (code === 10) word += by;
    if (isGap(code) && !isGap(folded.charCodeAt(at + 1))) nth += by;
  };
  return (at) => {
    while (done < at) step(done++, 1);
    while (done > at) step(--done, -1);
    return { nth, word };
  };
}

export function toHit(chapter: Chapter, moment: Moment): Hit {
  const [first = 0] = moment;
  return {
    segment: chapter.segments.findLast(([from]) => from <= first)?.[1] ?? '',
    at: (chapter.startsMs[first] ?? 0) / 1000,
    ...toExcerpt(chapter.words, moment),
  };
}

type Range = { from: number; to: number };

/** Returns about 120 characters around the words of a match. Long gaps between the words are left out. */
function toExcerpt(all: readonly string[], moment: Moment): Pick<Hit, 'text' | 'marks'> {
  const [first, last] = [moment[0]!, moment.at(-1)!];
  const short = (index: number): string => {
    const word = all[index]!;
    return word.length <= maxWordChars ? word : `${word.slice(0, maxWordChars)}${gapSign}`;
  };
  const lengthOf = (from: number, to: number): number => {
    let length = 0;
    for (let index = from; index <= to && length <= maxChars; index++) length += short(index).length + 1;
    return length;
  };
  let ranges: Range[] = moment.map((index) => ({ from: index, to: index }));
  const whole = lengthOf(first, last);
  if (whole <= maxChars) ranges = [{ from: first, to: last }];
  let room = maxChars - ranges.reduce((sum, { from, to }) => sum + lengthOf(from, to), 0);
  const grow = (range: Range, step: -1 | 1, limit: number): void => {
    for (let used = 0; ;) {
      const next = (step < 0 ? range.from : range.to) + step;
      if (next < 0 || next >= all.length) return;
      const length = short(next).length + 1;
      if (length > room || used + length > limit) return;
      used += length;
      room -= length;
      if (step < 0) range.from = next;
      else range.to = next;
    }
  };
  grow(ranges[0]!, -1, maxCharsBefore);
  const share = Math.floor(room / ranges.length);
  for (const range of ranges) grow(range, 1, share);
  grow(ranges.at(-1)!, 1, room);

  const marked = new Set(moment);
  let text = '';
  const marks: [number, number][] = [];
  let shown = -1;
  for (const { from, to } of ranges) {
    for (let index = Math.max(from, shown + 1); index <= to; index++) {
      if (text !== '') text += index === shown + 1 ? ' ' : ` ${gapSign} `;
      const word = short(index);
      if (marked.has(index)) marks.push(coreOf(word, text.length));
      text += word;
      shown = index;
    }
  }
  return { text, marks };
}

/** Returns the range of a word without the punctuation around it. `offset`: position of the word in the excerpt. */
function coreOf(word: string, offset: number): [number, number] {
  const before = /^[^\p{L}\p{N}]*/u.exec(word)![0].length;
  const after = /[^\p{L}\p{N}\p{M}]*$/u.exec(word)![0].length;
  return [offset + before, offset + word.length - after];
}
