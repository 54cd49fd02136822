import type { TranscribedSegment } from '#wasm/transcription/segment.ts';
import {
  compressionLimit,
  logProbabilityLimit,
  noSpeechLimit,
  speechWithin,
  unwrittenSpeech,
} from '#wasm/transcription/doubt.rules.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { judge, type Hypothesis } from './hypothesis.rules.ts';

type WindowInput = {
  window: TimeSpan;
  /** Speech regions of the recording, ascending, s. */
  speech: readonly TimeSpan[];
  hasVocabulary: boolean;
  /** Whether sentences are also decoded one by one (`models/manifest.ts`). */
  hearsTwice: boolean;
  decode(span: TimeSpan, withVocabulary: boolean): Promise<Hypothesis>;
  /** Returns where to split a span near its middle, s. */
  cutAt(span: TimeSpan): number;
  /** Returns the middle of the longest pause of a span, s, or null if it has none. */
  pauseIn(span: TimeSpan): number | null;
};

export type TranscribedWindow = {
  segments: TranscribedSegment[];
  /** True if there is still speech without text, and the window has no segment that could be marked. */
  isMissing: boolean;
};

/**
 * Limits for one window: the number of decoder runs, and the seconds of audio that are decoded per second of the
 * window.
 */
export const maxHypotheses = 12;
export const maxDecodedShare = 4;

const shortestCutS = 4;

/**
 * Transcribes one window. A hypothesis is tried again if it exceeds the published limits, leaves speech without text or
 * has too little text for its duration: first without vocabulary, then split in two. The likelier one is kept. Speech
 * that still has no text is decoded once more by itself. If that gives no text and the model does not report silence,
 * the segment before it is marked `missing`. All this stays within `maxHypotheses` and `maxDecodedShare`.
 */
export async function transcribeWindow(input: WindowInput): Promise<TranscribedWindow> {
  const { window, speech, hasVocabulary, hearsTwice, cutAt, pauseIn } = input;
  let hypotheses = 0;
  let leftS = lengthOf(window) * maxDecodedShare;
  const canDecode = (span: TimeSpan, times = 1) =>
    hypotheses + times <= maxHypotheses && lengthOf(span) <= leftS + toleranceS;
  const decode = (span: TimeSpan, withVocabulary: boolean): Promise<Hypothesis> => {
    hypotheses++;
    leftS -= lengthOf(span);
    return input.decode(span, withVocabulary);
  };
  const fails = (candidate: Hypothesis[]) => faultOf(candidate, speech) > 0;

  /** Returns the hypothesis of a span, or those of its halves if they are likelier. */
  const refine = async (span: TimeSpan, whole: Hypothesis[]): Promise<Hypothesis[]> => {
    const isFailing = fails(whole);
    if (!isFailing && !hearsTwice && !whole.some(isSparse)) return whole;
    const at = isFailing && lengthOf(span) >= shortestCutS ? cutAt(span) : pauseIn(span);
    if (at === null || !canDecode(span, 2)) return whole;
    const [before, after]: [TimeSpan, TimeSpan] = [
      [span[0], at],
      [at, span[1]],
    ];
    const [left, right] = [[await decode(before, false)], [await decode(after, false)]];
    if (!hearsTwice) return likelier(whole, [left, right], speech);
    return likelier(whole, [await refine(before, left), await refine(after, right)], speech);
  };

  let first = [await decode(window, hasVocabulary)];
  if (fails(first) && hasVocabulary) first = better(first, [await decode(window, false)], speech);
  const best = await refine(window, first);
  let segments = best.flatMap((hypothesis) => judge(hypothesis, speech));
  const saysNobody = best.every(({ noSpeech }) => noSpeech > noSpeechLimit);
  if (segments.length === 0 && saysNobody) return { segments, isMissing: false };
  const missing: TimeSpan[] = [];
  const known = new Set<string>();
  const nextHole = () => unwrittenSpeech(segments, speech, window).find((span) => !known.has(String(span)));
  for (let hole = nextHole(); hole; hole = nextHole()) {
    known.add(String(hole));
    const hypothesis =
      canDecode(hole) && lengthOf(hole) < lengthOf(window) ? await decode(hole, false) : null;
    const found = hypothesis ? judge(hypothesis, speech) : [];
    if (found.length > 0)
      segments = [...segments, ...found].toSorted((a, b) => a.start - b.start || a.end - b.end);
    else if (!hypothesis || hypothesis.noSpeech <= noSpeechLimit) missing.push(hole);
  }
  return { segments: markMissing(segments, missing), isMissing: segments.length === 0 && missing.length > 0 };
}

const sparseS = 1.8;
const sparseLettersPerS = 11.5;

/**
 * Whether a segment has much less text than its duration allows. Of two sentences that are nearly the same, a model
 * omits one and gives the other the time of both. People speak about 15 letters per second. The limits were tuned on
 * the fixture.
 */
const isSparse = ({ segments }: Hypothesis): boolean =>
  segments.some(({ text, words }) => {
    const soundS = words.reduce((sum, { start, end }) => sum + end - start, 0);
    return soundS >= sparseS && text.length / soundS < sparseLettersPerS;
  });

// Loss of mean log-probability that is accepted for a split between sentences. It was tuned on the fixture.
const sentenceBonus = 0.1;

/**
 * Returns the halves if they are likelier than the whole, or if they are nearly as likely and split between sentences.
 * In that case the whole may seem likely only because it lacks a sentence: a model that omits one is sure of the other.
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

/** Marks the segment before each span, or else the first segment. */
function markMissing(
  segments: readonly TranscribedSegment[],
  missing: readonly TimeSpan[],
): TranscribedSegment[] {
  const marked = segments.map((segment) => ({ ...segment }));
  for (const [start] of missing) {
    const neighbour = marked.findLast(({ end }) => end <= start + 0.001) ?? marked[0];
    if (neighbour) neighbour.doubt ??= 'missing';
  }
  return marked;
}

/**
 * Returns the better of two readings of a span: the one with fewer faults, or else the one with the higher
 * log-probability. `bonus` is added to the log-probability of `other`.
 */
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

const meanLogOf = (hypotheses: readonly Hypothesis[]): number => {
  const weights = hypotheses.map((hypothesis) => Math.max(1, textOf([hypothesis]).length));
  const sum = hypotheses.reduce((of, { meanLogProbability }, i) => of + meanLogProbability * weights[i]!, 0);
  return sum / weights.reduce((of, weight) => of + weight, 0);
};

// Weights of faults. A weight of 1 equals one second of speech without text. Loops and high compression weigh more than
// uncertainty.
const faults = { repetition: 8, compression: 4, unsure: 1 } as const;

/**
 * Returns the weighted sum of faults; 0 if there are none. A fault counts by the share of the duration that its span
 * has.
 */
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
