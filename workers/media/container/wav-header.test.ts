import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toWav } from '#wasm/testing/wav.ts';
import { rawWav } from '#workers/testing/raw-wav.ts';
import { readWav } from './wav-header.ts';

const data = new Uint8Array(4_800);

describe('the header of a wav file', () => {
  it('tells codec, rate, channels and where whole frames lie', async () => {
    const layout = await readWav(new Blob([toWav(new Float32Array(300), 44_100, 2)]));
    expect(layout).toMatchObject({ sampleRate: 44_100, channels: 2, dataAt: 44, dataBytes: 600 });
    expect(layout?.codec.name).toBe('pcm_s16le');
  });

  it.each([
    [{ tag: 1, bits: 8 }, 'pcm_u8'],
    [{ tag: 1, bits: 24, channels: 2 }, 'pcm_s24le'],
    [{ tag: 1, bits: 32, isExtensible: true }, 'pcm_s32le'],
    [{ tag: 3, bits: 32, isExtensible: true }, 'pcm_f32le'],
    [{ tag: 3, bits: 64 }, 'pcm_f64le'],
    [{ tag: 6, bits: 8 }, 'pcm_alaw'],
    [{ tag: 7, bits: 8 }, 'pcm_mulaw'],
    [{ tag: 1, bits: 16, isRf64: true }, 'pcm_s16le'],
  ])('%o is %s', async (options, name) => {
    const layout = await readWav(rawWav(data, options));
    expect(layout?.codec.name).toBe(name);
    expect(layout?.dataBytes).toBe(4_800);
  });

  it.each([0, 0xffffffff, 9_999_999])('that states %i octets means to the end', async (statedBytes) => {
    const layout = await readWav(rawWav(data, { tag: 1, bits: 16, statedBytes }));
    expect(layout?.dataBytes).toBe(4_800);
  });

  it('leaves what is compressed, odd or empty to others', async () => {
    expect(await readWav(rawWav(data, { tag: 0x55, bits: 16 }))).toBeNull();
    expect(await readWav(rawWav(data, { tag: 1, bits: 12 }))).toBeNull();
    expect(await readWav(rawWav(new Uint8Array(0), { tag: 1, bits: 16 }))).toBeNull();
    expect(await readWav(new Blob(['RIFF of something else']))).toBeNull();
    const dts = new Uint8Array(4_096);
    dts.set([0xff, 0x1f, 0x00, 0xe8], 512);
    expect(await readWav(rawWav(dts, { tag: 1, bits: 16, channels: 2 }))).toBeNull();
  });

  it('never points outside of the file, wherever it is cut or changed', async () => {
    const whole = new Uint8Array(await rawWav(data, { tag: 1, bits: 24, channels: 2 }).arrayBuffer());
    const outside: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.nat(43), fc.nat(255), async (cut, at, octet) => {
        const bytes = whole.slice(0, cut);
        if (at < cut) bytes[at] = octet;
        const layout = await readWav(new Blob([bytes]));
        if (layout && layout.dataAt + layout.dataBytes > cut) outside.push(cut);
      }),
    );
    expect(outside).toEqual([]);
  });
});
