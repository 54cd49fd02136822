import { describe, expect, it } from 'vitest';
import { loadCodec } from '../../../tools/kernel.ts';
import { createReader, createScriptPcmReader, pcmCodecs } from './sample-format.ts';

const own = loadCodec();
const maxSamples = 1_001;
const ofKernel = Object.values(pcmCodecs).filter(({ format }) => format !== null);

/** Bytes of every value without a period; NaN becomes a number. */
function octetsFor({ name, bytes }: (typeof ofKernel)[number]): Uint8Array {
  const octets = Uint8Array.from(
    { length: maxSamples * bytes },
    (_, i) => ((i * 2_654_435_761) >>> 13) & 255,
  );
  if (!name.startsWith('pcm_f')) return octets;
  const view = new DataView(octets.buffer);
  for (let i = 0; i < maxSamples; i++) {
    const value = Math.sin(i * 0.7) * 10 ** (-i / 100);
    if (bytes === 4) view.setFloat32(i * 4, value, true);
    else view.setFloat64(i * 8, value, true);
  }
  return octets;
}

describe.each(ofKernel.map((codec) => [codec.name, codec] as const))('%s in the kernel', (_name, codec) => {
  it.each([0, 1, 2, 3, 5, 7, 16, 999, maxSamples])(
    'gives the samples of the slow way, %i at once',
    (count) => {
      const kernel = createReader(codec, own, maxSamples);
      const script = createScriptPcmReader(codec, maxSamples);
      const octets = octetsFor(codec);
      const [out, expected] = [kernel, script].map((reader) => {
        const target = new Float32Array(new SharedArrayBuffer(maxSamples * 4)).fill(9);
        reader.octets.set(octets.subarray(0, count * codec.bytes));
        reader.read(count, target);
        return target;
      });
      expect(out).toEqual(expected);
      expect([...out!.subarray(count)].every((sample) => sample === 9)).toBe(true);
    },
  );

  it('reads again what comes after', () => {
    const reader = createReader(codec, own, maxSamples);
    const target = new Float32Array(maxSamples);
    reader.octets.set(octetsFor(codec));
    reader.read(maxSamples, target);
    const first = target.slice();
    reader.octets.set(octetsFor(codec));
    reader.read(maxSamples, target);
    expect(target).toEqual(first);
  });
});

describe('the extremes of integers', () => {
  it.each([
    ['pcm-u8', [0], -1],
    ['pcm-s16', [0, 0x80], -1],
    ['pcm-s24', [0, 0, 0x80], -1],
    ['pcm-s24', [0xff, 0xff, 0x7f], 1 - 2 ** -23],
    ['pcm-s24', [0xff, 0xff, 0xff], -(2 ** -23)],
    ['pcm-s32', [0, 0, 0, 0x80], -1],
  ])('%s %o is %d', (key, octets, expected) => {
    const reader = createReader(pcmCodecs[key]!, own, 1);
    const target = new Float32Array(1);
    reader.octets.set(octets);
    reader.read(1, target);
    expect(target[0]).toBe(expected);
  });
});
