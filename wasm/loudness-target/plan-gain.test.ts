import { describe, expect, it } from 'vitest';
import { planGain } from './plan-gain.ts';

describe('the gain for a recording', () => {
  it('brings its mp3 to -18 LUFS, up or down: LAME takes 0.45 dB off', () => {
    expect(planGain({ integratedLufs: -31.5, truePeakDbtp: -14 })).toBeCloseTo(13.95, 2);
    expect(planGain({ integratedLufs: -9, truePeakDbtp: 0.3 })).toBeCloseTo(-8.55, 2);
  });

  it('is at most 30 dB, so that a room without speech does not roar', () => {
    expect(planGain({ integratedLufs: -62, truePeakDbtp: -50 })).toBe(30);
  });

  it('is none where the recording is within half a unit and its peaks leave room', () => {
    expect(planGain({ integratedLufs: -17.4, truePeakDbtp: -3 })).toBe(0);
    expect(planGain({ integratedLufs: -17.4, truePeakDbtp: -0.2 })).toBeCloseTo(-0.15, 2);
  });

  it('does not exist where there is no loudness', () => {
    expect(planGain({ integratedLufs: null, truePeakDbtp: null })).toBeNull();
    expect(planGain({ integratedLufs: -Infinity, truePeakDbtp: null })).toBeNull();
  });
});
