import { describe, expect, it } from 'vitest';
import { concat, noise, silence } from '#wasm/testing/signals.ts';
import { toMp3 } from '#wasm/testing/mp3-streams.ts';
import { cutFrames } from './cut.ts';
import { cutTag, isSteadyCut } from './cut-tag.ts';
import { seekErrorS, hasExactIndex, isSteady } from './exact-index.ts';
import { createFrameReader } from './frames.ts';
import { readHeader } from './header.ts';
import { buildInfoTag, buildOpenInfoTag } from './info-tag-write.ts';

const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
function read(bytes: Uint8Array) {
  const reader = createFrameReader();
  reader.push(bytes);
  return reader.finish()!;
}
const isExact = (bytes: Uint8Array) => hasExactIndex(read(bytes), bytes.length);

/** Half of it is silent, so that a variable bit rate saves bytes there. */
const sound = (sampleRate: number) => concat(silence(10, sampleRate), noise(-20, 10, sampleRate));
const constant = await toMp3([sound(24_000)], { sampleRate: 24_000, bitrate: 64 });
const varying = await toMp3([sound(24_000)], { sampleRate: 24_000, quality: 4 });
const slower = await toMp3([sound(24_000)], { sampleRate: 24_000, bitrate: 32 });
const padded = await toMp3([sound(44_100)], { sampleRate: 44_100, bitrate: 128 });

const tagOf = (mp3: Uint8Array, more: { toc?: Uint8Array; frames?: number; audioBytes?: number } = {}) => {
  const { count } = read(mp3);
  const { bitrate, ...format } = readHeader(mp3)!;
  const gaps = { delaySamples: 576, paddingSamples: 576 };
  return buildInfoTag({
    format,
    bitrate,
    frames: count,
    audioBytes: mp3.length,
    musicCrc: 0,
    ...gaps,
    ...more,
  });
};
const openTag = buildOpenInfoTag({ format: readHeader(constant)!, bitrate: 64, delaySamples: 576 });

describe('how far the share of the bytes leads astray', () => {
  it('is nothing where frames are of one size, and what the sizes make of it otherwise', () => {
    expect(seekErrorS(() => Array<number>(1_000).fill(192), 0.024)).toBe(0);
    // The first half of the frames has a quarter of the bytes.
    const sizes = [...Array<number>(500).fill(100), ...Array<number>(500).fill(300)];
    expect(seekErrorS(() => sizes, 0.024)).toBeCloseTo(250 * 0.024, 5);
  });
});

describe('an mp3 in which every player finds every moment', () => {
  it.each([
    ['of one rate', constant],
    ['of one rate with padding', padded],
    ['with a tag', joined(tagOf(constant), constant)],
    ['with a tag that does not know the end yet, as recordings have it', joined(openTag, constant)],
    ['behind an ID3 tag', joined(new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 2, 0, 0]), constant)],
    ['before an old ID3 tag', joined(constant, Buffer.from('TAG'.padEnd(128)))],
  ])('is one %s', (_, mp3) => {
    expect(isExact(mp3)).toBe(true);
  });

  it.each([
    ['of varying rate', varying],
    ['of varying rate with a tag that says that it is of one', joined(tagOf(varying), varying)],
    ['whose tag has a table', joined(tagOf(constant, { toc: new Uint8Array(100) }), constant)],
    ['whose tag tells more frames than there are', joined(tagOf(constant, { frames: 2_000 }), constant)],
    ['whose tag tells more bytes than there are', joined(tagOf(constant, { audioBytes: 9e6 }), constant)],
    ['with a picture behind it', joined(constant, new Uint8Array(50_000))],
    ['with something in the middle', joined(constant, new Uint8Array(500), constant)],
    ['that is two of different rate', joined(constant, slower)],
  ])('is none %s', (_, mp3) => {
    expect(isExact(mp3)).toBe(false);
  });
});

describe('a cut', () => {
  const cutOf = async (mp3: Uint8Array<ArrayBuffer>, kept: [number, number][]) => {
    const read = (start: number, end: number) => Promise.resolve(mp3.slice(start, end));
    const reader = createFrameReader();
    reader.push(mp3);
    return (await cutFrames({ index: reader.finish()!, kept, read }))!;
  };

  it('of frames of one rate is steady, though the frame behind it is larger, and its tag has no table', async () => {
    const cut = await cutOf(constant, [
      [1, 12.3],
      [13.1, 18],
    ]);
    expect(new Set(cut.frameSizes()).size).toBeGreaterThan(1);
    expect(isSteadyCut(cut)).toBe(true);
    const parts = cut.parts.map((part) =>
      part instanceof Uint8Array ? part : constant.subarray(part.start, part.end),
    );
    expect(isExact(joined(cutTag(cut, 0), ...parts))).toBe(true);
  });

  it('of frames of varying rate is not', async () => {
    expect(isSteady(read(varying))).toBe(false);
    expect(isSteadyCut(await cutOf(varying, [[1, 18]]))).toBe(false);
    expect(isSteadyCut(await cutOf(varying, [[11, 18]]))).toBe(true);
  });
});
