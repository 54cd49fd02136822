import { offsetFrames, type DcOffset } from '#wasm/measure/dc-offset.ts';
import type { SamplePart } from './sample-part.ts';

/** Returns the sum of `count` samples of a channel, from two independent sums, which run in parallel. */
function sumOf(block: Float32Array, from: number, count: number, channels: number): number {
  let [even, odd] = [0, 0];
  let i = from;
  const end = from + (count - 1) * channels;
  for (; i < end; i += 2 * channels) {
    even += block[i]!;
    odd += block[i + channels]!;
  }
  return i === end ? even + odd + block[i]! : even + odd;
}

/** Reference of `createDcOffset` in JavaScript. Results differ by at most 1e-12. */
export function createReferenceDcOffset({
  sampleRate,
  channels,
}: {
  sampleRate: number;
  channels: number;
}): SamplePart<DcOffset> {
  const windowFrames = offsetFrames(sampleRate);
  const sums = new Float64Array(channels);
  let filled = 0;
  let windows = 0;
  let largest = 0;

  const largestMean = () =>
    [...sums]
      .map((sum) => sum / filled)
      .filter(Number.isFinite)
      .reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a), 0);
  const endWindow = () => {
    const mean = largestMean();
    if (Math.abs(mean) > Math.abs(largest)) largest = mean;
    sums.fill(0);
    filled = 0;
    windows++;
  };

  return {
    push(block) {
      const frames = block.length / channels;
      for (let at = 0; at < frames;) {
        const count = Math.min(windowFrames - filled, frames - at);
        for (let channel = 0; channel < channels; channel++) {
          sums[channel]! += sumOf(block, at * channels + channel, count, channels);
        }
        at += count;
        filled += count;
        if (filled === windowFrames) endWindow();
      }
    },
    result: () => (windows === 0 && filled > 0 ? largestMean() : largest),
  };
}
