import { describe, expect, it } from 'vitest';
import { crc16 } from './crc16.ts';
import { readHeader } from './header.ts';
import { buildInfoTag, buildOpenInfoTag, type InfoTagInput } from './info-tag-write.ts';
import { readInfoTag, readMp3Length } from './info-tag.ts';

const input: InfoTagInput = {
  format: { version: 2, sampleRate: 24_000, channels: 1 },
  bitrate: 64,
  frames: 465,
  audioBytes: 465 * 192,
  delaySamples: 576,
  paddingSamples: 1_003,
  musicCrc: 0x1234,
};

const followed = (tag: Uint8Array) => Uint8Array.of(...tag, ...new Uint8Array(200));

describe('the tag before the frames', () => {
  it('tells the length that is read back', () => {
    const tag = buildInfoTag(input);
    expect(readInfoTag(followed(tag))).toMatchObject({
      frames: 465,
      delay: 576,
      padding: 1_003,
      writer: 'LAME3.100',
    });
    expect(readMp3Length(followed(tag))?.samples).toBe(465 * 576 - 576 - 1_003);
  });

  it.each([
    [{ version: 2, sampleRate: 24_000, channels: 1 }, 64, 192],
    [{ version: 2, sampleRate: 16_000, channels: 1 }, 16, 180],
    [{ version: 3, sampleRate: 48_000, channels: 1 }, 96, 288],
    [{ version: 3, sampleRate: 44_100, channels: 2 }, 128, 417],
    [{ version: 0, sampleRate: 11_025, channels: 1 }, 32, 208],
  ] as const)(
    'is a frame of the stream it precedes, large enough: %o, %i kbit/s',
    (format, bitrate, bytes) => {
      const tag = buildInfoTag({ ...input, format, bitrate });
      expect(tag.length).toBe(bytes);
      expect(readHeader(tag)).toMatchObject({ ...format, isProtected: false, bytes });
      expect(readInfoTag(followed(tag))?.frames).toBe(465);
    },
  );

  it('carries checksums of the frames and of itself', () => {
    const tag = buildInfoTag(input);
    const end = 4 + 9 + 120 + 34;
    expect([...tag.subarray(end - 2, end)]).toEqual([0x12, 0x34]);
    // A reflected CRC over data and its own checksum, low byte first, is zero.
    expect(crc16(Uint8Array.of(tag[end + 1]!, tag[end]!), crc16(tag.subarray(0, end)))).toBe(0);
    expect(crc16(new TextEncoder().encode('123456789'))).toBe(0xbb3d);
  });

  it('says Xing where frames differ in size, with the given table', () => {
    const toc = Uint8Array.from({ length: 100 }, (_, i) => i);
    const tag = buildInfoTag({ ...input, toc });
    expect(new TextDecoder().decode(tag.subarray(13, 17))).toBe('Xing');
    expect(tag.subarray(29, 129)).toEqual(toc);
  });

  it('refuses what its twelve bits cannot hold', () => {
    expect(() => buildInfoTag({ ...input, paddingSamples: 4_096 })).toThrow(RangeError);
  });
});

describe('the tag before frames that are still to come', () => {
  it.each([
    [{ version: 2, sampleRate: 24_000, channels: 1 }, 64, 192],
    [{ version: 2, sampleRate: 16_000, channels: 1 }, 8, 72],
    [{ version: 3, sampleRate: 48_000, channels: 1 }, 32, 96],
  ] as const)('tells the delay and no length: %o, %i kbit/s', (format, bitrate, bytes) => {
    const tag = buildOpenInfoTag({ format, bitrate, delaySamples: 576 });
    expect(tag.length).toBe(bytes);
    expect(readHeader(tag)).toMatchObject({ ...format, bytes });
    const xing = 4 + (format.version === 3 ? 17 : 9);
    const text = new TextDecoder('latin1').decode(tag);
    expect(text.slice(xing, xing + 8)).toBe('Info\0\0\0\0');
    const lame = xing + 8;
    expect(text.slice(lame, lame + 9)).toBe('LAME3.100');
    expect([...tag.subarray(lame + 21, lame + 24)]).toEqual([0x24, 0x00, 0x00]);
    const end = lame + 34;
    expect(crc16(Uint8Array.of(tag[end + 1]!, tag[end]!), crc16(tag.subarray(0, end)))).toBe(0);
    expect(readMp3Length(followed(tag))).toBeNull();
  });
});
