import type { Word } from '#api/contract/transcript.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { compressionRatioOf } from '#api/engines/transcription/compression-ratio.ts';
import {
  doubtOf,
  findLoops,
  hasSpeech,
  isInvented,
  unwrittenSpeech,
} from '#wasm/transcription/doubt.rules.ts';
import type { EngineSegment } from '#api/engines/transcription/engine.ts';
import { textOf, type Answer, type ReportedSegment, type ReportedWord } from './answer.rules.ts';
import { hasSameLetters, findTimings, writtenWords, type Timing } from './written-words.rules.ts';
import { lengthOf, type Part } from './part.rules.ts';
import { placeWords } from './place-words.rules.ts';
import { fillTimes, inOrderOfTime, type TimedSegment } from './segment-times.rules.ts';
import { withUnreported } from './unreported-text.rules.ts';

/** The part that was sent, and the levels and the speech map of the recording. */
type Sent = {
  part: Part;
  /** Frame levels of the whole recording, dBFS. */
  levels: Float32Array;
  speech: readonly TimeSpan[];
};

type Written = { reported: TimedSegment; texts: string[]; timings: (Timing | null)[] };

/**
 * Converts a server's answer to segments of the recording. The spelling is that of the text, the times are those of the
 * reported words. Segments are split where stretches of the part were joined, loops and hallucinations are removed, and
 * doubtful text is marked (`doubt.rules`).
 */
export function answerToSegments(answer: Answer, sent: Sent): EngineSegment[] {
  const { part, levels, speech } = sent;
  const isCut = answer.segments.length > 0;
  const segments: EngineSegment[] = [];
  let fromS = part[0]?.[0] ?? 0;
  for (const { reported, texts, timings } of writtenIn(answer, lengthOf(part))) {
    const kept = withoutLoops(texts);
    const words = placeWords(
      kept.map((index) => texts[index] as string),
      kept.map((index) => timings[index] ?? null),
      { part, levels, span: [reported.start, reported.end], fromS, confidence: confidenceOf(reported) },
    );
    fromS = words.at(-1)?.end ?? fromS;
    for (const group of grouped(words, part, isCut)) {
      const segment = toSegment(group, reported, { speech, isRepeated: kept.length < texts.length });
      if (segment) segments.push(segment);
    }
  }
  return markRepeated(segments);
}

/** Marks speech for which there is no text as `missing`: on the segment before it, or else on the first segment. */
export function markMissing(
  segments: readonly EngineSegment[],
  { part, speech }: Pick<Sent, 'part' | 'speech'>,
): { segments: EngineSegment[]; isMissing: boolean } {
  const within: TimeSpan = [part[0]?.[0] ?? 0, part.at(-1)?.[1] ?? 0];
  const reported = segments.map((segment) => ({ ...segment }));
  const holes = unwrittenSpeech(segments, speech, within);
  for (const [start] of holes) {
    const neighbour = reported.findLast(({ end }) => end <= start) ?? reported[0];
    if (neighbour) neighbour.doubt ??= 'missing';
  }
  return { segments: reported, isMissing: holes.length > 0 && reported.length === 0 };
}

/**
 * Returns the segments with their words as the text spells them, and with the times of the reported words. No text of
 * the answer is lost.
 */
function writtenIn({ text, segments, words }: Answer, lengthS: number): Written[] {
  const reported = segments.length > 0 ? inOrderOfTime(segments, lengthS) : [wholeOf(text, words, lengthS)];
  const all = fillTimes(withUnreported(withUnreported(reported, text), textOf(words)), lengthS);
  const written = all.map((each) => ({ reported: each, texts: writtenWords(each.text) })).filter(hasWords);
  const texts = written.flatMap((each) => each.texts);
  // Most servers list all words in order, separate from the segments.
  if (words.length > 0 && hasSameLetters(texts, words)) {
    const timings = findTimings(texts, words);
    return written.map((each) => ({ ...each, timings: timings.splice(0, each.texts.length) }));
  }
  return written.map((each) => ({
    ...each,
    timings: findTimings(each.texts, wordsIn(each.reported, words)),
  }));
}

