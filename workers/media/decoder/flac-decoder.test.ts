import { describe, expect, it } from 'vitest';
import { createPcmListener } from '#workers/testing/pcm-listener.ts';
import { flacFrame, flacHead, type FramePlan } from '#wasm/testing/flac-writer.ts';
import { loadCodec } from '../../../tools/kernel.ts';
import { decodeFlac, readFlac } from './flac-decoder.ts';

const codec = loadCodec();
const channels = 2;
const info = { sampleRate: 48_000, channels, bits: 16, maxFrames: 4_096, totalFrames: 0 };
const plain: FramePlan = { subframes: [{ kind: 'verbatim' }] };
const same: FramePlan = { subframes: [{ kind: 'constant' }] };
const head = flacHead(info);

const ramp = (frames: number, from: number) => Array.from({ length: frames }, (_, i) => from + i);
/** A frame whose first channel counts up from `number` and whose second counts down. */
const frameAt = (number: number, frames = 500) =>
  flacFrame([ramp(frames, number), ramp(frames, number).map((n) => -1 - n)], 16, plain, number);

const file = (...parts: ArrayLike<number>[]) => new Blob(parts.map((part) => Uint8Array.from(part)));

async function decode(blob: Blob) {
  const listener = createPcmListener();
  const error = await decodeFlac(blob, info, codec, listener.to).then(
    () => null,
    (reason: unknown) => String(reason),
  );
  const left = listener.heard.filter((_, i) => i % channels === 0).map((sample) => sample * 32_768);
  return { left, error, counts: listener.counts };
}

describe('the head of a flac file', () => {
  it('tells the format, the length and where the first frame lies', async () => {
    const layout = await readFlac(file(flacHead({ ...info, totalFrames: 96_000 }), frameAt(0)));
    expect(layout).toEqual({ ...info, totalFrames: 96_000, framesAt: head.length });
    expect((await readFlac(file(head, frameAt(0))))?.totalFrames).toBeNull();
  });

  it('is passed over with its pictures and tags', async () => {
    const full = flacHead(info, [new Uint8Array(50_000), new Uint8Array(0), new Uint8Array(7)]);
    expect((await readFlac(file(full, frameAt(0))))?.framesAt).toBe(full.length);
  });

  it.each([
    ['nothing', file([])],
    ['a head alone', file(head)],
    ['a head without its end', file(head.slice(0, 30))],
    ['a block that is longer than the file', file(flacHead(info, [new Uint8Array(900)]).slice(0, 500))],
    ['tags of mp3 before it', file([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0], head, frameAt(0))],
    ['an Ogg file', file([0x4f, 0x67, 0x67, 0x53], head, frameAt(0))],
    ['anything but a frame behind it', file(head, [0, 0, 0, 0], frameAt(0))],
    ['a file of another kind', file(Array<number>(1_000).fill(0x66))],
  ])('is none in %s', async (_name, blob) => {
    expect(await readFlac(blob)).toBeNull();
  });
});

describe('the sound of a flac file', () => {
  it('is sent from the first sample to the last', async () => {
    const { left, error, counts } = await decode(file(head, frameAt(0), frameAt(500), frameAt(1_000)));
    expect(error).toBeNull();
    expect(left).toEqual(ramp(1_500, 0));
    expect(counts.at(-1)).toBe(1_500);
  });

  it('may be followed by a tag', async () => {
    const { left, error } = await decode(file(head, frameAt(0), Array<number>(128).fill(0x54)));
    expect(error).toBeNull();
    expect(left).toEqual(ramp(500, 0));
  });

  it('that stops long before the end of the file is followed by another decoder', async () => {
    const { left, error } = await decode(file(head, frameAt(0), Array<number>(5_000).fill(0x54)));
    expect(error).toContain('no frame');
    expect(left).toEqual(ramp(500, 0));
  });

  it('is sent up to a damaged frame, from where another decoder goes on', async () => {
    const frame = frameAt(500);
    frame[700]! ^= 4;
    const { left, error, counts } = await decode(file(head, frameAt(0), frame, frameAt(1_000)));
    expect(error).toContain('damaged');
    expect(left).toEqual(ramp(500, 0));
    expect(counts.at(-1)).toBe(500);
  });

  it('that is cut short is what there is of it, but never nothing', async () => {
    const cut = await decode(file(head, frameAt(0), frameAt(500).slice(0, 900)));
    expect(cut).toMatchObject({ error: null, left: ramp(500, 0) });
    const none = await decode(file(head, frameAt(0).slice(0, 900)));
    expect(none.error).toContain('no frame is whole');
  });

  it('is sent in whole slots, however little there was to read', async () => {
    const silent = flacFrame([Array<number>(4_096).fill(3), Array<number>(4_096).fill(3)], 16, same, 0);
    const { left, counts } = await decode(file(head, ...Array.from({ length: 40 }, () => silent)));
    expect(left).toEqual(Array<number>(40 * 4_096).fill(3));
    expect(counts).toEqual([32_768, 65_536, 98_304, 131_072, 163_840]);
  });

  it('is not decoded further once nobody wants it', async () => {
    const silent = flacFrame([Array<number>(4_096).fill(3), Array<number>(4_096).fill(3)], 16, same, 0);
    const { to, counts } = createPcmListener(2);
    const blob = file(head, ...Array.from({ length: 40 }, () => silent));
    await expect(decodeFlac(blob, info, codec, to)).rejects.toMatchObject({ name: 'AbortError' });
    expect(counts).toEqual([32_768, 65_536]);
  });

  it('is not that of another file than was probed', async () => {
    const { to } = createPcmListener();
    const other = { sampleRate: 44_100, channels };
    await expect(decodeFlac(file(head, frameAt(0)), other, codec, to)).rejects.toThrow('probed');
  });
});
