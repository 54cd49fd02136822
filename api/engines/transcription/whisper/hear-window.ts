import type { EngineSegment } from '#api/engines/transcription/engine.ts';
import {
  compressionLimit,
  logProbabilityLimit,
  noSpeechLimit,
  speechWithin,
  unwrittenSpeech,
} from '#api/engines/transcription/doubt.rules.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { judge, type Hypothesis } from './hypothesis.rules.ts';

export type Hearing = {
  /** s of the recording. */
  window: TimeSpan;
  /** Known speech, ascending, s of the recording. */
  speech: readonly TimeSpan[];
  /** Whether there are words to prompt with. */
  hasVocabulary: boolean;
  /** Its sentences are heard by themselves as well (`models/manifest.ts`). */
  hearsTwice: boolean;
  listen(span: TimeSpan, withVocabulary: boolean): Promise<Hypothesis>;
  /** Where to cut a stretch in two about the middle, s. */
  cutAt(span: TimeSpan): number;
  /** Its longest pause, s; null where there is none. */
  pauseIn(span: TimeSpan): number | null;
};

export type HeardWindow = {
  segments: EngineSegment[];
  /** Speech remained without a word, and there is no segment here to tell it by. */
  isMissing: boolean;
};

/** What one window may cost at most: hypotheses, and seconds heard for each of its seconds. */
export const maxHypotheses = 12;
export const maxHeardShare = 4;

const shortestCutS = 4;

/**
 * Everything that is done about one window. A hypothesis that fails the published limits, leaves known speech without a word, or
 * has too little text for its sound is tried again: without the vocabulary, then cut in two; what is likelier is kept. Speech
 * that still has no word is heard once more by itself; if nothing comes of it and the model does not say that nobody speaks,
 * the neighbouring segment is marked `missing`. All of it within `maxHypotheses` and `maxHeardShare`.
 */
export async function hearWindow(hearing: Hearing): Promise<HeardWindow> {
  const { window, speech, hasVocabulary, hearsTwice, cutAt, pauseIn } = hearing;
  let hypotheses = 0;
  let leftS = lengthOf(window) * maxHeardShare;
  const canHear = (span: TimeSpan, times = 1) =>
    hypotheses + times <= maxHypotheses && lengthOf(span) <= leftS + toleranceS;
  const listen = (span: TimeSpan, withVocabulary: boolean): Promise<Hypothesis> => {
    hypotheses++;
    leftS -= lengthOf(span);
    return hearing.listen(span, withVocabulary);
  };
  const fails = (candidate: Hypothesis[]) => faultOf(candidate, speech) > 0;

  /** The hypothesis of a stretch, or those of its parts where they are likelier. */
  const refine = async (span: TimeSpan, whole: Hypothesis[]): Promise<Hypothesis[]> => {
    const isFailing = fails(whole);
    if (!isFailing && !hearsTwice && !whole.some(isSparse)) return whole;
    const at = isFailing && lengthOf(span) >= shortestCutS ? cutAt(span) : pauseIn(span);
    if (at === null || !canHear(span, 2)) return whole;
    const [before, after]: [TimeSpan, TimeSpan] = [
      [span[0], at],
      [at, span[1]],
    ];
    const [left, right] = [[await listen(before, false)], [await listen(after, false)]];
    if (!hearsTwice) return likelier(whole, [left, right], speech);
    return likelier(whole, [await refine(before, left), await refine(after, right)], speech);
  };

  let first = [await listen(window, hasVocabulary)];
  if (fails(first) && hasVocabulary) first = better(first, [await listen(window, false)], speech);
  const best = await refine(window, first);
  let segments = best.flatMap((hypothesis) => judge(hypothesis, speech));
  const saysNobody = best.every(({ noSpeech }) => noSpeech > noSpeechLimit);
  if (segments.length === 0 && saysNobody) return { segments, isMissing: false };
  const missing: TimeSpan[] = [];
  const known = new Set<string>();
  const nextHole = () => unwrittenSpeech(segments, speech, window).find((span) => !known.has(String(span)));
  for (let hole = nextHole(); hole; hole = nextHole()) {
    known.add(String(hole));
    const hypothesis = canHear(hole) && lengthOf(hole) < lengthOf(window) ? await listen(hole, false) : null;
    const found = hypothesis ? judge(hypothesis, speech) : [];
    if (found.length > 0)
      segments = [...segments, ...found].toSorted((a, b) => a.start - b.start || a.end - b.end);
    else if (!hypothesis || hypothesis.noSpeech <= noSpeechLimit) missing.push(hole);
  }
  return { segments: tellMissing(segments, missing), isMissing: segments.length === 0 && missing.length > 0 };
}

