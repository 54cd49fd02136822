import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toMp3 } from '#wasm/testing/mp3-streams.ts';
import { concat, interleave, sine } from '#wasm/testing/signals.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { agreement, collect, decodeIn, probeIn } from '#workers/testing/decoding.ts';
import { hasSafeDecoder } from '#workers/testing/engine.ts';
import { rawWav } from '#workers/testing/raw-wav.ts';
import { recording, recordingsIn, someOf } from '#workers/testing/recordings.ts';
import { transfer, type Connection } from '#workers/rpc.ts';
import { openMedia, probeFile } from './media.client.ts';
import type { MediaContract } from './media.contract.ts';
import { createPcmStream, hasSharedMemory } from '#workers/media/pcm/pcm-stream.ts';

let media: Connection<MediaContract>;
beforeAll(() => void (media = openMedia()));
afterAll(() => media[Symbol.dispose]());

/** Decodes a file by its own path (or by the browser if that is ffmpeg) and by ffmpeg. */
async function both(file: File) {
  const probe = await probeIn(media, file);
  const reference = await decodeIn(media, file, { ...probe, path: 'ffmpeg' });
  const path = probe.path === 'ffmpeg' ? 'webcodecs' : probe.path;
  const other = await decodeIn(media, file, { ...probe, path });
  return { probe, reference, other };
}

describe('uncompressed files read by ourselves', () => {
  const octets = Uint8Array.from({ length: 6_000 }, (_, i) => (i * 7 + (i >> 3) * 31) & 255);
  // Arbitrary bytes can be NaN as floats, so floats get a tone.
  const tone = sine({ frequency: 440, dbfs: -6, durationS: 0.2, sampleRate: 16_000 });

  it.each([
    ['8 bit', rawWav(octets, { tag: 1, bits: 8 })],
    ['16 bit', rawWav(octets, { tag: 1, bits: 16, channels: 2 })],
    ['24 bit', rawWav(octets, { tag: 1, bits: 24, channels: 2 })],
    ['32 bit', rawWav(octets, { tag: 1, bits: 32, isExtensible: true })],
    ['32-bit floating point', rawWav(new Uint8Array(tone.buffer), { tag: 3, bits: 32 })],
    ['64-bit floating point', rawWav(new Uint8Array(Float64Array.from(tone).buffer), { tag: 3, bits: 64 })],
    ['A-law', rawWav(octets, { tag: 6, bits: 8, sampleRate: 8_000 })],
    ['µ-law', rawWav(octets, { tag: 7, bits: 8, sampleRate: 8_000 })],
    ['six channels', rawWav(octets, { tag: 1, bits: 16, channels: 6 })],
    ['RF64', rawWav(octets, { tag: 1, bits: 16, isRf64: true })],
    ['a length that was never filled in', rawWav(octets, { tag: 1, bits: 16, statedBytes: 0xffffffff })],
  ])('%s gives exactly the samples of ffmpeg', async (_name, file) => {
    const { probe, reference, other } = await both(file);
    expect(probe.path).toBe('direct');
    expect(other.paths).toEqual(['direct']);
    expect(reference.paths).toEqual(['ffmpeg']);
    expect(other.samples).toEqual(reference.samples);
  });

  it('surround sound in the clothes of stereo is left to ffmpeg', async () => {
    const dts = new Uint8Array(40_000);
    dts.set([0xfe, 0x7f, 0x01, 0x80], 64);
    const file = rawWav(dts, { tag: 1, bits: 16, channels: 2, sampleRate: 48_000 });
    const path = await probeIn(media, file).then(
      (probe) => probe.path,
      () => 'refused',
    );
    expect(path).not.toBe('direct');
  });
});

