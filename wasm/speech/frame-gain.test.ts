import { describe, expect, it } from 'vitest';
import { createFrameGain, gainForLevel } from './frame-gain.ts';

const blockOf = (amplitude: number) => new Float32Array(4_000).fill(amplitude);
const gainDb = (before: number, block: Float32Array) => 20 * Math.log10(block.at(-1)! / before);

describe('gain before detection', () => {
  it('raises quiet speech to where the model hears it, and leaves loud speech and converter noise alone', () => {
    expect(gainForLevel(-50, -90)).toBe(38);
    expect(gainForLevel(-75, -90)).toBe(48);
    expect(gainForLevel(-10, -90)).toBe(0);
    expect(gainForLevel(-95, -100)).toBe(0);
  });

  it('raises speech no further than its room allows', () => {
    expect(gainForLevel(-50, -56)).toBe(20);
    expect(gainForLevel(-26, -30)).toBe(0);
  });

  it('follows the louder frames and gives up the level of a loud voice only little by little', () => {
    const gain = createFrameGain();
    gain.apply(blockOf(0.001), [-50, -50, -50, -90]);
    const pause = blockOf(0.001);
    gain.apply(pause, [-70, -70, -70, -90]);
    expect(gainDb(0.001, pause)).toBeCloseTo(38 + 8, 1);
    const again = blockOf(0.001);
    gain.apply(again, [-50, -50, -50, -90]);
    expect(gainDb(0.001, again)).toBeCloseTo(38, 3);
  });

  it('reaches a voice 24 dB farther away within three blocks', () => {
    const gain = createFrameGain();
    gain.apply(blockOf(0.1), [-26, -26, -90]);
    const far = [blockOf(0.001), blockOf(0.001), blockOf(0.001)];
    for (const block of far) gain.apply(block, [-50, -50, -90]);
    expect(gainDb(0.001, far[2]!)).toBeCloseTo(38, 1);
  });

  it('keeps knowing the room while somebody speaks without a pause', () => {
    const gain = createFrameGain();
    gain.apply(blockOf(0.001), [-50, -56, -56]);
    const block = blockOf(0.001);
    for (let i = 0; i < 10; i++) {
      block.fill(0.001);
      gain.apply(block, [-50, -48, -49]);
    }
    expect(gainDb(0.001, block)).toBeCloseTo(20, 3);
  });

  it('has nothing to rise from after silence: the first quiet word is raised whole', () => {
    const gain = createFrameGain();
    gain.apply(new Float32Array(4_000), [-120, -120, -120]);
    const quiet = blockOf(0.001);
    gain.apply(quiet, [-50, -50, -90]);
    expect(quiet[0]! / 0.001).toBeCloseTo(10 ** (38 / 20), 1);
  });

  it('falls at once when it gets loud, and rises without a jump', () => {
    const gain = createFrameGain();
    gain.apply(new Float32Array(4_000), [-60, -90]);
    const loud = blockOf(0.1);
    gain.apply(loud, [-12, -12, -90]);
    expect(loud.every((sample) => Math.abs(sample - 0.1) < 1e-6)).toBe(true);
    const quiet = Array.from({ length: 20 }, () => blockOf(0.001));
    for (const block of quiet) gain.apply(block, [-32, -32, -90]);
    const joined = quiet.flatMap((block) => [...block]);
    expect(joined.at(-1)! / 0.001).toBeCloseTo(10, 1);
    const steps = joined.slice(1).map((sample, i) => Math.abs(sample - joined[i]!));
    expect(Math.max(...steps)).toBeLessThan(0.0001);
  });
});
