import { describe, expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import type { MediaProgress } from './media.contract.ts';
import { createProgressMeter } from './progress-meter.ts';

describe('a meter', () => {
  it('reports at most ten times a second', () => {
    const heard: MediaProgress[] = [];
    let nowMs = 0;
    const meter = createProgressMeter(
      100,
      (progress) => heard.push(progress),
      () => nowMs,
    );
    for (nowMs = 0; nowMs < 1_000; nowMs += 10) meter(nowMs / 10);
    expect(heard).toHaveLength(10);
    expect(heard[1]).toEqual({ positionS: 10, durationS: 100 });
  });

  it('refuses what is longer than can be analysed, even between two reports', () => {
    const meter = createProgressMeter(
      null,
      () => {},
      () => 0,
    );
    meter(limits.maxAnalysedS);
    expect(() => meter(limits.maxAnalysedS + 0.01)).toThrow(
      expect.objectContaining({ code: 'media.too_long' }),
    );
  });
});