describe('a frame whose damage is louder than sound can be', () => {
  it('does not change the loudness of the whole, in any decoder', async () => {
    const sampleRate = 48_000;
    const sound = sine({ frequency: 440, dbfs: -12, durationS: 3, sampleRate });
    const mp3 = await toMp3([sound], { sampleRate, bitrate: 128 });
    const damaged = mp3.slice();
    // The global gain of the first granule is 71 bits into the 50th frame (ISO/IEC 11172-3 2.4.1.7).
    for (let bit = 71; bit < 79; bit++) damaged[50 * 384 + (bit >> 3)]! |= 0x80 >> (bit & 7);
    const probe = await probeIn(media, new File([damaged], 'a.mp3'));
    const paths = ['codec', 'ffmpeg', ...(hasSafeDecoder ? (['webcodecs'] as const) : [])] as const;
    for (const path of paths) {
      const decoded = await decodeIn(media, new File([damaged], 'a.mp3'), { ...probe, path });
      const { samples } = decoded;
      expect(decoded.paths).toEqual([path]);
      // The browser's decoder clips the burst; the other two silence it.
      expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
      const level = Math.hypot(...samples.subarray(0, 4_800)) / Math.sqrt(4_800);
      expect(level).toBeGreaterThan(0.1);
    }
  });
});

const frameOf: Record<string, number> = { opus: 960, vorbis: 2_048, aac: 1_024, mp3: 1_152, flac: 4_608 };

/** Files of these codecs that the browser cannot decode here, with the reason. */
const leftToFfmpeg: Record<string, string> = {
  'containers/media3-sample.avi': 'no reader for avi',
  'containers/media3-bear_vorbis_gap.ogg': 'a page is missing before the sound',
  'derived/trunc-de.ogg': 'cut within the headers',
  'broken/media3-100kB-garbage-prefix.mp3': 'ffmpeg takes it for another codec',
};
/** Damaged inside: every decoder conceals differently, so only the length must agree. */
const concealed = new Set(['derived/jfk-bitrot.mp3']);

const sound = ['containers', 'derived', 'en', 'de', 'fr', 'multi', 'noise', 'vad']
  .flatMap(recordingsIn)
  .filter((name) => /\.(wav|mp3|ogg|opus|webm|mp4|m4a|flac|aac|mka|3gp|aiff|au|avi|amr)$/.test(name));

/**
 * Tolerances: length within one frame of the codec; correlation above 0.999 without any shift; PCM and lossless samples
 * equal; our mp3 decoder within 1e-5. Exception: speech in Opus, which ffmpeg's own decoder resamples up to two samples
 * late and whose noise it fills differently from the reference decoder in browsers (that one agrees with libopus in native
 * ffmpeg above 0.999, `bench -- decode`): correlation above 0.95, level within 0.2 dB.
 */
describe.skipIf(sound.length === 0)('the recordings of AUDIO_DIR by both ways', () => {
  it.each(someOf(sound))('%s', async (name) => {
    const file = await recording(name);
    if (!hasSafeDecoder && (await probeIn(media, file)).path === 'ffmpeg') return;
    const { probe, reference, other } = await both(file);
    const isForBrowser = probe.codec in frameOf && !leftToFfmpeg[name];
    const isForUs = probe.path === 'direct' || probe.path === 'codec';
    const expected = isForUs ? probe.path : isForBrowser ? 'webcodecs' : 'ffmpeg';
    expect(other.paths[0]).toBe(expected);
    expect(name.endsWith('.flac') ? probe.path : 'codec').toBe('codec');
    if (expected === 'ffmpeg') return;
    const frame = frameOf[probe.codec] ?? 0;
    expect(Math.abs(other.frames - reference.frames)).toBeLessThanOrEqual(frame);
    if (concealed.has(name)) return;
    const { correlation, largestDifference, levelDb } = agreement(other.samples, reference.samples);
    const isExact = probe.codec === 'flac' || probe.path === 'direct';
    const tolerance = probe.path === 'codec' ? 1e-5 : Infinity;
    expect(largestDifference).toBeLessThanOrEqual(isExact ? 0 : tolerance);
    expect(correlation).toBeGreaterThan(probe.codec === 'opus' ? 0.95 : 0.999);
    expect(Math.abs(levelDb)).toBeLessThan(0.2);
  });
});

