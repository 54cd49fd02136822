import { describe, expect, it } from 'vitest';
import { createReferenceLoudness } from '#wasm/reference/loudness.ts';
import { concat, interleave, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { createLiveLevel } from './live-level.ts';

const sampleRate = 48_000;
const tone = sine({ frequency: 997, dbfs: -20, durationS: 2, sampleRate });

function levelOf(samples: Float32Array, channels = 1) {
  const level = createLiveLevel({ sampleRate, channels });
  for (const piece of pieces(samples, channels)) level.push(piece);
  return level;
}

describe('the level while recording', () => {
  it('is that of the loudest channel', () => {
    const { peakDbfs, rmsDbfs } = levelOf(interleave(silence(2, sampleRate), tone), 2).take();
    expect(peakDbfs).toBeCloseTo(-20, 2);
    expect(rmsDbfs).toBeCloseTo(-23.01, 2);
  });

  it('is of what came since it was asked', () => {
    const level = levelOf(tone);
    level.take();
    level.push(silence(0.1, sampleRate));
    expect(level.take()).toMatchObject({ peakDbfs: -Infinity, rmsDbfs: -Infinity });
  });

  it('has the momentary loudness of the standard, and none of silence', () => {
    const sound = concat(noise(-40, 1, sampleRate), tone);
    const loudness = createReferenceLoudness({ sampleRate, channels: 1 });
    loudness.push(sound);
    expect(levelOf(sound).take().momentaryLufs).toBeCloseTo(loudness.result().maxMomentaryLufs!, 1);
    expect(levelOf(silence(1, sampleRate)).take().momentaryLufs).toBeNull();
  });

  it('does not take an offset for sound', () => {
    expect(levelOf(silence(1, sampleRate).fill(0.1)).takeAlivePeakDbfs()).toBeLessThan(-66);
    expect(levelOf(tone.map((s) => s + 0.1)).takeAlivePeakDbfs()).toBeCloseTo(-20, 0);
  });
});
