import { describe, expect, it } from 'vitest';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { createSpeedStore, realTimeFactorReader } from './speed.store.ts';

const hourS = 3_600;
const setUp = () => {
  const clock = testClock();
  return { clock, speeds: createSpeedStore(testDb(), clock) };
};

describe('the speed of an engine', () => {
  it('is unknown at first, then what was measured, each engine for itself', async () => {
    const { speeds } = setUp();
    expect(await speeds.realTimeFactorOf('whisper-base')).toBeNull();
    await speeds.learn('whisper-base', 600, 60);
    await speeds.learn('whisper-small', 600, 240);
    expect(await speeds.realTimeFactorOf('whisper-base')).toBeCloseTo(0.1, 9);
    expect(await speeds.realTimeFactorOf('whisper-small')).toBeCloseTo(0.4, 9);
  });

  it('follows a change within hours of sound, and is not thrown by one short file', async () => {
    const { speeds } = setUp();
    for (let n = 0; n < 20; n++) await speeds.learn('base', hourS, 0.1 * hourS);
    await speeds.learn('base', 10, 20);
    expect(await speeds.realTimeFactorOf('base')).toBeLessThan(0.11);
    for (let n = 0; n < 6; n++) await speeds.learn('base', hourS, 0.4 * hourS);
    expect(await speeds.realTimeFactorOf('base')).toBeGreaterThan(0.35);
  });

  it('is not forgotten by rest', async () => {
    const { speeds, clock } = setUp();
    await speeds.learn('base', hourS, 360);
    clock.advance(365 * 86_400_000);
    expect(await speeds.realTimeFactorOf('base')).toBeCloseTo(0.1, 9);
  });

  it('learns nothing from a run that had nothing left to do', async () => {
    const { speeds } = setUp();
    for (const [mediaS, tookS] of [
      [0, 5],
      [-1, 5],
      [5, 0],
      [Number.NaN, 1],
    ] as const)
      await speeds.learn('base', mediaS, tookS);
    expect(await speeds.realTimeFactorOf('base')).toBeNull();
  });

  it('is what the engine’s author expects until something was measured', async () => {
    const { speeds } = setUp();
    const read = realTimeFactorReader(speeds, { name: 'base', expectedRtf: 0.25 });
    expect(await read()).toBe(0.25);
    await speeds.learn('base', 100, 50);
    expect(await read()).toBe(0.5);
  });
});
