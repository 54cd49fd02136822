import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '#wasm/testing/long-test.ts';
import { decodeToPcm } from '#api/media/media.ts';
import { frameBytes, mp3FrameSamples, mp3SampleRates, type Mp3Settings } from '#wasm/mp3/format.ts';
import { concat, noise, sine } from '#wasm/testing/signals.ts';
import {
  createMp3Encoder,
  framesFor,
  startSamples,
  startTag,
  streamableSettings,
  type Mp3Encoder,
} from './mp3-stream.ts';
import { readHeader } from '#wasm/mp3/header.ts';

const speech: Mp3Settings = { sampleRate: 16_000, bitrate: 32 };
let encoder: Mp3Encoder;
let folder: string;

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
  encoder = await createMp3Encoder(await WebAssembly.compile(await readFile(path)));
  folder = await mkdtemp(join(tmpdir(), 'mp3-stream-'));
});
afterAll(() => rm(folder, { recursive: true }));

const join8 = (parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** Sweeps in the range of a voice with noise: they correlate only at the right lag. */
function sound(samples: number, sampleRate: number): Float32Array {
  const hiss = noise(-40, samples / sampleRate + 0.1, sampleRate);
  return Float32Array.from({ length: samples }, (_, i) => {
    const t = i / sampleRate;
    return 0.4 * Math.sin(2 * Math.PI * (200 * t + 600 * t * t)) * (0.6 + 0.4 * Math.sin(9 * t)) + hiss[i]!;
  });
}

function encoded(samples: Float32Array, settings: Mp3Settings, blockSamples = 512): Uint8Array<ArrayBuffer> {
  const stream = encoder.begin(settings);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += blockSamples)
    parts.push(stream.push(samples.subarray(at, at + blockSamples)));
  return join8([...parts, stream.finish()]);
}

/** Decodes as the server does: mono, 16 kHz. */
async function decoded(mp3: Uint8Array): Promise<Float32Array> {
  const [input, output] = [join(folder, 'in.mp3'), join(folder, 'out.pcm')];
  await writeFile(input, mp3);
  await decodeToPcm({ input, output, maxS: 60 });
  const pcm = await readFile(output);
  return Float32Array.from({ length: pcm.length / 2 }, (_, i) => pcm.readInt16LE(i * 2) / 32_768);
}

function correlationAt(lag: number, a: Float32Array, b: Float32Array, from = 0, to = a.length): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    const [x, y] = [a[i]!, b[i + lag] ?? 0];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb || 1);
}

describe('mp3 frames that come out as sound comes in', () => {
  it.each(mp3SampleRates.flatMap((sampleRate) => [32, 64, 96].map((bitrate) => ({ sampleRate, bitrate }))))(
    'have one size each: %o',
    (settings) => {
      const stream = encoder.begin(settings);
      const samples = sound(settings.sampleRate, settings.sampleRate);
      const parts = [startTag(settings)];
      for (let at = 0; at < samples.length; at += 700) {
        const frames = stream.push(samples.subarray(at, at + 700));
        expect(frames.length % frameBytes(settings)).toBe(0);
        parts.push(frames);
      }
      parts.push(stream.finish());
      const mp3 = join8(parts.slice(1));
      for (let at = 0; at < mp3.length; at += frameBytes(settings))
        expect(readHeader(mp3, at)).toMatchObject({ ...settings, channels: 1, bytes: frameBytes(settings) });
      expect(mp3.length / frameBytes(settings)).toBe(framesFor(samples.length, settings));
    },
  );

  it('do not wait for the end: three frames are held back at most', () => {
    const stream = encoder.begin({ sampleRate: 24_000, bitrate: 64 });
    let frames = 0;
    for (let pushed = 1; pushed <= 100; pushed++) {
      frames += stream.push(sound(576, 24_000)).length / 192;
      expect(pushed - frames).toBeLessThanOrEqual(4);
    }
  });

  it.each(
    isLong
      ? [1, 470, 471, 472, 1_047, 1_048, 576 * 20 - startSamples, 576 * 20 - startSamples + 1, 16_000]
      : [1, 471, 576 * 20 - startSamples + 1],
  )('are no more than %i samples need, and decode to them without a shift', async (count) => {
    const samples = sound(count, 16_000);
    const mp3 = encoded(samples, speech);
    const pcm = await decoded(join8([startTag(speech), mp3]));
    expect(pcm.length).toBeGreaterThanOrEqual(count);
    expect(pcm.length).toBeLessThan(count + 576);
    if (count < 400) return;
    const best = correlationAt(0, samples, pcm);
    expect(best).toBeGreaterThan(0.97);
    for (const lag of [-2, -1, 1, 2]) expect(correlationAt(lag, samples, pcm)).toBeLessThan(best);
  });

  it('do not depend on how the sound was cut into blocks, nor on what was encoded before', () => {
    const samples = sound(20_000, 24_000);
    const settings: Mp3Settings = { sampleRate: 24_000, bitrate: 64 };
    const whole = encoded(samples, settings, 20_000);
    expect(encoded(samples, settings, 1)).toEqual(whole);
    expect(encoded(samples, settings, 577)).toEqual(whole);
  });

  it('of nothing are none', () => {
    expect(encoded(new Float32Array(0), speech).length).toBe(0);
  });

  it('decode on over the seam where a new run began: the gap is 70 ms, what follows is where it says', async () => {
    const before = sound(16_000, 16_000);
    const after = concat(
      sine({ frequency: 700, dbfs: -12, durationS: 0.5, sampleRate: 16_000 }),
      sound(16_000, 16_000),
    );
    // After a crash, the samples in the encoder are lost.
    const stream = encoder.begin(speech);
    const left = stream.push(before);
    const frames = left.length / frameBytes(speech);
    const pcm = await decoded(join8([startTag(speech), left, encoded(after, speech)]));
    const seam = frames * mp3FrameSamples(16_000);
    const kept = seam - startSamples;
    expect(correlationAt(0, before, pcm, 0, kept)).toBeGreaterThan(0.97);
    expect(correlationAt(seam, after, pcm)).toBeGreaterThan(0.97);
    expect((seam - kept) / 16_000).toBeLessThan(0.07);
    expect(pcm.length).toBeGreaterThanOrEqual(seam + after.length);
    expect(pcm.length).toBeLessThan(seam + after.length + 576);
  });

  it('are made at the nearest lower bitrate where the encoder does not know one', () => {
    expect(streamableSettings({ sampleRate: 24_000, bitrate: 64 })).toEqual({
      sampleRate: 24_000,
      bitrate: 64,
    });
    expect(streamableSettings({ sampleRate: 24_000, bitrate: 56 }).bitrate).toBe(48);
    expect(streamableSettings({ sampleRate: 16_000, bitrate: 144 }).bitrate).toBe(128);
    expect(streamableSettings({ sampleRate: 48_000, bitrate: 56 }).bitrate).toBe(48);
    expect(streamableSettings({ sampleRate: 48_000, bitrate: 16 }).bitrate).toBe(32);
  });

  it('of an older run are not mixed with those of a newer one', () => {
    const older = encoder.begin(speech);
    encoder.begin(speech);
    expect(() => older.push(new Float32Array(10))).toThrow('another stream');
    expect(() => older.finish()).toThrow('another stream');
  });
});
