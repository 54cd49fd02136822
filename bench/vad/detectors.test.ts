import { expect, it } from 'vitest';
import { plainRegions } from './detectors.ts';

/** Regions of frames of 32 ms. */
const plain = (...stretches: [probability: number, frames: number][]) => {
  const probabilities = stretches.flatMap(([probability, frames]) => Array<number>(frames).fill(probability));
  return plainRegions(Float32Array.from(probabilities), probabilities.length * 0.032).map(([start, end]) => [
    Number(start.toFixed(3)),
    Number(end.toFixed(3)),
  ]);
};

it('plain Silero pads its regions by 30 ms', () => {
  expect(plain([0, 10], [0.9, 20], [0, 10])).toEqual([[0.29, 0.99]]);
});

it('plain Silero goes on over 128 ms below the lower threshold, and not over 160', () => {
  expect(plain([0.9, 20], [0.1, 4], [0.9, 20], [0, 10])).toHaveLength(1);
  expect(plain([0.9, 20], [0.1, 5], [0.9, 20], [0, 10])).toHaveLength(2);
});

it('plain Silero goes on while it doubts, and takes less than a quarter of a second for nothing', () => {
  expect(plain([0.9, 10], [0.4, 30], [0, 10])).toEqual([[0, 1.31]]);
  expect(plain([0.9, 7], [0, 10])).toEqual([]);
});
