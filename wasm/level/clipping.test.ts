import { describe, expect, it } from 'vitest';
import { clipped, concat, interleave, pieces, silence, sine } from '../testing/signals.ts';
import { createClipping } from './clipping.ts';

const sampleRate = 16_000;
const tone = (durationS: number, dbfs = 0) => sine({ frequency: 200, dbfs, durationS, sampleRate });

function clippingOf(samples: Float32Array, channels = 1) {
  const clipping = createClipping({ sampleRate, channels });
  for (const piece of pieces(samples, channels)) clipping.push(piece);
  return clipping.result();
}

describe('clipping', () => {
  it('is found where flat tops are, and only there', () => {
    const { share, spans } = clippingOf(
      concat(silence(1, sampleRate), clipped(tone(1), 4), silence(2, sampleRate)),
    );
    expect(share).toBeCloseTo(0.25, 2);
    expect(spans).toHaveLength(1);
    expect(spans[0]![0]).toBeCloseTo(1, 1);
    expect(spans[0]![1]).toBeCloseTo(2, 1);
  });

  it('is not a tone that reaches full scale with single samples', () => {
    const spike = silence(1, sampleRate);
    spike[100] = 1;
    spike[101] = -1;
    spike[500] = 1;
    expect(clippingOf(spike)).toEqual({ share: 0, spans: [] });
    expect(clippingOf(tone(1, -1)).share).toBe(0);
  });

  it('is found in one channel of two, and in what a codec made louder than full scale', () => {
    expect(clippingOf(interleave(tone(1, -20), clipped(tone(1), 4)), 2).share).toBeCloseTo(1, 1);
    expect(clippingOf(tone(1, 3)).share).toBeCloseTo(1, 1);
  });
});
