import { describe, expect, it } from 'vitest';
import { createFrameReader } from './frames.ts';
import { lengthOf } from './gapless.ts';
import { buildInfoTag, buildOpenInfoTag } from './info-tag-write.ts';

const format = { version: 2 as const, sampleRate: 24_000, channels: 1 as const };
const frame = () => {
  const all = new Uint8Array(192).fill(0x55);
  all.set([0xff, 0xf3, 0x84, 0xc0]);
  return all;
};
const frames = (count: number) => Array.from({ length: count }, frame);
const read = (...parts: Uint8Array[]) => {
  const reader = createFrameReader();
  for (const part of parts) reader.push(part);
  return reader.finish()!;
};
const openTag = (bitrate = 64) => buildOpenInfoTag({ format, bitrate, delaySamples: 576 });
const finishedTag = (count: number) =>
  buildInfoTag({
    format,
    bitrate: 64,
    frames: count,
    audioBytes: count * 192,
    delaySamples: 576,
    paddingSamples: 1_000,
    musicCrc: 0,
  });
const seconds = (samples: number) => samples / 24_000;

describe('the length that an mp3 has as far as it goes', () => {
  it('is that of its frames, without what decoders hide where its beginning says so', () => {
    expect(lengthOf(read(...frames(50)))).toBe(seconds(50 * 576));
    expect(lengthOf(read(openTag(), ...frames(50)))).toBe(seconds(50 * 576 - 576 - 529));
    // At the lowest bitrates the tag hardly fits into its frame.
    expect(lengthOf(read(openTag(8), ...frames(50)))).toBe(seconds(50 * 576 - 1_105));
  });

  it('is that of its tag where it is whole, and shorter where it broke off', () => {
    expect(lengthOf(read(finishedTag(50), ...frames(50)))).toBe(seconds(50 * 576 - 576 - 1_000));
    expect(lengthOf(read(finishedTag(50), ...frames(20)))).toBe(seconds(20 * 576 - 1_105));
    expect(lengthOf(read(finishedTag(20), ...frames(50)))).toBe(seconds(50 * 576 - 1_105));
  });

  it('counts what lies behind bytes that are none of it', () => {
    expect(lengthOf(read(openTag(), ...frames(20), new Uint8Array(333), ...frames(20)))).toBe(
      seconds(40 * 576 - 1_105),
    );
  });

  it('is nothing where there is less than decoders hide', () => {
    expect(lengthOf(read(openTag(), frame()))).toBe(0);
  });
});
