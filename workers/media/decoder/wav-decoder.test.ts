import { describe, expect, it } from 'vitest';
import { noise } from '#wasm/testing/signals.ts';
import { toWav } from '#wasm/testing/wav.ts';
import type { Codec } from '#wasm/codec/codec.ts';
import { loadCodec } from '../../../tools/kernel.ts';
import { blobInPieces } from '#workers/testing/blob-in-pieces.ts';
import { decodeWav } from './wav-decoder.ts';
import { pcmCodecs } from '#workers/media/pcm/sample-format.ts';
import { createPcmSender, createPcmStream, receivePcm } from '#workers/media/pcm/pcm-stream.ts';

const seconds = 4;
const sampleRate = 16_000;
const samples = noise(-20, seconds, sampleRate * 3);
const bytes = toWav(samples, sampleRate, 3);
const layout = {
  codec: pcmCodecs['pcm-s16']!,
  sampleRate,
  channels: 3,
  dataAt: 44,
  dataBytes: samples.length * 2,
  statedBytes: null,
};
const expected = Float32Array.from(
  new Int16Array(bytes.buffer, bytes.byteOffset + 44, samples.length),
  (sample) => sample / 32_768,
);

const fileOf = (lengths: number[]) =>
  ({ slice: (from: number, to: number) => blobInPieces(bytes.slice(from, to), lengths) }) as unknown as Blob;

async function decode(file: Blob, own: Codec | null = loadCodec(), { signal } = new AbortController()) {
  const { sink, source } = createPcmStream();
  const sender = createPcmSender(sink);
  const frames: number[] = [];
  const sending = decodeWav(file, layout, own, {
    sender,
    signal,
    onFrames: (count) => void frames.push(count),
  }).finally(sender.end);
  const heard: number[] = [];
  const receiving = (async () => {
    for await (const block of receivePcm(source)) for (const sample of block) heard.push(sample);
  })();
  await Promise.all([sending, receiving]);
  return { heard: Float32Array.from(heard), frames };
}

describe('reading an uncompressed file', () => {
  it.each([[[1_000_003]], [[131_070, 1, 5, 64_000]], [[65_536]], [[70_001, 7]]])(
    'gives its samples in whole frames, whatever the pieces (%o)',
    async (lengths) => {
      const { heard, frames } = await decode(fileOf(lengths));
      expect(heard).toEqual(expected);
      expect(frames.at(-1)).toBe(seconds * sampleRate);
      expect(frames.slice(0, -1).every((count) => count % 21_845 === 0)).toBe(true);
    },
  );

  it('gives the same without our own decoders', async () => {
    const { heard } = await decode(fileOf([65_537]), null);
    expect(heard).toEqual(expected);
  });

  it('ends where it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(decode(fileOf([70_001]), loadCodec(), controller)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