describe('a decoder that fails on the way', () => {
  it.skipIf(!sound.includes('en/jfk.flac'))('is followed by the next one, without a seam', async () => {
    const bytes = new Uint8Array(await (await recording('en/jfk.flac')).arrayBuffer());
    bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 40_000);
    const { reference, other } = await both(new File([bytes], 'damaged.flac'));
    expect(other.paths).toEqual(['codec', 'ffmpeg']);
    expect(reference.paths).toEqual(['ffmpeg']);
    expect(other.frames).toBe(reference.frames);
    expect(agreement(other.samples, reference.samples).largestDifference).toBe(0);
  });
});

describe.skipIf(!hasSafeDecoder)("flac by the browser's decoder", () => {
  it.skipIf(!sound.includes('en/jfk.flac'))('gives the same samples as ours', async () => {
    const file = await recording('en/jfk.flac');
    const probe = await probeIn(media, file);
    const ours = await decodeIn(media, file, probe);
    const other = await decodeIn(media, file, { ...probe, path: 'webcodecs' });
    expect([ours.paths, other.paths]).toEqual([['codec'], ['webcodecs']]);
    expect(ours.samples).toEqual(other.samples);
  });
});

describe.skipIf(!hasSharedMemory())('decoding under a slow listener', () => {
  it.each(['direct', 'ffmpeg'] as const)('(%s) never has more than two megabytes under way', async (path) => {
    const signal = sine({ frequency: 330, dbfs: -12, durationS: 40, sampleRate: 48_000 });
    const file = new File([toWav(interleave(signal, signal), 48_000, 2)], 'long.wav');
    const probe = { ...(await probeIn(media, file)), path };
    const { sink, source } = createPcmStream();
    const room = new Int32Array(source.ring!);
    let isDone = false;
    const decoding = media
      .call('decode', transfer({ file, probe, sink }, [sink.port]))
      .then(() => (isDone = true));
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The receiver has not read yet: all slots are full, and the decoder waits.
    expect(Atomics.load(room, 0)).toBe(0);
    expect(isDone).toBe(false);
    const samples = await collect(source);
    await decoding;
    expect(samples.length).toBe(2 * signal.length);
  });
});

describe('decoding without shared memory', () => {
  it.each(['direct', 'ffmpeg'] as const)(
    '(%s) gives the same samples, although ffmpeg begins anew when it is too far ahead',
    async (path) => {
      const signal = sine({ frequency: 330, dbfs: -12, durationS: 40, sampleRate: 44_100 });
      const file = new File([toWav(interleave(signal, signal.toReversed()), 44_100, 2)], 'long.wav');
      const probe = { ...(await probeIn(media, file)), path };
      const shared = await decodeIn(media, file, probe);
      const moved = await decodeIn(media, file, probe, { isShared: false, maxAhead: 20 });
      expect(moved.paths).toEqual([path]);
      expect(moved.samples.length).toBe(2 * signal.length);
      expect(moved.samples).toEqual(shared.samples);
    },
  );
});

describe('a quick look', () => {
  const { signal } = new AbortController();

  it('tells what a file is and how long', async () => {
    const file = new File([toWav(concat(new Float32Array(16_000)), 16_000)], 'a.wav');
    expect(await probeFile(file, { signal })).toEqual({
      container: 'wav',
      codec: 'pcm_s16le',
      durationS: 1,
      statedS: 1,
      sampleRate: 16_000,
      channels: 1,
      hasVideo: false,
      path: 'direct',
    });
    await expect(probeFile(new File(['text'], 'a.mp3'), { signal })).rejects.toMatchObject({
      code: 'media.not_audio',
    });
    await expect(probeFile(file, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it.skipIf(sound.length === 0).each([
    ['vad/ricky0123-4-segments.m4a', 'aac', 12.2],
    ['en/librivox-sonnet1.mp3', 'mp3', 53.3],
    ['de/fleurs-de-001.ogg', 'opus', 11.2],
    ['derived/de-video.webm', 'opus', 11.3],
    ['en/jfk.flac', 'flac', 11],
    ['derived/de.aac', 'aac', 11],
    ['containers/media3-sample_nb.amr', 'amr_nb', 4.4],
  ])('%s is %s of %d s', async (name, codec, durationS) => {
    const probe = await probeFile(await recording(name), { signal });
    expect(probe.codec).toBe(codec);
    expect(Math.abs((probe.durationS ?? 0) - durationS)).toBeLessThan(0.2);
  });
});
