/** A fake microphone with known speech, and the comparison of stored with played sound. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromWav, toWav } from '#wasm/testing/wav.ts';
import { fixtureAudio } from './journey.ts';
import { samplesOf } from './sound.ts';
import { tempFolder } from './temp-folder.ts';

const rate = 16_000;
const envelopeRate = 100;
const hop = rate / envelopeRate;

/** Returns the samples at another speed, so that the sound differs from the original. */
function atSpeed(samples: Float32Array, speed: number): Float32Array {
  return Float32Array.from({ length: Math.floor(samples.length / speed) - 1 }, (_, i) => {
    const at = i * speed;
    const index = Math.floor(at);
    return samples[index]! + (samples[index + 1]! - samples[index]!) * (at - index);
  });
}

function joined(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns 2.5 minutes of speech without repetition, at the level of a microphone. */
function speech(): Float32Array<ArrayBuffer> {
  const read = (name: string) => fromWav(Uint8Array.from(readFileSync(fixtureAudio(name)))).samples;
  const once = joined(['de_conversation', 'de_1', 'en_1', 'fr_1', 'it_1'].map((name) => read(`${name}.wav`)));
  const whole = joined([once, atSpeed(once, 0.93).toReversed(), atSpeed(once, 1.07)]);
  // Noise of a quiet room, so that no pause is digital silence.
  let seed = 11;
  return whole.map((sample) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return sample * 0.5 + (seed / 2_147_483_647 - 0.5) * 0.0006;
  });
}

type Played = { path: string; samples: Float32Array };

let played: Played | undefined;

/** Returns the sound of the fake microphone, which plays it again and again, from its start each time it is opened. */
export function playedSpeech(): Played {
  if (played) return played;
  const samples = speech();
  const path = join(tempFolder(), 'microphone.wav');
  writeFileSync(path, toWav(samples, rate));
  played = { path, samples };
  return played;
}

