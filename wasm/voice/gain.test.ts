import { describe, expect, it } from 'vitest';
import { createFrameGain, gainForLevel } from './gain.ts';

describe('gain before detection', () => {
  it('raises quiet speech to where the model hears it, and leaves loud speech and converter noise alone', () => {
    expect(gainForLevel(-50)).toBe(38);
    expect(gainForLevel(-75)).toBe(48);
    expect(gainForLevel(-10)).toBe(0);
    expect(gainForLevel(-95)).toBe(0);
  });

  it('follows the louder frames and stays through a pause', () => {
    const gain = createFrameGain();
    gain.apply(new Float32Array(8), [-50, -50, -50, -50]);
    const pause = new Float32Array(8).fill(0.001);
    gain.apply(pause, [-70, -70, -70, -70]);
    expect(20 * Math.log10(pause.at(-1)! / 0.001)).toBeCloseTo(38, 3);
  });

  it('falls at once when it gets loud, and rises without a jump', () => {
    const gain = createFrameGain();
    gain.apply(new Float32Array(1_000), [-60]);
    const loud = new Float32Array(1_000).fill(0.1);
    gain.apply(loud, [-12]);
    expect(loud.every((sample) => Math.abs(sample - 0.1) < 1e-6)).toBe(true);
    for (let i = 0; i < 20; i++) gain.apply(new Float32Array(1_000), [-12]);
    const quiet = Array.from({ length: 20 }, () => new Float32Array(1_000).fill(0.001));
    for (const block of quiet) gain.apply(block, [-32]);
    const joined = quiet.flatMap((block) => [...block]);
    expect(joined.at(-1)! / 0.001).toBeCloseTo(10, 1);
    const steps = joined.slice(1).map((sample, i) => Math.abs(sample - joined[i]!));
    expect(Math.max(...steps)).toBeLessThan(0.0001);
  });
});
