import { describe, expect, it } from 'vitest';
import { mix, noise, sine } from '#wasm/testing/signals.ts';
import { createFft } from './fft.ts';

const sampleRate = 16_000;
const powersOf = (samples: Float32Array, size = samples.length) => {
  const fft = createFft(size);
  const out = new Float64Array(fft.bins);
  fft.powers(samples, out);
  return out;
};
const total = (powers: Float64Array) => powers.reduce((sum, power) => sum + power, 0);

describe('the power spectrum', () => {
  it('is that of the definition', () => {
    const samples = noise(-10, 64 / sampleRate, sampleRate);
    const hann = (i: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / 64);
    const squares = samples.reduce((sum, _, i) => sum + hann(i) ** 2, 0);
    for (const [k, power] of powersOf(samples).entries()) {
      let re = 0;
      let im = 0;
      for (const [i, sample] of samples.entries()) {
        re += sample * hann(i) * Math.cos((2 * Math.PI * k * i) / 64);
        im -= sample * hann(i) * Math.sin((2 * Math.PI * k * i) / 64);
      }
      const sides = k === 0 || k === 32 ? 1 : 2;
      expect(power).toBeCloseTo(((re * re + im * im) * sides) / 64 / squares, 12);
    }
  });

  it('puts a tone where it belongs, with its power', () => {
    const powers = powersOf(sine({ frequency: 1_000, dbfs: -6, durationS: 0.032, sampleRate }));
    expect(powers.indexOf(Math.max(...powers))).toBe(32);
    expect(10 * Math.log10(total(powers))).toBeCloseTo(-6 - 3.01, 1);
  });

  it('holds the power of noise and tone together', () => {
    const samples = mix(
      noise(-20, 1.024, sampleRate),
      sine({ frequency: 440, dbfs: -20, durationS: 1.024, sampleRate }),
    );
    expect(10 * Math.log10(total(powersOf(samples)))).toBeCloseTo(10 * Math.log10(0.01 + 0.005), 0);
  });

  it('refuses sizes that are no power of two', () => {
    expect(() => createFft(1_000)).toThrow('no power of two');
  });
});
