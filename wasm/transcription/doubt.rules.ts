import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { DoubtReason } from './segment.ts';

/**
 * Limits published with Whisper (Radford et al. 2022, §4.5, and the defaults of its reference program). A text is in
 * doubt if its compression ratio is above the first limit, or the mean natural logarithm of its token probabilities
 * below the second. Nobody speaks if the probability of "no speech" is above the third. The limits hold for real
 * models; the values of the test fixture are far from them.
 */
export const compressionLimit = 2.4;
export const logProbabilityLimit = -1;
export const noSpeechLimit = 0.6;

/** What an engine reports about a text. A figure is null if the engine does not report it. */
export type Evidence = {
  text: string;
  /** Mean natural logarithm of the token probabilities. */
  meanLogProbability: number | null;
  /** Probability that nobody speaks, 0 to 1. */
  noSpeech: number | null;
  /** Compression ratio of the text, or of the longer stretch that it is from. */
  compressionRatio: number;
  /** Whether the speech map has speech at the time of the text (`hasSpeech`). Default: true. */
  isSpeech?: boolean;
  /** Whether a loop was removed from the text. If it is undefined, the text is searched for loops. */
  isRepeated?: boolean;
};

/**
 * Whether to discard the text as a hallucination: the engine reports that nobody speaks, and either it was unsure of
 * the words (the published rule) or the speech map has no speech there.
 */
export const isInvented = ({
  noSpeech,
  meanLogProbability,
  isSpeech = true,
}: Pick<Evidence, 'noSpeech' | 'meanLogProbability' | 'isSpeech'>): boolean =>
  noSpeech !== null &&
  noSpeech > noSpeechLimit &&
  (!isSpeech || (meanLogProbability !== null && meanLogProbability < logProbabilityLimit));

/** Returns why a text that is kept is doubtful: the most serious reason if there are several, null if there is none. */
export function doubtOf(evidence: Evidence): DoubtReason | null {
  const { text, meanLogProbability, compressionRatio, isSpeech = true } = evidence;
  if (evidence.isRepeated ?? withoutRepetition(text).isRepeated) return 'repetition';
  if (!isSpeech) return 'no_speech';
  if (compressionRatio > compressionLimit) return 'compression';
  if (meanLogProbability !== null && meanLogProbability < logProbabilityLimit) return 'unsure';
  return null;
}

// Speech maps begin and end a little too early or too late.
const mapToleranceS = 0.3;
const leastSpeechS = 0.1;

/**
 * Whether the speech map has at least 0.1 s of speech between two times, which are extended by the tolerance for its
 * errors.
 */
export const hasSpeech = (speech: readonly TimeSpan[], startS: number, endS: number): boolean =>
  speechWithin(speech, startS - mapToleranceS, endS + mapToleranceS) >= leastSpeechS;

export const speechWithin = (speech: readonly TimeSpan[], startS: number, endS: number): number =>
  speech.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, endS) - Math.max(from, startS)), 0);

const worthS = 2;

/**
 * Returns the spans between segments that contain at least two seconds of speech. Both lists are ascending, in s.
 * @param within span to which the search is limited
 */
export function unwrittenSpeech(
  segments: readonly { start: number; end: number }[],
  speech: readonly TimeSpan[],
  within: TimeSpan = [0, Infinity],
): TimeSpan[] {
  const stretches: TimeSpan[] = [];
  let from = within[0];
  for (const { start, end } of [...segments, { start: within[1], end: within[1] }]) {
    if (speechWithin(speech, from, start) >= worthS) stretches.push([from, start]);
    from = Math.max(from, end);
  }
  return stretches;
}

const longestRoundWords = 16;
const leastRounds = 4;
// Smallest number of words in a loop within the text. It is larger there, because people, too, say things four times.
const leastRepeated = 12;

/**
 * Removes loops, which models produce on noise. A loop is up to 16 words that repeat four times in a row at the end of
 * the text, or that fill at least twelve words within it. Its first round is kept. Case and punctuation are ignored.
 * The limits were tuned on the fixture.
 */
export function withoutRepetition(text: string): { text: string; isRepeated: boolean } {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const bare = words.map((word) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || word);
  const loops = findLoops(bare, longestRoundWords);
  if (loops.length === 0) return { text, isRepeated: false };
  const kept = words.filter((_, at) => !loops.some(({ from, to }) => at >= from && at < to));
  return { text: kept.join(' '), isRepeated: true };
}

/** The rounds of a loop after its first one: the range of indices `[from, to)`. */
type Loop = { from: number; to: number };

/** Finds all loops in a sequence, ascending. */
export function findLoops(things: readonly (string | number)[], longestRound: number): Loop[] {
  const loops: Loop[] = [];
  for (let at = 0; at < things.length; at++) {
    const loop = loopAt(things, at, longestRound);
    if (!loop) continue;
    loops.push(loop);
    at = loop.to - 1;
  }
  return loops;
}

function loopAt(things: readonly (string | number)[], at: number, longestRound: number): Loop | null {
  for (let length = 1; length <= longestRound && at + length * leastRounds <= things.length; length++) {
    let to = at + length;
    while (to < things.length && things[to] === things[to - length]) to++;
    const isLong = to - at >= length * leastRounds;
    if (isLong && (to === things.length || to - at >= leastRepeated)) return { from: at + length, to };
  }
  return null;
}
