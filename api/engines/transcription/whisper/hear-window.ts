import type { EngineSegment } from '../engine.ts';
import {
  compressionLimit,
  logProbabilityLimit,
  noSpeechLimit,
  speechWithin,
  unwrittenSpeech,
} from '../doubt.rules.ts';
import type { Span } from '#wasm/windows/plan-windows.ts';
import { judge, type Reading } from './reading.rules.ts';

export type Hearing = {
  /** s of the recording. */
  window: Span;
  /** Known speech, ascending, s of the recording. */
  speech: readonly Span[];
  /** Whether there are words to prompt with. */
  hasVocabulary: boolean;
  listen(span: Span, withVocabulary: boolean): Promise<Reading>;
  /** The best place to cut a stretch in two, s. */
  cutAt(span: Span): number;
};

export type HeardWindow = {
  segments: EngineSegment[];
  /** Speech remained without a word, and there is no segment here to tell it by. */
  isMissing: boolean;
};

/** What one window may cost at most: readings, and seconds heard for each of its seconds. */
export const maxReadings = 8;
export const maxHeardShare = 4;

const shortestCutS = 4;

/**
 * Everything that is done about one window. A reading that fails the published limits, or leaves known speech without a
 * word, is tried again: without the vocabulary, then cut in two at the best pause; the best one is kept. The segment with the least text
 * for its sound, where that is too little, is heard again in two halves. Speech that still
 * has no word is heard once more by itself; if nothing comes of it and the model does not say that nobody speaks, the neighbouring
 * segment is marked `missing`. All of it within `maxReadings` and `maxHeardShare`.
 */
export async function hearWindow(hearing: Hearing): Promise<HeardWindow> {
  const { window, speech, hasVocabulary, cutAt } = hearing;
  let readings = 0;
  let leftS = lengthOf(window) * maxHeardShare;
  const canHear = (span: Span, times = 1) =>
    readings + times <= maxReadings && lengthOf(span) <= leftS + toleranceS;
  const listen = (span: Span, withVocabulary: boolean): Promise<Reading> => {
    readings++;
    leftS -= lengthOf(span);
    return hearing.listen(span, withVocabulary);
  };
  const fails = (candidate: Reading[]) => faultOf(candidate, speech) > 0;

  let best = [await listen(window, hasVocabulary)];
  if (fails(best) && hasVocabulary) best = better(best, [await listen(window, false)], speech);
  if (fails(best) && lengthOf(window) >= shortestCutS && canHear(window, 2)) {
    const at = cutAt(window);
    const halves = [await listen([window[0], at], false), await listen([at, window[1]], false)];
    best = better(best, halves, speech);
  }

  let segments = best.flatMap((reading) => judge(reading, speech));
  for (const sparse of segments.filter(isSparse).toSorted(bySparsity).slice(0, mostSparse)) {
    const around = roomOf(sparse, segments, window);
    const at = cutAt([sparse.start, sparse.end]);
    if (!canHear(around, 2)) break;
    const halves = [await listen([around[0], at], false), await listen([at, around[1]], false)];
    const found = halves.flatMap((reading) => judge(reading, speech));
    const isFuller = lettersIn(found) > lettersIn([sparse]) && !found.some(isSparse) && !fails(halves);
    if (isFuller) segments = segments.flatMap((segment) => (segment === sparse ? found : [segment]));
  }
  const saysNobody = best.every(({ noSpeech }) => noSpeech > noSpeechLimit);
  if (segments.length === 0 && saysNobody) return { segments, isMissing: false };
  const missing: Span[] = [];
  const known = new Set<string>();
  const nextHole = () => unwrittenSpeech(segments, speech, window).find((span) => !known.has(String(span)));
  for (let hole = nextHole(); hole; hole = nextHole()) {
    known.add(String(hole));
    const reading = canHear(hole) && lengthOf(hole) < lengthOf(window) ? await listen(hole, false) : null;
    const found = reading ? judge(reading, speech) : [];
    if (found.length > 0)
      segments = [...segments, ...found].toSorted((a, b) => a.start - b.start || a.end - b.end);
    else if (!reading || reading.noSpeech <= noSpeechLimit) missing.push(hole);
  }
  return { segments: tellMissing(segments, missing), isMissing: segments.length === 0 && missing.length > 0 };
}

