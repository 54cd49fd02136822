import type { EngineSegment } from '#api/engines/transcription/engine.ts';
import {
  compressionRatioOf,
  doubtOf,
  hasSpeech,
  isInvented,
  type Evidence,
} from '#api/engines/transcription/doubt.rules.ts';
import { timeWords } from '#api/engines/transcription/word-times.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { Decoded } from './decoder.ts';
import { tokensToSpans, type TokenSpan, type Vocabulary } from './tokens.rules.ts';
import { hasLetter, meanLogOf, tokensToWords } from './words.rules.ts';

/** A segment before it is judged. Times in s of the recording. */
export type ReadSegment = Omit<EngineSegment, 'doubt'> & {
  /** Mean over the segment's own words. */
  meanLogProbability: number;
  isRepeated: boolean;
};

export type Hypothesis = {
  /** Times in s of the recording. */
  span: TimeSpan;
  segments: ReadSegment[];
  noSpeech: number;
  /** Mean over all tokens of the span. */
  meanLogProbability: number;
  /** Ratio of the whole raw text. */
  compressionRatio: number;
};

/** For audio without any signal. */
export const silentHypothesis = (span: TimeSpan): Hypothesis => ({
  span,
  segments: [],
  noSpeech: 1,
  meanLogProbability: 0,
  compressionRatio: 0,
});

const round = (value: number) => Math.round(value * 1000) / 1000;

/** @param levels frame levels of the span (`wasm/transcription`) */
export function toHypothesis(
  heard: Decoded,
  span: TimeSpan,
  levels: Float32Array,
  vocabulary: Vocabulary,
): Hypothesis {
  const { tokens, noSpeech, meanLogProbability } = heard;
  const text = vocabulary.decode(tokens.flatMap(({ id }) => (id < vocabulary.endOfText ? [id] : [])));
  const segments = tokensToSpans(tokens, vocabulary)
    .map((tokenSpan) => toSegment(tokenSpan, span, levels, vocabulary))
    .filter((segment) => segment !== null);
  return { span, segments, noSpeech, meanLogProbability, compressionRatio: compressionRatioOf(text.trim()) };
}

// Speech rate in characters per second.
const spokenPerS = 15;

function toSegment(
  { startS, endS, tokens, isRepeated }: TokenSpan,
  [offsetS, untilS]: TimeSpan,
  levels: Float32Array,
  vocabulary: Vocabulary,
): ReadSegment | null {
  const untimed = tokensToWords(tokens, vocabulary);
  if (!untimed.some(({ text }) => hasLetter(text))) return null;
  const text = untimed.map((word) => word.text).join(' ');
  const windowS = untilS - offsetS;
  // A cut loop has no end time for its first round.
  const assumedS = isRepeated ? startS + text.length / spokenPerS : windowS;
  const from = Math.min(startS, windowS);
  const to = Math.min(Math.max(endS ?? assumedS, from), windowS);
  const words = timeWords(untimed, [from, to], levels).map((word) => ({
    ...word,
    start: round(word.start + offsetS),
    end: round(word.end + offsetS),
  }));
  return {
    start: words[0]?.start ?? round(from + offsetS),
    end: words.at(-1)?.end ?? round(to + offsetS),
    text,
    words,
    meanLogProbability: meanLogOf(tokens),
    isRepeated,
  };
}

/** Filters hallucinations and adds a doubt to each remaining segment. */
export function judge(hypothesis: Hypothesis, speech: readonly TimeSpan[]): EngineSegment[] {
  const { noSpeech, compressionRatio } = hypothesis;
  return hypothesis.segments.flatMap(({ meanLogProbability, isRepeated, ...segment }) => {
    const isSpeech = hasSpeech(speech, segment.start, segment.end);
    const evidence: Evidence = { text: segment.text, meanLogProbability, noSpeech, isSpeech };
    if (isInvented({ ...evidence, meanLogProbability: hypothesis.meanLogProbability })) return [];
    const repeated = isRepeated ? { isRepeated } : {};
    return [{ ...segment, doubt: doubtOf({ ...evidence, compressionRatio, ...repeated }) }];
  });
}
