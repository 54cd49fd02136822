import { describe, expect, it } from 'vitest';
import type { LiveReport } from '#wasm/live/live-monitor.ts';
import { createReportPace } from './report-pace.rules.ts';

const report = (peakDbfs: number, rmsDbfs: number): LiveReport => ({
  peakDbfs,
  rmsDbfs,
  momentaryLufs: null,
  isSpeech: false,
  warnings: [],
  verdict: null,
});

describe('the pace of reports', () => {
  it('lets one through in a sixtieth of a second, however fast sound comes', () => {
    let now = 0;
    const pace = createReportPace(() => now);
    const seconds = 10;
    let told = 0;
    for (; now < seconds * 1000; now += 2) if (pace(report(-20, -30), 96)) told++;
    expect(told).toBeLessThanOrEqual(60 * seconds);
    expect(told).toBeGreaterThan(50 * seconds);
  });

  it('loses no peak and no energy of what it held back', () => {
    let now = 0;
    const pace = createReportPace(() => now);
    pace(report(-60, -70), 960);
    expect(pace(report(-3, -10), 960)).toBeNull();
    now = 20;
    const told = pace(report(-40, -50), 2 * 960)!;
    expect(told.peakDbfs).toBe(-3);
    // A third of the time at -10 dBFS, the rest 40 dB lower.
    expect(told.rmsDbfs).toBeCloseTo(-10 - 10 * Math.log10(3), 2);
  });

  it('says minus infinity of digital silence', () => {
    const pace = createReportPace(() => 0);
    expect(pace(report(-Infinity, -Infinity), 960)).toMatchObject({
      peakDbfs: -Infinity,
      rmsDbfs: -Infinity,
    });
  });
});
