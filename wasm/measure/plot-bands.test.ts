import { describe, expect, it } from 'vitest';
import { plotFrequenciesHz, toPlotBands } from './plot-bands.ts';

const binHz = 31.25;
const binsOf = (power: (hz: number) => number) =>
  Float64Array.from({ length: 257 }, (_, i) => power(i * binHz));

describe('bands for drawing', () => {
  it('reach from 80 Hz to 8 kHz', () => {
    const frequencies = plotFrequenciesHz();
    expect(frequencies[0]).toBe(80);
    expect(frequencies.at(-1)).toBeGreaterThan(7_900);
    expect(frequencies.at(-1)).toBeLessThan(8_200);
  });

  it('add up to the power of the sound where it lies within them', () => {
    const bands = toPlotBands(
      binsOf((hz) => (hz > 200 && hz < 4_000 ? 1e-6 : 0)),
      binHz,
    );
    const total = bands.reduce((sum, db) => sum + (db > -119 ? 10 ** (db / 10) : 0), 0);
    const truth = binsOf((hz) => (hz > 200 && hz < 4_000 ? 1e-6 : 0)).reduce((a, b) => a + b, 0);
    expect(10 * Math.log10(total / truth)).toBeCloseTo(0, 1);
  });

  it('rise by half a decibel a band in white noise, narrower than a bin or wider', () => {
    const bands = toPlotBands(
      binsOf(() => 1e-6),
      binHz,
    );
    for (const [i, db] of bands.slice(1, -2).entries()) expect(db - bands[i]!).toBeCloseTo(3.01 / 6, 1);
  });

  it('do not fall below -120 dBFS', () => {
    expect(new Set(toPlotBands(new Float64Array(257), binHz))).toEqual(new Set([-120]));
  });
});
