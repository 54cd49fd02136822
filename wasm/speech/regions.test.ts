import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegions, regionSettings } from './regions.ts';

const { minPauseFrames, minSpeechFrames, padFrames, extendFrames } = regionSettings;

type Stretch = { probability: number; frames: number; dbfs?: number };

function regionsOf(stretches: Stretch[]) {
  const regions = createRegions();
  for (const { probability, frames, dbfs = -60 } of stretches)
    for (let i = 0; i < frames; i++) regions.push(probability, dbfs);
  return regions.finish();
}
const none = (frames: number, dbfs?: number): Stretch => ({ probability: 0, frames, ...(dbfs && { dbfs }) });
const voice = (frames: number, probability = 0.9): Stretch => ({ probability, frames });

describe('regions of speech', () => {
  it('are padded, so that no consonant is cut', () => {
    expect(regionsOf([none(50), voice(20), none(50)])).toEqual([[50 - padFrames, 70 + padFrames]]);
  });

  it('reach back to a soft beginning and on to a fading end, as far as there is sound', () => {
    const soft = [none(50), none(4, -40), voice(20), none(3, -40), none(50)];
    expect(regionsOf(soft)).toEqual([[50, 54 + 20 + 3]]);
    const doubt = { probability: 0.15, frames: 40, dbfs: -40 };
    const long = [none(50), doubt, voice(20), doubt, none(50)];
    const reach = padFrames + extendFrames;
    expect(regionsOf(long)).toEqual([[90 - reach, 110 + reach]]);
  });

  it('do not reach into a room that is always as loud', () => {
    expect(regionsOf([none(50, -30), { ...voice(20), dbfs: -28 }, none(50, -30)])).toEqual([
      [50 - padFrames, 70 + padFrames],
    ]);
  });

  it('go on over short pauses and end at long ones', () => {
    expect(regionsOf([voice(20), none(minPauseFrames - 1), voice(20)])).toHaveLength(1);
    expect(regionsOf([voice(20), none(minPauseFrames + 20), voice(20)])).toHaveLength(2);
  });

  it('are not begun by what would continue them, and do not end with it', () => {
    expect(regionsOf([voice(40, 0.28)])).toEqual([]);
    expect(regionsOf([voice(10), voice(40, 0.28), none(20)])).toEqual([[0, 10 + padFrames]]);
    expect(regionsOf([voice(10), voice(40, 0.28), voice(10)])).toEqual([[0, 60]]);
  });

  it('are neither short bursts nor long doubts', () => {
    expect(regionsOf([none(20), voice(minSpeechFrames - 1), none(40)])).toEqual([]);
    expect(regionsOf([voice(100, 0.65)])).toEqual([]);
  });

  it('are known as soon as they have ended', () => {
    const regions = createRegions();
    for (let i = 0; i < 20; i++) regions.push(0.9, -30);
    expect(regions.soFar()).toEqual([]);
    for (let i = 0; i < minPauseFrames; i++) regions.push(0, -60);
    expect(regions.soFar()).toEqual([[0, 20 + padFrames]]);
    expect(regions.finish()).toEqual([[0, 20 + padFrames]]);
  });

  it('are known while they go on, once they are sure', () => {
    const regions = createRegions();
    const push = (frames: number, probability: number) => {
      for (let i = 0; i < frames; i++) regions.push(probability, -60);
    };
    push(20, 0);
    push(minSpeechFrames - 1, 0.9);
    expect(regions.open()).toBeNull();
    push(10, 0.9);
    expect(regions.open()).toEqual([20 - padFrames, 20 + minSpeechFrames + 9]);
    push(minPauseFrames - 1, 0);
    expect(regions.open()).toEqual([20 - padFrames, 20 + minSpeechFrames + 9 + padFrames]);
    push(1, 0);
    expect(regions.open()).toBeNull();
    expect(regions.soFar()).toHaveLength(1);
  });

  it('are ascending, apart and within the recording, whatever the model says', () => {
    const frame = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: -120, max: 0, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 400 }), (frames) => {
        const regions = createRegions();
        for (const [probability, dbfs] of frames) regions.push(probability, dbfs);
        const flat = regions.finish().flat();
        expect(flat).toEqual(flat.toSorted((a, b) => a - b));
        expect(new Set(flat).size).toBe(flat.length);
        expect(flat.every((at) => at >= 0 && at <= frames.length)).toBe(true);
      }),
    );
  });
});
