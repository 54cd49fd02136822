import { describe, expect, it } from 'vitest';
import { createPowerHistogram, histogramSteps, stepEdges, stepOf } from './histogram.ts';

describe('a histogram of powers', () => {
  it('gives quantiles within half a decibel, and the mean exactly', () => {
    const histogram = createPowerHistogram();
    for (let db = -100; db < 0; db++) histogram.add(10 ** (db / 10));
    expect(histogram.total).toBe(100);
    for (const share of [0.1, 0.5, 0.95])
      expect(Math.abs(10 * Math.log10(histogram.quantile(share)) - (share * 100 - 101))).toBeLessThan(0.5);
    let sum = 0;
    for (let db = -100; db < 0; db++) sum += 10 ** (db / 10);
    expect(histogram.mean()).toBeCloseTo(sum / 100, 12);
  });

  it('holds what is below and above its range', () => {
    const histogram = createPowerHistogram();
    for (const power of [0, 0, 4]) histogram.add(power);
    expect(histogram.quantile(0.5)).toBe(0);
    expect(histogram.quantile(1)).toBe(4);
  });

  it('gives nothing of nothing', () => {
    const histogram = createPowerHistogram();
    expect([histogram.quantile(0.5), histogram.mean()]).toEqual([0, 0]);
  });
});

describe('the edges of the steps', () => {
  it('are the least powers that belong to them', () => {
    const edges = stepEdges();
    const below = new Float32Array(1);
    for (let step = 1; step < histogramSteps; step++) {
      below[0] = edges[step]!;
      new Uint32Array(below.buffer)[0]! -= 1;
      expect([stepOf(edges[step]!), stepOf(below[0]!)]).toEqual([step, step - 1]);
    }
    expect([edges[0], edges[histogramSteps]]).toEqual([0, Number.NaN]);
  });
});
