import { describe, expect, it } from 'vitest';
import { noise } from '#wasm/testing/signals.ts';
import { createPitch, pitchSamples } from './pitch.ts';

/** Voice source: harmonics that fall by 12 dB per octave. */
const buzz = (hz: number) =>
  Float32Array.from({ length: pitchSamples }, (_, i) => {
    let sum = 0;
    for (let k = 1; k * hz < 4_000; k++) sum += Math.sin((2 * Math.PI * k * hz * i) / 16_000 + k) / k ** 2;
    return 0.2 * sum;
  });

describe('pitch of a frame', () => {
  it.each([75, 98, 131, 180, 221, 305, 380])('hears a voice of %i Hz within 2 %%', (hz) => {
    expect(2 ** createPitch()(buzz(hz), 0) / hz).toBeCloseTo(1, 1.7);
  });

  it('hears none in noise and in silence', () => {
    const pitchOf = createPitch();
    expect(pitchOf(noise(-20, 1, 16_000), 100)).toBe(0);
    expect(pitchOf(new Float32Array(pitchSamples), 0)).toBe(0);
  });
});