const sparseS = 1.8;
const sparseLettersPerS = 11.5;
// slow speakers must not cost several times as much
const mostSparse = 1;
const roomS = 0.2;

const lettersIn = (segments: readonly EngineSegment[]): number =>
  segments.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Whether there is much less text than sound: models leave one of two sentences out that are nearly the same, and give the
 * other the time of both. People say about 15 letters a second. Tuned on the fixture.
 */
const isSparse = (segment: EngineSegment): boolean =>
  soundOf(segment) >= sparseS && rateOf(segment) < sparseLettersPerS;

const soundOf = ({ words }: EngineSegment): number =>
  words.reduce((sum, { start, end }) => sum + end - start, 0);
const rateOf = (segment: EngineSegment): number => segment.text.length / soundOf(segment);
const bySparsity = (a: EngineSegment, b: EngineSegment): number => rateOf(a) - rateOf(b);

/** A segment with a little room around it, up to its neighbours. */
function roomOf({ start, end }: EngineSegment, segments: readonly EngineSegment[], window: Span): Span {
  const before = segments.findLast((other) => other.end <= start)?.end ?? window[0];
  const after = segments.find((other) => other.start >= end)?.start ?? window[1];
  return [Math.max(before, start - roomS), Math.min(after, end + roomS)];
}

const toleranceS = 0.001;
const lengthOf = ([from, to]: Span): number => to - from;

/** Marks the segment before each stretch, else the one behind it. */
function tellMissing(segments: readonly EngineSegment[], missing: readonly Span[]): EngineSegment[] {
  const told = segments.map((segment) => ({ ...segment }));
  for (const [start] of missing) {
    const neighbour = told.findLast(({ end }) => end <= start + 0.001) ?? told[0];
    if (neighbour) neighbour.doubt ??= 'missing';
  }
  return told;
}

const better = (one: Reading[], other: Reading[], speech: readonly Span[]): Reading[] => {
  const [first, second] = [faultOf(one, speech), faultOf(other, speech)];
  if (first !== second) return second < first ? other : one;
  return meanLogOf(other) > meanLogOf(one) ? other : one;
};

const meanLogOf = (readings: readonly Reading[]): number =>
  readings.reduce((sum, { meanLogProbability, span }) => sum + meanLogProbability * lengthOf(span), 0) /
  readings.reduce((sum, { span }) => sum + lengthOf(span), 0);

// a second without a word is worth as much as being unsure; a loop, or text that is too even, is worse
const faults = { repetition: 8, compression: 4, unsure: 1 } as const;

/** How much is wrong with what was read, 0: nothing. A fault counts by the share of time that it concerns. */
function faultOf(readings: readonly Reading[], speech: readonly Span[]): number {
  const wholeS = readings.reduce((sum, { span }) => sum + lengthOf(span), 0);
  return readings.reduce((sum, { segments, span, noSpeech, meanLogProbability, compressionRatio }) => {
    const saysNobody = noSpeech > noSpeechLimit;
    const fault =
      (segments.some(({ isRepeated }) => isRepeated) ? faults.repetition : 0) +
      (compressionRatio > compressionLimit ? faults.compression : 0) +
      (!saysNobody && meanLogProbability < logProbabilityLimit ? faults.unsure : 0);
    const unwritten = saysNobody ? [] : unwrittenSpeech(segments, speech, span);
    const unwrittenS = unwritten.reduce((s, [from, to]) => s + speechWithin(speech, from, to), 0);
    return sum + (fault * lengthOf(span)) / wholeS + unwrittenS;
  }, 0);
}
