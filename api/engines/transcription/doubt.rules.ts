import { deflateSync } from 'node:zlib';
import type { DoubtCode } from '#api/contract/transcript.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

/**
 * The limits that were published with Whisper (Radford et al. 2022, §4.5, and the defaults of its reference program): a text
 * is in doubt above this compression ratio, below this mean log-probability of its tokens, and is nobody's above this
 * probability of "no speech". They hold for real models; the fixture's figures lie far from them on both sides.
 */
export const compressionLimit = 2.4;
export const logProbabilityLimit = -1;
export const noSpeechLimit = 0.6;

/** What an engine knows of a text that it wrote; null: it does not tell. */
export type Evidence = {
  text: string;
  /** Mean natural logarithm of the probabilities of its tokens. */
  meanLogProbability: number | null;
  /** How probable it is that nobody speaks, 0 to 1. */
  noSpeech: number | null;
  /** Given for a longer stretch than this text; otherwise computed from the text. */
  compressionRatio?: number | null;
  /** Whether the map knows speech at its time (`hasSpeech`); nobody knows: true. */
  isSpeech?: boolean;
  /** A loop was cut from it; otherwise found in the text. */
  isRepeated?: boolean;
};

/** Bytes of the text (UTF-8) for each byte of its zlib form, as the reference program of Whisper counts it. Short texts lie below 1. */
export function compressionRatioOf(text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length === 0 ? 0 : bytes.length / deflateSync(bytes).length;
}

/**
 * Whether the text is to be left out: the engine says that nobody speaks, and either it was unsure of its words (the
 * published rule) or the map knows of no speech there.
 */
export const isInvented = ({ noSpeech, meanLogProbability, isSpeech = true }: Evidence): boolean =>
  noSpeech !== null &&
  noSpeech > noSpeechLimit &&
  (!isSpeech || (meanLogProbability !== null && meanLogProbability < logProbabilityLimit));

/** Why a text that is kept is not to be trusted; the gravest reason first. Null where there is none. */
export function doubtOf(evidence: Evidence): DoubtCode | null {
  const { text, meanLogProbability, compressionRatio, isSpeech = true } = evidence;
  if (evidence.isRepeated ?? withoutRepetition(text).isRepeated) return 'repetition';
  if (!isSpeech) return 'no_speech';
  if ((compressionRatio ?? compressionRatioOf(text)) > compressionLimit) return 'compression';
  if (meanLogProbability !== null && meanLogProbability < logProbabilityLimit) return 'unsure';
  return null;
}

// maps of speech end a little early or late
const mapToleranceS = 0.3;
const leastSpeechS = 0.1;

/** Whether the map knows a tenth of a second of speech between two times, give or take what such maps err. */
export const hasSpeech = (speech: readonly TimeSpan[], startS: number, endS: number): boolean =>
  speechWithin(speech, startS - mapToleranceS, endS + mapToleranceS) >= leastSpeechS;

/** Speech between two times, s. */
export const speechWithin = (speech: readonly TimeSpan[], startS: number, endS: number): number =>
  speech.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, endS) - Math.max(from, startS)), 0);

const worthS = 2;

/**
 * Stretches between (before, behind) segments with two seconds and more of known speech in them: something was said there
 * and nothing was written. Both ascending, s.
 * @param within only what lies in it
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
// what goes on after a loop has come out of it: people say things four times, too
const leastRepeated = 12;

/**
 * A text without its loops, into which models fall on noise: where the same words (any number up to 16) stand four times in a row
 * at the end, or fill twelve words and more in the middle, one round is kept. Case and signs do not count. Tuned on
 * the fixture.
 */
export function withoutRepetition(text: string): { text: string; isRepeated: boolean } {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const bare = words.map((word) => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || word);
  const loops = findLoops(bare, longestRoundWords);
  if (loops.length === 0) return { text, isRepeated: false };
  const kept = words.filter((_, at) => !loops.some(({ from, to }) => at >= from && at < to));
  return { text: kept.join(' '), isRepeated: true };
}

/** What a loop repeats: the things from the second round on, `to` excluded. */
export type Loop = { from: number; to: number };

/** Every loop in a row of things, ascending; its first round is not part of it. */
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
