import { describe, expect, it } from 'vitest';
import { opusPacketFrames, opusPreSkip } from './opus.rules.ts';

describe('a packet of opus', () => {
  it.each([
    ['20 ms of speech', [1 << 3], 960],
    ['60 ms of speech', [3 << 3], 2_880],
    ['20 ms of both', [13 << 3], 960],
    ['2.5 ms of music', [28 << 3], 120],
    ['two of 20 ms', [(31 << 3) | 1], 1_920],
    ['five of 10 ms', [(30 << 3) | 3, 0b1000_0101], 2_400],
    ['nothing', [], 480],
  ])('of %s has as many frames', (_name, octets, frames) => {
    expect(opusPacketFrames(Uint8Array.from(octets))).toBe(frames);
  });

  it('follows a header that states what to drop', () => {
    const header = new Uint8Array(19);
    header.set([0x38, 0x01], 10);
    expect(opusPreSkip(header)).toBe(312);
    expect(opusPreSkip(header.buffer)).toBe(312);
    expect(opusPreSkip(undefined)).toBe(0);
  });
});
