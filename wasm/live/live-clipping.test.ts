import { describe, expect, it } from 'vitest';
import { clipped, concat, interleave, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { createLiveClipping } from './live-clipping.ts';

const sampleRate = 48_000;
const tone = (dbfs: number, durationS = 1) => sine({ frequency: 313, dbfs, durationS, sampleRate });

function listened(samples: Float32Array, channels = 1) {
  const clipping = createLiveClipping({ sampleRate, channels });
  for (const piece of pieces(samples, channels)) clipping.push(piece);
  return clipping;
}

describe('clipping while recording', () => {
  it('is counted in windows of 50 ms of the last seconds, in any channel', () => {
    const cut = concat(noise(-40, 5, sampleRate), clipped(tone(0), 3), noise(-40, 2, sampleRate));
    const clipping = listened(interleave(noise(-40, 8, sampleRate), cut), 2);
    expect(clipping.windowsIn(1.5)).toBe(0);
    expect(clipping.windowsIn(2.5)).toBeGreaterThanOrEqual(9);
    expect(clipping.windowsIn(2.5)).toBeLessThanOrEqual(11);
    expect(clipping.windowsIn(10)).toBeLessThanOrEqual(22);
  });

  it('is not found in what merely reaches full scale', () => {
    expect(listened(tone(-0.01)).windowsIn(10)).toBe(0);
  });

  it('is taken back where a higher top shows that a flat one was none', () => {
    const plateau = clipped(tone(0), 3).map((s) => s * 0.25);
    expect(listened(concat(plateau, silence(0.1, sampleRate))).windowsIn(10)).toBeGreaterThan(10);
    expect(listened(concat(plateau, tone(-6))).windowsIn(10)).toBe(0);
  });
});
