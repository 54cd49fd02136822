import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { frameCount } from '#wasm/mp3/format.ts';

/** Kept stretch of the original in whole mp3 frames; null: to the end of the recording. */
export type FrameSpan = [from: number, to: number | null];

export type FrameRange = { from: number; to: number };

/** What the result is put together from, in order: frames of the draft, or frames of the result that are encoded anew. */
type Piece = FrameRange & { kind: 'copy' | 'encode' };

export type TrimPlan = {
  frameSamples: number;
  kept: FrameSpan[];
  /** Of the whole result. */
  samples: number;
  frames: number;
  pieces: Piece[];
};

/**
 * Frames that the encoder must hear before those that are taken, so that they come out as in the whole. LAME remembers two
 * granules of its psychoacoustic model, 19 frames of perceptual entropy, and the level that its threshold of hearing follows:
 * that one falls by at most 7.5 % a frame from 1 to 0.000625, which takes 95. Beyond it, too: frames that it must know after.
 */
export const encoderMemory = { primingFrames: 128, lookAheadFrames: 4 };

/** Sound fades out before and in after a cut, s. */
export const fadeS = 0.005;

/**
 * At most this much is encoded in one go, s. It decides the memory of a worker (9 MB of sound at 24 kHz), what a reload may
 * lose (half a second of work), and what priming costs: 3 % of all encoding.
 */
const chunkS = 96;
/** The first ones are shorter, so that the encoders have something to do at once: 12 s, 25 s, 49 s at 24 kHz. */
const firstChunkFrames = 512;
export const chunkFrames = (sampleRate: number, frameSamples: number): number =>
  Math.floor((chunkS * sampleRate) / frameSamples);

/** The draft's own ranges from chunk `firstChunk` on: the whole recording, as long as it goes on. */
export function* draftRanges(framesAtOnce: number, firstChunk: number): Generator<FrameRange> {
  let from = 0;
  for (let chunk = 0; ; chunk++) {
    const to = from + Math.min(framesAtOnce, firstChunkFrames * 2 ** chunk);
    if (chunk >= firstChunk) yield { from, to };
    from = to;
  }
}

/** Kept spans (s, snapped by `snapSpans`) as frames; one that ends at the recording's end stays open. */
export const toFrameSpans = (kept: readonly TimeSpan[], durationS: number, frameS: number): FrameSpan[] =>
  kept.map(([from, to]) => [Math.round(from / frameS), to >= durationS ? null : Math.round(to / frameS)]);

function split({ from, to }: FrameRange, framesAtOnce: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < to; at += framesAtOnce)
    pieces.push({ kind: 'encode', from: at, to: Math.min(to, at + framesAtOnce) });
  return pieces;
}

/**
 * Plans the mp3 of the kept spans of a recording of `samples` mono samples. Frames whose surroundings are as in the original
 * are copied from the draft, where there is one (`hasDraft`); those near a cut are encoded anew.
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
    // Where fewer frames than the encoder's memory lie between two cuts, copying them saves nothing.
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

/** `[time in the result, time in the original]` of each kept span, s. */
export function toTimemap({ kept, frameSamples }: TrimPlan, sampleRate: number): TimeSpan[] {
  let at = 0;
  return kept.map(([from, to]) => {
    const pair: TimeSpan = [(at * frameSamples) / sampleRate, (from * frameSamples) / sampleRate];
    at += (to ?? from) - from;
    return pair;
  });
}
