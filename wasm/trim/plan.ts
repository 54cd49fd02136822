import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { frameCount } from '#wasm/mp3/format.ts';

/** Kept span of the original in whole mp3 frames. `to` is null if it ends with the recording. */
export type FrameSpan = [from: number, to: number | null];

export type FrameRange = { from: number; to: number };

/** A part of the result: frames copied from the draft, or frames to encode. */
type Piece = FrameRange & { kind: 'copy' | 'encode' };

export type TrimPlan = {
  frameSamples: number;
  kept: FrameSpan[];
  samples: number;
  frames: number;
  pieces: Piece[];
};

/**
 * `primingFrames` is the number of frames that the encoder needs before the wanted ones for the same output as in the
 * whole recording. LAME keeps two granules of its psychoacoustic model, 19 frames of perceptual entropy, and an
 * adaptive hearing threshold that falls from 1 to 0.000625 by at most 7.5 % a frame, which takes 95 frames.
 * `lookAheadFrames` is the number of frames that it needs after the wanted ones.
 */
export const encoderMemory = { primingFrames: 128, lookAheadFrames: 4 };

export const fadeS = 0.005;

/**
 * Longest span encoded at once, s. It sets the memory of a worker (9 MB of audio at 24 kHz), the work that a reload can lose (half
 * a second), and the cost of priming: 3 % of all encoding.
 */
const chunkS = 96;
/** The first chunks are shorter, so that the encoders start at once: 12 s, 25 s, 49 s at 24 kHz. */
const firstChunkFrames = 512;
export const chunkFrames = (sampleRate: number, frameSamples: number): number =>
  Math.floor((chunkS * sampleRate) / frameSamples);

/** Yields the frame ranges of the draft's chunks from `firstChunk` on, without end: the recording is still running. */
export function* draftRanges(framesAtOnce: number, firstChunk: number): Generator<FrameRange> {
  let from = 0;
  for (let chunk = 0; ; chunk++) {
    const to = from + Math.min(framesAtOnce, firstChunkFrames * 2 ** chunk);
    if (chunk >= firstChunk) yield { from, to };
    from = to;
  }
}

/** Converts kept spans (s, from `snapSpans`) to frames. The end of a span that ends with the recording is null. */
export const toFrameSpans = (kept: readonly TimeSpan[], durationS: number, frameS: number): FrameSpan[] =>
  kept.map(([from, to]) => [Math.round(from / frameS), to >= durationS ? null : Math.round(to / frameS)]);

function split({ from, to }: FrameRange, framesAtOnce: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < to; at += framesAtOnce)
    pieces.push({ kind: 'encode', from: at, to: Math.min(to, at + framesAtOnce) });
  return pieces;
}

/**
 * Plans the mp3 of the kept spans of a recording of `samples` mono samples. With a draft (`hasDraft`), frames far from any cut are
 * copied from it; those near a cut are encoded again.
 */
export function planTrim(input: {
  samples: number;
  frameSamples: number;
  kept: readonly FrameSpan[];
  hasDraft: boolean;
  framesAtOnce: number;
}): TrimPlan {
  const { samples, frameSamples, hasDraft, framesAtOnce } = input;
  const { primingFrames, lookAheadFrames } = encoderMemory;
  const kept = input.kept.map(([from, to]): FrameSpan => [from, to]);
  const lengths = kept.map(([from, to]) => (to === null ? samples : to * frameSamples) - from * frameSamples);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const frames = frameCount(total, frameSamples);
  const pieces: Piece[] = [];
  let encodedFrom = 0;
  let at = 0;
  for (const [index, [from, to]] of kept.entries()) {
    const end = to === null ? frames : at + to - from;
    // The fades lie in the first and the last frame of a span.
    const first = from === 0 && at === 0 ? 0 : at + 1 + primingFrames;
    const last = to === null && index === kept.length - 1 ? frames : end - 1 - lookAheadFrames;
    // Copying fewer frames than the encoder's memory saves nothing.
    const isWorthIt = last - first > (first === 0 ? 0 : primingFrames);
    if (hasDraft && isWorthIt) {
      pieces.push(...split({ from: encodedFrom, to: first }, framesAtOnce));
      pieces.push({ kind: 'copy', from: first - at + from, to: last - at + from });
      encodedFrom = last;
    }
    at = end;
  }
  pieces.push(...split({ from: encodedFrom, to: frames }, framesAtOnce));
  return { frameSamples, kept, samples: total, frames, pieces };
}

/** Returns `[time in the result, time in the original]` of each kept span, s. */
export function toTimemap({ kept, frameSamples }: TrimPlan, sampleRate: number): TimeSpan[] {
  let at = 0;
  return kept.map(([from, to]) => {
    const pair: TimeSpan = [(at * frameSamples) / sampleRate, (from * frameSamples) / sampleRate];
    at += (to ?? from) - from;
    return pair;
  });
}
