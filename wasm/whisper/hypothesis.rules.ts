import type { TranscribedSegment } from '#wasm/transcription/segment.ts';
import { doubtOf, hasSpeech, isInvented } from '#wasm/transcription/doubt.rules.ts';
import { timeWords } from '#wasm/transcription/word-times.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { Decoded } from './decoder.ts';
import { tokensToSpans, type TokenSpan, type Vocabulary } from './tokens.rules.ts';
import { hasLetter, meanLogOf, tokensToWords } from './words.rules.ts';

/** What the model reports about the sound of a span. */
export type Heard = Decoded & {
  /** Compression ratio of the whole text, loops included. */
  compressionRatio: number;
};

/** A segment before it is judged. Times are in s of the recording. */
export type ReadSegment = Omit<TranscribedSegment, 'doubt'> & {
  /** Mean natural logarithm of the probabilities of the segment's tokens. */
  meanLogProbability: number;
  isRepeated: boolean;
};

export type Hypothesis = {
  /** Start and end in the recording, s. */
  span: TimeSpan;
  segments: ReadSegment[];
  noSpeech: number;
  /** Mean natural logarithm of the probabilities of all tokens of the span. */
  meanLogProbability: number;
  /** Compression ratio of the whole text of the model, loops included. */
  compressionRatio: number;
};

/** Returns the hypothesis for audio without any signal. */
export const silentHypothesis = (span: TimeSpan): Hypothesis => ({
  span,
  segments: [],
  noSpeech: 1,
  meanLogProbability: 0,
  compressionRatio: 0,
});

const round = (value: number) => Math.round(value * 1000) / 1000;

/**
 * Converts the output of the decoder to segments. @param levels frame levels of the span, dBFS (`wasm/transcription`)
 */
export function toHypothesis(
  heard: Heard,
  span: TimeSpan,
  levels: Float32Array,
  vocabulary: Vocabulary,
): Hypothesis {
  const { tokens, noSpeech, meanLogProbability, compressionRatio } = heard;
  const segments = tokensToSpans(tokens, vocabulary)
    .map((tokenSpan) => toSegment(tokenSpan, span, levels, vocabulary))
    .filter((segment) => segment !== null);
  return { span, segments, noSpeech, meanLogProbability, compressionRatio };
}

// Speed of speech, characters per second.
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
  // After a loop was removed, its first round has no end time.
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

/** Removes hallucinations, and adds to each remaining segment why it is doubtful. */
export function judge(hypothesis: Hypothesis, speech: readonly TimeSpan[]): TranscribedSegment[] {
  const { noSpeech, compressionRatio } = hypothesis;
  return hypothesis.segments.flatMap(({ meanLogProbability, isRepeated, ...segment }) => {
    const isSpeech = hasSpeech(speech, segment.start, segment.end);
    if (isInvented({ noSpeech, isSpeech, meanLogProbability: hypothesis.meanLogProbability })) return [];
    const repeated = isRepeated ? { isRepeated } : {};
    const evidence = { text: segment.text, meanLogProbability, noSpeech, compressionRatio, isSpeech };
    return [{ ...segment, doubt: doubtOf({ ...evidence, ...repeated }) }];
  });
}
