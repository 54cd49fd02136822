import { frameCount } from '#wasm/mp3/format.ts';
import { encoderMemory, type FrameRange } from './plan.ts';

export type PcmJob = {
  /** A view that is valid until the next call. */
  pcm: Float32Array;
  /** Number of encoded frames to drop at the beginning. They only fill the encoder's memory. */
  skipFrames: number;
  /** Number of encoded frames to keep after those; null keeps all up to the end of the run. */
  frames: number | null;
};

type PcmCutter = {
  push(mono: Float32Array): Generator<PcmJob>;
  finish(): Generator<PcmJob>;
  readonly samples: number;
  readonly isDone: boolean;
};

/**
 * Creates a cutter that divides a stream into overlapping spans for an encoder with memory. Each span begins at a
 * frame, `primingFrames` before its own frames, and ends a little after them. `ranges` ascend and do not overlap. The
 * cutter holds one span in memory.
 */
export function createPcmCutter(input: { frameSamples: number; ranges: Iterable<FrameRange> }): PcmCutter {
  const { frameSamples } = input;
  const { primingFrames, lookAheadFrames } = encoderMemory;
  const ranges = input.ranges[Symbol.iterator]();
  const next = (): FrameRange | null => {
    const { done, value } = ranges.next();
    return done ? null : value;
  };
  let range = next();
  let held = new Float32Array(1 << 16);
  let start = 0;
  let length = 0;
  let samples = 0;

  const firstFrame = ({ from }: FrameRange) => Math.max(0, from - primingFrames);

  const dropUntil = (position: number) => {
    const dropped = Math.min(length, Math.max(0, position - start));
    held.copyWithin(0, dropped, length);
    start += dropped;
    length -= dropped;
  };

  const append = (mono: Float32Array) => {
    const at = samples;
    samples += mono.length;
    if (!range) return;
    const wanted = firstFrame(range) * frameSamples;
    const part = mono.subarray(Math.min(mono.length, Math.max(0, wanted - at)));
    if (length === 0) start = samples - part.length;
    if (length + part.length > held.length) {
      const larger = new Float32Array(2 * (length + part.length));
      larger.set(held.subarray(0, length));
      held = larger;
    }
    held.set(part, length);
    length += part.length;
  };

  const cut = (current: FrameRange, end: number, isLast: boolean): PcmJob => {
    const first = firstFrame(current);
    return {
      pcm: held.subarray(first * frameSamples - start, end - start),
      skipFrames: current.from - first,
      frames: isLast ? null : current.to - current.from,
    };
  };

  const advance = () => {
    range = next();
    if (range) dropUntil(firstFrame(range) * frameSamples);
  };

  return {
    get samples() {
      return samples;
    },
    get isDone() {
      return range === null;
    },
    *push(mono) {
      append(mono);
      for (;;) {
        const end = range ? (range.to + lookAheadFrames) * frameSamples : Infinity;
        if (!range || end > samples) return;
        yield cut(range, end, false);
        advance();
      }
    },
    *finish() {
      const frames = samples === 0 ? 0 : frameCount(samples, frameSamples);
      for (;;) {
        if (!range || range.from >= frames) return;
        yield cut(range, samples, range.to >= frames);
        advance();
      }
    },
  };
}
