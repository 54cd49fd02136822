import { describe, expect, it } from 'vitest';
import { concat, pieces } from '#wasm/testing/signals.ts';
import type { FrameSpan } from './plan.ts';
import { createPcmTrimmer } from './trim-pcm.ts';

const sampleRate = 24_000;
const frameSamples = 576;
const fadeSamples = 120;
const ones = new Float32Array(20 * frameSamples + 100).fill(1);

function trimmed(kept: FrameSpan[], samples = ones): Float32Array {
  const trimmer = createPcmTrimmer({ sampleRate, frameSamples, kept });
  return concat(...Array.from(pieces(samples), (piece) => trimmer.push(piece).slice()));
}

describe('trimming a stream', () => {
  it('leaves what is not cut as it is', () => {
    expect(trimmed([[0, null]])).toEqual(ones);
  });

  it('keeps exactly the frames of the spans, however the stream comes', () => {
    const ramp = Float32Array.from(ones, (_, i) => i);
    const kept = trimmed(
      [
        [2, 4],
        [10, null],
      ],
      ramp,
    );
    expect(kept.length).toBe(12 * frameSamples + 100);
    expect(kept[frameSamples]).toBe(3 * frameSamples);
    expect(kept.at(-1)).toBe(ramp.at(-1));
  });

  it('fades over 5 ms on both sides of a cut, and nowhere else', () => {
    const kept = trimmed([
      [0, 3],
      [8, null],
    ]);
    const seam = 3 * frameSamples;
    const touched = [...kept.keys()].filter((i) => kept[i]! < 1);
    expect(touched[0]).toBe(seam - fadeSamples);
    expect(touched.at(-1)).toBe(seam + fadeSamples - 1);
    expect(kept[seam - 1]).toBeLessThan(0.001);
    expect(kept[seam]).toBeLessThan(0.001);
    expect(kept[seam + fadeSamples / 2]).toBeCloseTo(0.5, 1);
  });
});
