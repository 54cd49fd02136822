import type { Word } from '#api/contract/transcript.ts';
import type { Turn } from '#api/engines/diarization/diarizer.ts';
import type { EngineSegment } from '#api/engines/transcription/engine.ts';

export type SpokenSegment = EngineSegment & { speaker: string };

/** Consecutive words of one speaker: indices `[from, to)` into the segment's words. */
type Run = { speaker: number; from: number; to: number };

/**
 * A run of words that is shorter than this, s, says little about the speaker, because the times of words are exact to a
 * few tenths of a second.
 */
const strayS = 0.39;

/**
 * Assigns a speaker to each segment, and splits a segment where the speaker changes. A word belongs to the turn that covers
 * most of it, but a single short word belongs to the speaker of its sentence. Without turns the speaker is "A". No state is
 * kept between calls, so a transcript may be given part by part.
 */
export function assignSpeakers(segments: readonly EngineSegment[], turns: readonly Turn[]): SpokenSegment[] {
  let first = 0;
  let latest = -Infinity;
  return segments.flatMap((segment) => {
    // Most segments begin later than the one before, so the search continues at the last turn.
    if (segment.start < latest) first = 0;
    latest = segment.start;
    while (first + 1 < turns.length && turns[first + 1]!.end <= segment.start) first++;
    let last = first;
    while (last < turns.length && turns[last]!.start < segment.end) last++;
    const near = turns.slice(first, last + 1);
    const runs = settle(runsOf(segment.words, near), segment.words);
    if (runs.length > 1) return splitSegment(segment, runs);
    const speaker = runs[0]?.speaker ?? speakerAt(segment, near);
    return [{ ...segment, speaker: speakerKey(speaker) }];
  });
}

/** Returns "A" for the first speaker, "B" for the next, and "AA" after "Z". */
export function speakerKey(speaker: number): string {
  const letter = String.fromCharCode(65 + (speaker % 26));
  return speaker < 26 ? letter : speakerKey(Math.floor(speaker / 26) - 1) + letter;
}

/** Returns the speaker whose turns cover most of a span; if no turn covers it, the nearest speaker. */
function speakerAt({ start, end }: { start: number; end: number }, turns: readonly Turn[]): number {
  const covered = new Map<number, number>();
  let nearest = 0;
  let nearestS = Infinity;
  for (const turn of turns) {
    const shared = Math.min(end, turn.end) - Math.max(start, turn.start);
    if (shared > 0) covered.set(turn.speaker, (covered.get(turn.speaker) ?? 0) + shared);
    if (-shared < nearestS) [nearest, nearestS] = [turn.speaker, -shared];
  }
  let best = nearest;
  for (const [speaker, shared] of covered) if (shared > (covered.get(best) ?? 0)) best = speaker;
  return best;
}

function runsOf(words: readonly Word[], turns: readonly Turn[]): Run[] {
  const runs = words.map((word, at) => ({ speaker: speakerAt(word, turns), from: at, to: at + 1 }));
  return joined(runs);
}

function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last?.speaker === run.speaker) last.to = run.to;
    else all.push({ ...run });
  }
  return all;
}

/**
 * Gives short and lone runs to a neighbour, the shortest first. Then moves a change of speaker by one short word if it falls on
 * the end of a sentence there.
 */
function settle(runs: Run[], words: readonly Word[]): Run[] {
  let settled = runs;
  for (;;) {
    const stray = settled
      .filter((run, at) => isStray(run, settled[at - 1], settled[at + 1], words))
      .toSorted((a, b) => lengthOf(a, words) - lengthOf(b, words))[0];
    if (!stray || settled.length < 2) break;
    const at = settled.indexOf(stray);
    const [before, after] = [settled[at - 1], settled[at + 1]];
    const speaker = (isSentenceEnd(words[stray.from - 1]) ? (after ?? before) : (before ?? after))!.speaker;
    settled = joined(settled.map((run) => (run === stray ? { ...run, speaker } : run)));
  }
  for (let at = 1; at < settled.length; at++) {
    const [before, after] = [settled[at - 1]!, settled[at]!];
    const change = after.from;
    if (isSentenceEnd(words[change - 1])) continue;
    if (isShort(words[change]) && isSentenceEnd(words[change]) && after.to - change > 1)
      before.to = after.from = change + 1;
    else if (isShort(words[change - 1]) && isSentenceEnd(words[change - 2]) && change - before.from > 1)
      before.to = after.from = change - 1;
  }
  return settled;
}

function isStray(run: Run, before: Run | undefined, after: Run | undefined, words: readonly Word[]): boolean {
  if (lengthOf(run, words) < strayS) return true;
  const isLone = run.to - run.from === 1 && before !== undefined && before.speaker === after?.speaker;
  return isLone && !isSentenceEnd(words[run.from - 1]) && !isSentenceEnd(words[run.from]);
}

/** True if a word ends a sentence. A full stop after digits marks an ordinal or a time, not an end. */
const isSentenceEnd = (word: Word | undefined) =>
  word !== undefined && /[^\d\s][.!?…]["'»“”)]*\s*$/u.test(word.text);
const isShort = (word: Word | undefined) => word !== undefined && word.end - word.start < strayS;
const lengthOf = ({ from, to }: Run, words: readonly Word[]) => words[to - 1]!.end - words[from]!.start;

/**
 * Splits a segment into runs. The text is cut before the first word of each run, so that nothing between words is lost.
 */
function splitSegment(segment: EngineSegment, runs: readonly Run[]): SpokenSegment[] {
  const { words, text } = segment;
  const offsets = offsetsOf(words, text);
  const within = (time: number) => Math.min(segment.end, Math.max(segment.start, time));
  return runs.map(({ speaker, from, to }, at) => {
    const isFirst = at === 0;
    const isLast = at === runs.length - 1;
    const own = words.slice(from, to);
    const start = isFirst ? segment.start : within(words[from]!.start);
    const end = isLast ? segment.end : within(words[to - 1]!.end);
    return {
      ...segment,
      speaker: speakerKey(speaker),
      start,
      end: Math.max(start, end),
      text: offsets
        ? text.slice(isFirst ? 0 : offsets[from], isLast ? undefined : offsets[to]).trim()
        : own.map((word) => word.text.trim()).join(' '),
      words: own,
    };
  });
}

/** Returns the offset of each word in the text; null if the text does not consist of these words. */
function offsetsOf(words: readonly Word[], text: string): number[] | null {
  const offsets: number[] = [];
  let at = 0;
  for (const word of words) {
    const bare = word.text.trim();
    const found = text.indexOf(bare, at);
    if (found < 0) return null;
    offsets.push(found);
    at = found + bare.length;
  }
  return offsets;
}
