import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, mp4With } from '#workers/testing/mp4.ts';
import { isProtectedMoov, isProtectedMp4 } from './encryption.rules.ts';

describe('protection of an mp4', () => {
  it('is seen in the sample entry of a track, wherever the index lies', async () => {
    expect(await isProtectedMp4(new Blob([mp4With('enca')]))).toBe(true);
    const late = new Blob([new Uint8Array(box('free', Array<number>(5_000).fill(0))), mp4With('enca')]);
    expect(await isProtectedMp4(late)).toBe(true);
  });

  it('is not seen in a plain file', async () => {
    expect(await isProtectedMp4(new Blob([mp4With('mp4a')]))).toBe(false);
  });

  it('is not seen in what is cut short or is no mp4, and nothing is read without end', async () => {
    const whole = mp4With('enca');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 64 }), async (cut, tail) => {
        expect(typeof (await isProtectedMp4(new Blob([whole.subarray(0, cut), tail])))).toBe('boolean');
        expect(typeof isProtectedMoov(tail)).toBe('boolean');
      }),
    );
    expect(await isProtectedMp4(new Blob([new Uint8Array(1_000)]))).toBe(false);
  });
});