const sparseS = 1.8;
const sparseLettersPerS = 11.5;

/**
 * Whether a segment has much less text than sound: models leave one of two sentences out that are nearly the same, and give
 * the other the time of both. People say about 15 letters a second. Tuned on the fixture.
 */
const isSparse = ({ segments }: Hypothesis): boolean =>
  segments.some(({ text, words }) => {
    const soundS = words.reduce((sum, { start, end }) => sum + end - start, 0);
    return soundS >= sparseS && text.length / soundS < sparseLettersPerS;
  });

// between two sentences a cut may cost so much of the mean log-probability; tuned on the fixture
const sentenceBonus = 0.1;

/**
 * Parts are kept where they are likelier than the whole, or nearly as likely and cut where a sentence ends: a model that leaves one
 * out is sure of the other.
 */
function likelier(
  whole: Hypothesis[],
  [left, right]: [Hypothesis[], Hypothesis[]],
  speech: readonly TimeSpan[],
): Hypothesis[] {
  const parts = [...left, ...right];
  const isBetweenSentences = /[.?!…]$/u.test(textOf(left)) && /^[^\p{L}]*\p{Lu}/u.test(textOf(right));
  return better(whole, parts, speech, isBetweenSentences ? sentenceBonus : 0);
}

const textOf = (hypotheses: readonly Hypothesis[]): string =>
  hypotheses.flatMap(({ segments }) => segments.map(({ text }) => text)).join(' ');

const toleranceS = 0.001;
const lengthOf = ([from, to]: TimeSpan): number => to - from;

/** Marks the segment before each stretch, else the one behind it. */
function tellMissing(segments: readonly EngineSegment[], missing: readonly TimeSpan[]): EngineSegment[] {
  const told = segments.map((segment) => ({ ...segment }));
  for (const [start] of missing) {
    const neighbour = told.findLast(({ end }) => end <= start + 0.001) ?? told[0];
    if (neighbour) neighbour.doubt ??= 'missing';
  }
  return told;
}

/** The one with fewer faults, else the likelier one; `bonus` for the other. */
const better = (
  one: Hypothesis[],
  other: Hypothesis[],
  speech: readonly TimeSpan[],
  bonus = 0,
): Hypothesis[] => {
  const [first, second] = [faultOf(one, speech), faultOf(other, speech)];
  if (first !== second) return second < first ? other : one;
  return meanLogOf(other) > meanLogOf(one) - bonus ? other : one;
};

/** Of all that was written. */
const meanLogOf = (hypotheses: readonly Hypothesis[]): number => {
  const weights = hypotheses.map((hypothesis) => Math.max(1, textOf([hypothesis]).length));
  const sum = hypotheses.reduce((of, { meanLogProbability }, i) => of + meanLogProbability * weights[i]!, 0);
  return sum / weights.reduce((of, weight) => of + weight, 0);
};

// a second without a word is worth as much as being unsure; a loop, or text that is too even, is worse
const faults = { repetition: 8, compression: 4, unsure: 1 } as const;

/** How much is wrong with what was read, 0: nothing. A fault counts by the share of time that it concerns. */
function faultOf(hypotheses: readonly Hypothesis[], speech: readonly TimeSpan[]): number {
  const wholeS = hypotheses.reduce((sum, { span }) => sum + lengthOf(span), 0);
  return hypotheses.reduce((sum, { segments, span, noSpeech, meanLogProbability, compressionRatio }) => {
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
