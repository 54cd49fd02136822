import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, fragmentedMp4, mp4With } from '#workers/testing/mp4.ts';
import { isProtectedMoov, isProtectedMp4 } from '#wasm/mp4/protection.ts';

describe('protection of an mp4', () => {
  it('is seen in the sample entry of a track, wherever the index lies', async () => {
    expect(await isProtectedMp4(new Blob([mp4With('enca')]))).toBe(true);
    const late = new Blob([new Uint8Array(box('free', Array<number>(5_000).fill(0))), mp4With('enca')]);
    expect(await isProtectedMp4(late)).toBe(true);
  });

  it.each(['enca', 'encv', 'sinf', 'pssh', 'senc'] as const)('is seen in fragments: %s', async (how) => {
    expect(await isProtectedMp4(new Blob([fragmentedMp4(how)]))).toBe(true);
  });

  it('is seen in a part of a stream, which has fragments and no index', async () => {
    const whole = fragmentedMp4('senc');
    const at = Buffer.from(whole).indexOf('moof') - 4;
    expect(await isProtectedMp4(new Blob([whole.subarray(at)]))).toBe(true);
  });

  it('is not seen in a plain file', async () => {
    expect(await isProtectedMp4(new Blob([fragmentedMp4(null)]))).toBe(false);
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

  it('is not looked for without end where a file is made to be searched for ever', async () => {
    const nested = new Uint8Array(800_000);
    const view = new DataView(nested.buffer);
    for (let at = 0; at < nested.length; at += 8) {
      view.setUint32(at, nested.length - at);
      nested.set(new TextEncoder().encode('moov'), at + 4);
    }
    expect(isProtectedMoov(nested)).toBe(false);
    let reads = 0;
    const box = new Uint8Array([0, 0, 0, 8, ...new TextEncoder().encode('free')]);
    const endless = {
      size: 1e12,
      slice: () => ({ arrayBuffer: () => Promise.resolve((reads++, box.buffer)) }),
    };
    expect(await isProtectedMp4(endless)).toBe(false);
    expect(reads).toBeLessThan(20_000);
  });
});
