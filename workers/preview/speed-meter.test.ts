import { expect, it } from 'vitest';
import { createSpeedMeter } from './speed-meter.ts';

it('has no speed before the first window', () => {
  expect(createSpeedMeter().timesRealTime).toBeNull();
});

it('has the sound of the recent windows divided by the work for them', () => {
  const meter = createSpeedMeter();
  meter.add(10, 1_000);
  expect(meter.timesRealTime).toBe(10);
  meter.add(20, 9_000);
  expect(meter.timesRealTime).toBe(3);
});

it('forgets windows from before the load of the device changed', () => {
  const meter = createSpeedMeter();
  for (let count = 0; count < 20; count++) meter.add(10, 1_000);
  for (let count = 0; count < 8; count++) meter.add(10, 5_000);
  expect(meter.timesRealTime).toBe(2);
});
