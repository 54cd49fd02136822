import { expect, test } from 'vitest';
import { levelWord, moveNeedle, restingNeedle, toShare } from './level-meter.rules.ts';

const loud = { rmsDbfs: -20, peakDbfs: -8 };

test('The needle rises at once and falls 20 dB in 1.7 s', () => {
  const up = moveNeedle({ ...restingNeedle, atMs: 1000 }, loud, 1016);
  expect(up).toMatchObject({ rmsDbfs: -20, peakDbfs: -8, heldDbfs: -8 });
  const down = moveNeedle(up, { rmsDbfs: -90, peakDbfs: -80 }, 1016 + 1700);
  expect(down.rmsDbfs).toBeCloseTo(-40);
  expect(down.peakDbfs).toBeCloseTo(-28);
});

test('It falls by time, not by the number of reports', () => {
  let slow = moveNeedle(restingNeedle, loud, 0);
  let quick = slow;
  for (let ms = 10; ms <= 300; ms += 10) quick = moveNeedle(quick, null, ms);
  slow = moveNeedle(slow, null, 300);
  expect(quick.rmsDbfs).toBeCloseTo(slow.rmsDbfs, 6);
});

test('The highest peak stays for a second and a half', () => {
  const up = moveNeedle(restingNeedle, loud, 0);
  expect(moveNeedle(up, null, 1400).heldDbfs).toBe(-8);
  const later = moveNeedle(up, null, 1600);
  expect(later.heldDbfs).toBe(later.peakDbfs);
  expect(moveNeedle(up, { rmsDbfs: -9, peakDbfs: -3 }, 100).heldDbfs).toBe(-3);
});

test('Below the scale there is nothing', () => {
  const up = moveNeedle(restingNeedle, loud, 0);
  expect(moveNeedle(up, null, 60_000).rmsDbfs).toBe(Number.NEGATIVE_INFINITY);
  expect([toShare(Number.NEGATIVE_INFINITY), toShare(-60), toShare(-30), toShare(3)]).toEqual([0, 0, 0.5, 1]);
});

test('A level has a word', () => {
  expect([Number.NEGATIVE_INFINITY, -58, -40, -20, -0.5].map(levelWord)).toEqual([
    'silent',
    'silent',
    'quiet',
    'fine',
    'loud',
  ]);
});
