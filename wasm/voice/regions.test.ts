import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegions, regionSettings } from './regions.ts';

const { minPauseFrames, minSpeechFrames, padBeforeFrames, padAfterFrames } = regionSettings;

function regionsOf(probabilities: number[]) {
  const regions = createRegions();
  for (const probability of probabilities) regions.push(probability);
  return regions.finish();
}
const frames = (probability: number, count: number) => Array<number>(count).fill(probability);

describe('regions of speech', () => {
  it('are padded, so that no consonant is cut', () => {
    const region = regionsOf([...frames(0, 50), ...frames(0.9, 20), ...frames(0, 50)]);
    expect(region).toEqual([[50 - padBeforeFrames, 70 + padAfterFrames]]);
  });

  it('go on over short pauses and end at long ones', () => {
    const speech = frames(0.9, 20);
    expect(regionsOf([...speech, ...frames(0, minPauseFrames - 1), ...speech])).toHaveLength(1);
    expect(regionsOf([...speech, ...frames(0, minPauseFrames + 20), ...speech])).toHaveLength(2);
  });

  it('are not begun by what would continue them', () => {
    const faint = frames(0.3, 40);
    expect(regionsOf(faint)).toEqual([]);
    expect(regionsOf([...frames(0.9, 10), ...faint])).toEqual([[0, 50]]);
  });

  it('are neither short bursts nor long doubts', () => {
    expect(regionsOf([...frames(0, 20), ...frames(0.9, minSpeechFrames - 1), ...frames(0, 40)])).toEqual([]);
    expect(regionsOf(frames(0.5, 100))).toEqual([]);
  });

  it('are ascending, apart and within the recording, whatever the model says', () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(probability, { maxLength: 400 }), (probabilities) => {
        const flat = regionsOf(probabilities).flat();
        expect(flat).toEqual(flat.toSorted((a, b) => a - b));
        expect(new Set(flat).size).toBe(flat.length);
        expect(flat.every((frame) => frame >= 0 && frame <= probabilities.length)).toBe(true);
      }),
    );
  });
});