const hasWords = ({ texts }: Pick<Written, 'texts'>) => texts.length > 0;

const wholeOf = (text: string, words: ReportedWord[], lengthS: number): ReportedSegment => ({
  text: text.trim() === '' ? textOf(words) : text,
  start: 0,
  end: lengthS,
  words,
  meanLogProbability: null,
  noSpeech: null,
  compressionRatio: null,
  isIncomplete: false,
});

/** Returns the segment's own words. If it has none, returns those listed words whose middle lies within it. */
const wordsIn = (
  { words, start, end }: TimedSegment,
  listed: readonly ReportedWord[],
): readonly ReportedWord[] =>
  words.length > 0
    ? words
    : listed.filter((word) => {
        if (word.start === null || word.end === null) return false;
        const middle = (word.start + word.end) / 2;
        return middle >= start && middle < end;
      });

const logProbabilityOf = ({ meanLogProbability, words }: ReportedSegment): number | null => {
  const sure = words.flatMap(({ confidence }) => confidence ?? []);
  if (meanLogProbability !== null || sure.length === 0) return meanLogProbability;
  return sure.reduce((sum, each) => sum + Math.log(Math.max(each, 1e-6)), 0) / sure.length;
};

/**
 * Returns the confidence of words for which the server states none. If it states nothing at all, no word is marked as
 * uncertain.
 */
const confidenceOf = ({ meanLogProbability }: ReportedSegment): number =>
  meanLogProbability === null ? 1 : Math.exp(Math.min(0, meanLogProbability));

const endsSentence = (text: string) => /[.!?…][»"”’')\]]*$/u.test(text);
const pieceOf = (part: Part, { start, end }: Word): number =>
  part.findIndex((piece) => (start + end) / 2 <= piece[1]);

/**
 * Groups words by the stretch of audio that they lie in. If the server sent no segments, each sentence is a group of
 * its own.
 */
function grouped(words: readonly Word[], part: Part, isCut: boolean): Word[][] {
  const groups: Word[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    const goesOn =
      before && pieceOf(part, before) === pieceOf(part, word) && (isCut || !endsSentence(before.text));
    if (goesOn) last?.push(word);
    else groups.push([word]);
  }
  return groups;
}

function toSegment(
  words: Word[],
  reported: ReportedSegment,
  { speech, isRepeated }: { speech: readonly TimeSpan[]; isRepeated: boolean },
): EngineSegment | null {
  const text = words.map((word) => word.text).join(' ');
  const start = words[0]?.start ?? 0;
  const end = words.at(-1)?.end ?? start;
  const evidence = {
    text,
    meanLogProbability: logProbabilityOf(reported),
    noSpeech: reported.noSpeech,
    compressionRatio: reported.compressionRatio ?? compressionRatioOf(text),
    isSpeech: hasSpeech(speech, start, end),
    isRepeated,
  };
  if (isInvented(evidence)) return null;
  // For added words, the server did not say where they belong.
  const doubt = doubtOf(evidence) ?? (reported.isIncomplete ? 'unsure' : null);
  return { start, end, text, words, doubt };
}

const comparable = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || text;
// Longest round of a loop: words of a segment, or segments of a part.
const longestRound = 16;

/** Returns the indices of the words that remain when each loop is reduced to its first round. */
function withoutLoops(texts: readonly string[]): number[] {
  const loops = findLoops(texts.map(comparable), longestRound);
  return [...texts.keys()].filter((at) => !loops.some(({ from, to }) => at >= from && at < to));
}

/** Marks segments that repeat in a loop. They are kept, since people do say "Ja." four times. */
function markRepeated(segments: EngineSegment[]): EngineSegment[] {
  const texts = segments.map(({ text }) => comparable(text));
  const looping = new Set(findLoops(texts, longestRound).flatMap(({ from, to }) => texts.slice(from, to)));
  return segments.map((segment, index) =>
    looping.has(texts[index] as string) ? { ...segment, doubt: segment.doubt ?? 'repetition' } : segment,
  );
}
