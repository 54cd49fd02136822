import { describe, expect, it } from 'vitest';
import { bodyOffset, readHeader } from './header.ts';
import { silentFrame, standaloneFrame } from './seam.ts';
import { readSideInfo } from './side-info.ts';

const setBits = (bytes: Uint8Array, at: number, count: number, value: number) => {
  for (let i = 0; i < count; i++) {
    const bit = (value >> (count - 1 - i)) & 1;
    const mask = 1 << (7 - ((at + i) & 7));
    bytes[(at + i) >> 3] = bit ? bytes[(at + i) >> 3]! | mask : bytes[(at + i) >> 3]! & ~mask;
  }
};

/** A frame whose body counts up, with `dataBits` of main data in its first granule. */
function frame(header: number[], { reservoir, dataBits }: { reservoir: number; dataBits: number }) {
  const { bytes, version, isProtected, channels } = readHeader(Uint8Array.from(header))!;
  const all = new Uint8Array(bytes);
  all.set(header);
  const sideInfo = 8 * (isProtected ? 6 : 4);
  const isMpeg1 = version === 3;
  setBits(all, sideInfo, isMpeg1 ? 9 : 8, reservoir);
  const before = isMpeg1 ? 9 + (channels === 1 ? 5 + 4 : 3 + 8) : 8 + channels;
  setBits(all, sideInfo + before, 12, dataBits);
  const body = bodyOffset(readHeader(all)!);
  for (let i = body; i < bytes; i++) all[i] = i - body + 1;
  return all;
}

/** MPEG-2, 24 kHz, mono, 32 kbit/s: 96 bytes; 44.1 kHz, joint stereo, 128 kbit/s: 417 bytes; with a checksum. */
const small = [0xff, 0xf3, 0x44, 0xc0];
const large = [0xff, 0xfb, 0x90, 0x64];
const checked = [0xff, 0xfa, 0x90, 0x64];
const reservoirOf = (count: number) => Uint8Array.from({ length: count }, (_, i) => 200 + (i % 50));

describe('the first frame behind a seam', () => {
  it.each([
    ['MPEG-2, mono', small, 40, 9],
    ['MPEG-1, stereo', large, 300, 32],
    ['with a checksum', checked, 300, 32],
  ])(
    '%s: carries its reservoir, and at its end what the next frame refers to',
    (_name, header, count, sideInfoBytes) => {
      const dataBytes = count + 30;
      const source = frame(header, { reservoir: count, dataBits: 8 * dataBytes - 3 });
      const reservoir = reservoirOf(count);
      const written = standaloneFrame(source, reservoir, 20)!;
      const format = readHeader(written)!;
      expect(format).toMatchObject({ isProtected: false, bytes: written.length });
      expect(readSideInfo(written, format)).toEqual({ reservoirBytes: 0, dataBytes });
      const body = written.subarray(4 + sideInfoBytes);
      const sourceBody = source.subarray(bodyOffset(readHeader(source)!));
      expect(body.subarray(0, count)).toEqual(reservoir);
      expect(body.subarray(count, dataBytes)).toEqual(sourceBody.subarray(0, 30));
      expect(body.subarray(body.length - 20)).toEqual(sourceBody.subarray(sourceBody.length - 20));
      // Everything but the pointer is unchanged: the rest of the side information, joint stereo.
      expect(written.subarray(6, 4 + sideInfoBytes)).toEqual(
        source.subarray(bodyOffset(readHeader(source)!) - sideInfoBytes + 2, bodyOffset(readHeader(source)!)),
      );
      expect(written[3]).toBe(header[3]);
    },
  );

  it('is not written where no frame is large enough, or the frame contradicts itself', () => {
    const full = [0xff, 0xfb, 0xe0, 0x64];
    const source = frame(full, { reservoir: 500, dataBits: 4_095 });
    expect(standaloneFrame(source, reservoirOf(500), 496)).not.toBeNull();
    expect(standaloneFrame(source, reservoirOf(500), 497)).toBeNull();
    const wrong = frame(small, { reservoir: 0, dataBits: 4_095 });
    expect(standaloneFrame(wrong, reservoirOf(0), 0)).toBeNull();
  });
});

describe('a silent frame', () => {
  it('has no sound, and room for whatever a frame can refer to, at every rate', () => {
    for (const version of [3, 2, 0])
      for (const rate of [0, 1, 2])
        for (const channels of [0x40, 0xc0]) {
          const header = Uint8Array.from([0xff, 0xe3 | (version << 3), 0x10 | (rate << 2), channels]);
          const mainData = reservoirOf(version === 3 ? 511 : 255);
          const silent = silentFrame(header, mainData);
          const format = readHeader(silent)!;
          expect(format.bytes).toBe(silent.length);
          expect(readSideInfo(silent, format)).toEqual({ reservoirBytes: 0, dataBytes: 0 });
          expect(silent.subarray(silent.length - mainData.length)).toEqual(mainData);
        }
  });
});