/** Returns the switches with which Chromium has this file as its only microphone, and allows it without a prompt. */
export const microphoneSwitches = (path: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${path}`,
];

const envelopeOf = (samples: Float32Array): Float32Array =>
  Float32Array.from({ length: Math.floor(samples.length / hop) }, (_, i) => {
    let sum = 0;
    for (let at = i * hop; at < (i + 1) * hop; at++) sum += samples[at]! ** 2;
    return Math.sqrt(sum / hop);
  });

function correlation(a: Float32Array, aFrom: number, b: Float32Array, bFrom: number, length: number): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < length; i++) {
    const x = a[aFrom + i] ?? 0;
    // The index wraps around, because the fake microphone repeats its file.
    const y = b[(bFrom + i + b.length) % b.length]!;
    product += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return product / Math.sqrt(Math.max(squaresA * squaresB, 1e-12));
}

/** Finds a stretch of `a` in `b`: first roughly by the envelope, then exactly to the sample. */
function findIn(
  a: Float32Array,
  from: number,
  length: number,
  b: Float32Array,
): { at: number; likeness: number } {
  const wanted = envelopeOf(a.subarray(from, from + length));
  const all = envelopeOf(b);
  const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const flat = (values: Float32Array) => {
    const middle = mean(values);
    return values.map((value) => value - middle);
  };
  const [needle, hay] = [flat(wanted), flat(all)];
  const coarse = Array.from({ length: all.length }, (_, at) => ({
    at,
    likeness: correlation(needle, 0, hay, at, needle.length),
  })).toSorted((x, y) => y.likeness - x.likeness);
  let best = { at: 0, likeness: -1 };
  for (const { at } of coarse.slice(0, 12)) {
    for (let lag = -2 * hop; lag <= 2 * hop; lag++) {
      const here = at * hop + lag;
      const likeness = correlation(a, from, b, here, Math.min(length, rate));
      if (likeness > best.likeness) best = { at: here, likeness };
    }
  }
  return best;
}

/** Delays in samples, because two recorders sample at different instants. */
const fractions = [-0.5, -0.375, -0.25, -0.125, 0, 0.125, 0.25, 0.375, 0.5];
const taps = 16;
function delayed(b: Float32Array, from: number, length: number, by: number): Float32Array {
  const kernel = Float64Array.from({ length: 2 * taps }, (_, k) => {
    const x = k - taps + 1 - by;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (taps + 1)));
  });
  return Float32Array.from({ length }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < kernel.length; k++)
      sum += kernel[k]! * b[(((from + i + k - taps + 1) % b.length) + b.length) % b.length]!;
    return sum;
  });
}

/** Length of the blocks that are aligned separately, and largest drift within a stretch, samples. */
const blockSamples = rate / 2;
const driftSamples = 3;

/**
 * Returns the played sound, aligned with `a` to a fraction of a sample. The clocks of player and recorder drift apart by some
 * samples, so each half second is aligned separately.
 */
function alignPlayed(a: Float32Array, aFrom: number, b: Float32Array, bFrom: number, length: number) {
  const blocks: Float32Array[] = [];
  for (let from = 0; from < length; from += blockSamples) {
    const size = Math.min(blockSamples, length - from);
    const near = bestOf(
      Array.from({ length: 2 * driftSamples + 1 }, (_, index) => bFrom + from + index - driftSamples),
      (at) => correlation(a, aFrom + from, b, at, size),
    );
    const tries = fractions.map((by) => delayed(b, near, size, by));
    blocks.push(bestOf(tries, (one) => correlation(a, aFrom + from, one, 0, size)));
  }
  return joined(blocks);
}

function bestOf<T>(all: readonly T[], likenessOf: (one: T) => number): T {
  const likenesses = all.map(likenessOf);
  return all[likenesses.indexOf(Math.max(...likenesses))]!;
}

/** Finds the sample at which one offset has to change to another, so that the residual is smallest. */
function borderOf(
  a: Float32Array,
  b: Float32Array,
  [from, to]: readonly [number, number],
  [before, after]: readonly [number, number],
): number {
  const step = Math.round(rate / 200);
  const errorOf = (at: number, offset: number) => {
    let sum = 0;
    for (let i = at; i < at + step; i++)
      sum += (a[i]! - b[(((i + offset) % b.length) + b.length) % b.length]!) ** 2;
    return sum;
  };
  let best = { at: from, error: Infinity };
  let error = 0;
  for (let at = from; at < to; at += step) error += errorOf(at, after);
  for (let at = from; at <= to; at += step) {
    if (error < best.error) best = { at, error };
    error += errorOf(at, before) - errorOf(at, after);
  }
  return best.at;
}

/** Length that is left out on both sides of a border between stretches, s, because the encoder restarts there. */
const seamS = 0.08;

export type Stretch = {
  /** Start of the stretch in the stored and in the played sound, s. */
  storedS: number;
  playedS: number;
  lengthS: number;
  correlation: number;
  /**
   * Changes of the offset within the stretch, s. A positive one means that played sound is missing, a negative one that it
   * repeats.
   */
  slipsS: number[];
};

export const mp3FrameS = 576 / 24_000;

export type Comparison = { lengthS: number; stretches: Stretch[] };

const windowS = 0.25;
/** Length of the sound by which a stretch is found, s. It is shorter than the time between two kills of the browser. */
const foundS = 1.2;
/** Windows below this level are pauses, which have nothing to compare. */
const pauseRms = 0.003;

const rmsOf = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));

/** From the stored sample `from` on, the same sound is `offset` samples later in the played sound. */
type Piece = { from: number; offset: number };

/** Length of an mp3 frame, samples. */
const frameSamples = Math.round(mp3FrameS * rate);
/** Largest difference of the offsets before and behind a slip, samples. */
const slipSamples = frameSamples;
/** Number of changes of the offset that a stretch may have, because on a busy machine the microphone delivers buffers late. */
const mostSlips = 4;
const seamSamples = Math.round(seamS * rate);
/**
 * Returns the sample up to which a stretch is compared. `to` is the sample at which the stretch ends in the stored sound `a`. At the
 * end of a recording the encoder fills its last frame with silence, and the file does not state the length of this silence, so the
 * whole frame is left out. At a seam the encoder restarts, so `seamS` is left out.
 */
const comparedUntil = (a: Float32Array, to: number): number =>
  to - (to === a.length ? frameSamples : seamSamples);
/** Samples at either end of a stretch that are searched for another slip. */
const edgeSamples = Math.round(0.1 * rate);

/**
 * Returns the best offset for a window, which differs by one mp3 frame at most from the previous one. Null if the window is a
 * pause, or if the sounds differ with all of them.
 */
function slippedTo(
  a: Float32Array,
  [from, to]: readonly [number, number],
  b: Float32Array,
  first: number,
): number | null {
  const size = Math.min(to, a.length) - from;
  if (rmsOf(a.subarray(from, from + size)) < pauseRms) return null;
  let best = { offset: first, likeness: 0 };
  for (let offset = first - slipSamples; offset <= first + slipSamples; offset++) {
    const likeness = correlation(a, from, b, from + offset, size);
    if (likeness > best.likeness) best = { offset, likeness };
  }
  return best.likeness > 0.9 ? best.offset : null;
}

/** Adds a slip before the first matching window. */
function withHead(a: Float32Array, b: Float32Array, piece: Piece, to: number): Piece[] {
  const from = piece.from === 0 ? 0 : piece.from + seamSamples;
  const head = slippedTo(a, [from, from + edgeSamples], b, piece.offset);
  if (head === null || head === piece.offset) return [piece];
  const at = borderOf(a, b, [piece.from, to], [head, piece.offset]);
  return [
    { from: piece.from, offset: head },
    { from: at, offset: piece.offset },
  ];
}

/** Adds a slip behind the last matching window. */
function withTail(a: Float32Array, b: Float32Array, pieces: readonly Piece[], to: number): Piece[] {
  const last = pieces.at(-1)!;
  const end = comparedUntil(a, to);
  const tail = slippedTo(a, [Math.max(last.from, end - edgeSamples), end], b, last.offset);
  if (tail === null || tail === last.offset) return [...pieces];
  const from = Math.max(last.from, end - windowS * rate);
  return [...pieces, { from: borderOf(a, b, [from, end], [last.offset, tail]), offset: tail }];
}

function stretchOf(a: Float32Array, b: Float32Array, pieces: readonly Piece[], to: number): Stretch {
  const [{ from: begin, offset }] = pieces as [Piece];
  const first = begin === 0 ? 0 : begin + seamSamples;
  const last = comparedUntil(a, to);
  // The exact position of a slip is unknown, so its surroundings are excluded.
  const parts = pieces.map((piece, index) => {
    const from = Math.max(first, piece.from + (index === 0 ? 0 : edgeSamples));
    const next = pieces[index + 1];
    const length = Math.max(0, Math.min(last, next ? next.from - edgeSamples : last) - from);
    return {
      stored: a.subarray(from, from + length),
      played: alignPlayed(a, from, b, from + piece.offset, length),
    };
  });
  const stored = joined(parts.map((part) => part.stored));
  const played = joined(parts.map((part) => part.played));
  return {
    storedS: begin / rate,
    playedS: ((((begin + offset) % b.length) + b.length) % b.length) / rate,
    lengthS: (to - begin) / rate,
    correlation: correlation(stored, 0, played, 0, played.length),
    slipsS: pieces.slice(1).map((piece, index) => (piece.offset - pieces[index]!.offset) / rate),
  };
}

/**
 * Aligns the stored sound with the played sound in windows of 0.25 s. A constant offset is one stretch; a larger change
 * means missing or repeated sound, and a new stretch begins. On a busy machine Chromium's microphone thread delivers some
 * of its 10-ms buffers late: changes within one mp3 frame stay in the stretch and are reported as slips.
 */
export async function compareWithPlayed(
  path: string,
  { samples: b }: Played = playedSpeech(),
): Promise<Comparison> {
  const a = await samplesOf(path);
  const size = windowS * rate;
  const stretches: Stretch[] = [];
  let pieces: Piece[] = [];
  /** Start of the last matching window. */
  let fitted = 0;
  for (let from = 0; from + size <= a.length; from += size) {
    if (rmsOf(a.subarray(from, from + size)) < pauseRms) continue;
    const piece = pieces.at(-1);
    if (piece && correlation(a, from, b, from + piece.offset, size) > 0.9) {
      fitted = from;
      continue;
    }
    const borderTo = (next: number) =>
      piece
        ? borderOf(
            a,
            b,
            [Math.max(piece.from, Math.min(fitted, from - size)), from + size],
            [piece.offset, next],
          )
        : 0;
    const mayHaveSlipped = piece && pieces.length <= mostSlips;
    const slipped = mayHaveSlipped ? slippedTo(a, [from, from + size], b, piece.offset) : null;
    if (slipped !== null) {
      pieces.push({ from: borderTo(slipped), offset: slipped });
      fitted = from;
      continue;
    }
    const found = findIn(a, from, Math.min(foundS * rate, a.length - from), b);
    if (found.likeness < 0.9) continue; // Window across the border.
    const next = found.at - from;
    // The played sound repeats, so offsets that differ by its length are the same.
    const apart = piece ? Math.abs(next - piece.offset) % b.length : b.length / 2;
    const distance = Math.min(apart, b.length - apart);
    if (distance <= 1) continue;
    // The border lies in this window. If it slipped, the next window shows it; in the last window `withTail` looks for it.
    if (mayHaveSlipped && distance <= slipSamples) continue;
    const border = borderTo(next);
    if (piece && border > pieces[0]!.from)
      stretches.push(stretchOf(a, b, withTail(a, b, pieces, border), border));
    pieces = withHead(a, b, { from: border, offset: next }, from + size);
    fitted = from;
  }
  if (pieces.length > 0) stretches.push(stretchOf(a, b, withTail(a, b, pieces, a.length), a.length));
  return { lengthS: a.length / rate, stretches };
}
