import { describe, expect, it } from 'vitest';
import { createSignalPresence } from './signal-presence.ts';

const batchS = 0.128;
const heard = (...peaksDbfs: number[]) => {
  const presence = createSignalPresence();
  const evidence = peaksDbfs.map((peak) => presence.push(peak, batchS));
  return { evidence, last: evidence.at(-1), patienceS: presence.patienceS };
};
const times = (count: number, peakDbfs: number) => Array<number>(count).fill(peakDbfs);

describe('whether an input is alive', () => {
  it.each([
    ['zeros', -Infinity, 'on'],
    ['the last bit of a converter', -90, 'on'],
    ['a room', -55, 'off'],
    ['less than a room, more than nothing', -63, 'unknown'],
  ])('says of %s from the beginning: %s dBFS is %s', (_name, peakDbfs, expected) => {
    expect(heard(...times(5, peakDbfs)).last).toBe(expected);
  });

  it('takes a quiet microphone for alive as long as it gives what it gave', () => {
    expect(heard(...times(5, -30), ...times(9, -62), ...times(9, -70)).last).toBe('off');
  });

  it('hears that the plug was pulled though a preamplifier still hisses', () => {
    expect(heard(...times(5, -30), ...times(9, -52), ...times(9, -75)).last).toBe('on');
  });

  it('waits longer where zeros between words are usual', () => {
    const words = [...times(8, -20), ...times(4, -Infinity)];
    expect(heard(...words).patienceS).toBeLessThan(5);
    expect(heard(...words, ...words, ...words).patienceS).toBeGreaterThan(10);
  });
});
