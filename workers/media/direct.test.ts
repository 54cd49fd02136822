import { describe, expect, it } from 'vitest';
import { noise } from '#wasm/testing/signals.ts';
import { toWav } from '#wasm/testing/wav.ts';
import type { Codec } from '#wasm/codec/codec.ts';
import { loadCodec } from '../../tools/kernel.ts';
import { decodeWav } from './direct.ts';
import { pcmCodecs } from './pcm-codec.ts';
import { createPcmSender, createPcmStream, receivePcm } from './pcm-stream.ts';

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
};
const expected = Float32Array.from(
  new Int16Array(bytes.buffer, bytes.byteOffset + 44, samples.length),
  (sample) => sample / 32_768,
);

/** A file whose stream comes in pieces of these lengths, over and over, and fails at `failsAt`; its slices are read by `slice`. */
function fileOf(lengths: number[], failsAt = Infinity, slice?: (blob: Blob) => Promise<Uint8Array>): Blob {
  const whole = new Blob([bytes]);
  const data = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset + 44, layout.dataBytes);
  let at = 0;
  let piece = 0;
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= failsAt) return controller.error(new TypeError('network error'));
        if (at >= data.length) return controller.close();
        const end = at + lengths[piece++ % lengths.length]!;
        controller.enqueue(data.slice(at, end));
        at = end;
      },
    });
  const sliceOf = (from: number, to: number) => {
    const part = whole.slice(44 + from, 44 + to);
    return { bytes: () => (slice ? slice(part) : part.bytes()) };
  };
  return { slice: () => ({ size: data.length, stream, slice: sliceOf }) } as unknown as Blob;
}

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

  it('goes on slice by slice where the stream fails', async () => {
    const { heard } = await decode(fileOf([70_001], 200_000));
    expect(heard).toEqual(expected);
  });

  it('rejects with what the browser says of the file', async () => {
    const gone = () => Promise.reject(new DOMException('changed', 'NotReadableError'));
    await expect(decode(fileOf([70_001], 200_000, gone))).rejects.toMatchObject({ name: 'NotReadableError' });
  });

  it('ends where it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(decode(fileOf([70_001]), loadCodec(), controller)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
