import { expect, test } from 'vitest';
import { createLiveWaveform } from './live-waveform.ts';

const add = (peaks: number[], speech: [number, number][] = [], speechFrom = 0) => ({
  peaks: new Int8Array(peaks),
  speech,
  speechFrom,
});

test('The picture grows, and what was shown before does not change', () => {
  const picture = createLiveWaveform(0);
  picture.add(add([-1, 1], [[0, 0.05]]));
  const first = picture.view();
  for (let pair = 0; pair < 3_000; pair++) picture.add(add([-2, 2], [[0, 1]], 0));
  picture.add(add([], [[2, 3]], 1));
  expect([...first.peaks]).toEqual([-1, 1]);
  expect(first.speech).toEqual([[0, 0.05]]);
  const { peaks, speech } = picture.view();
  expect(peaks).toHaveLength(6_002);
  expect(Array.from(peaks.slice(0, 4))).toEqual([-1, 1, -2, 2]);
  expect(speech).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test('The picture says from where on it is known', () => {
  const empty = createLiveWaveform(0);
  expect(empty.view().fromS).toBe(0);
  const goneOn = createLiveWaveform(2, empty.view());
  expect(goneOn.view()).toMatchObject({ fromS: 2, peaks: { length: 80 } });
  goneOn.add(add([-1, 1]));
  expect(createLiveWaveform(3, goneOn.view()).view().fromS).toBe(2);
});

test('Behind a former picture it goes on where that one lies', () => {
  const former = createLiveWaveform(0);
  former.add(add([-1, 1, -2, 2, -3, 3], [[0, 0.2]]));
  const picture = createLiveWaveform(0.1, former.view());
  picture.add(add([-9, 9], [[0.02, 0.05]]));
  picture.add(add([], [[0.02, 0.06]], 0));
  const { peaks, speech } = picture.view();
  expect([...peaks]).toEqual([-1, 1, -2, 2, -9, 9]);
  expect(speech).toEqual([
    [0, 0.1],
    [expect.closeTo(0.12), expect.closeTo(0.16)],
  ]);
});
