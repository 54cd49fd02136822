import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toMp3 } from '#wasm/testing/mp3-streams.ts';
import { concat, noise, silence } from '#wasm/testing/signals.ts';
import { openMedia } from '#workers/media/media.client.ts';
import type { MediaContract } from '#workers/media/media.contract.ts';
import type { Connection } from '#workers/rpc.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { decodeIn, probeIn } from '#workers/testing/decoding.ts';
import { hasSafeDecoder } from '#workers/testing/engine.ts';
import { recording, recordingsIn, someOf } from '#workers/testing/recordings.ts';
import { canCutMp3, cutMp3 } from './cut-mp3.client.ts';
import type { EncodedMp3 } from '#workers/encode/encode.contract.ts';

/** The test runs in a page, but the type check knows only the types of workers, so this one is declared here. */
declare const OfflineAudioContext: new (
  channels: number,
  length: number,
  sampleRate: number,
) => {
  decodeAudioData(
    bytes: ArrayBuffer,
  ): Promise<{ length: number; getChannelData(channel: number): Float32Array }>;
};

const { signal: never } = new AbortController();
const cut = (file: Blob, kept: TimeSpan[] | null) => cutMp3(file, { kept, signal: never });

/** Mp3 frames of silence: 24 kHz, mono, 64 kbit/s. */
function silentMp3(frames: number): File {
  const bytes = new Uint8Array(192 * frames);
  for (let at = 0; at < bytes.length; at += 192) bytes.set([0xff, 0xf3, 0x84, 0xc0], at);
  return new File([bytes], 'silent.mp3');
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

describe('cutting an mp3 without encoding it again', () => {
  it('gives a file of the exact length, with its digest, without the tags of the original', async () => {
    const id3 = new Uint8Array(1_010);
    id3.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 7, 104]);
    id3.set(new TextEncoder().encode('Name of a patient'), 30);
    const frames = silentMp3(1_000);
    const result = (await cut(new File([id3, frames], 'a.mp3'), [
      [1, 5],
      [7.5, 12],
    ]))!;
    expect(result.bytes).toBe(result.mp3.size);
    expect(result.mp3.type).toBe('audio/mpeg');
    expect(result.timemap?.map(([, was]) => was)).toEqual([1, expect.closeTo(7.5, 1)]);
    expect(Math.abs(result.durationS - 8.5)).toBeLessThan(0.03);
    const bytes = await result.mp3.arrayBuffer();
    expect(hex(await crypto.subtle.digest('SHA-256', bytes))).toBe(result.sha256);
    expect(new TextDecoder('latin1').decode(bytes)).not.toContain('patient');
    const sound = await new OfflineAudioContext(1, 1, 24_000).decodeAudioData(bytes);
    expect(sound.length).toBe(Math.round(result.durationS * 24_000));
  });

  it('says no to what is no mp3, and reports how far it is, forwards only', async () => {
    expect(await cut(new File(['Traktandum 1'], 'a.mp3'), null)).toBeNull();
    const shares: number[] = [];
    const onProgress = ({ share }: { share: number }) => void shares.push(share);
    expect(await cutMp3(silentMp3(20_000), { kept: null, signal: never, onProgress })).not.toBeNull();
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeCloseTo(1, 1);
  });

  it('refuses files whose frames vary in size, since players would not seek exactly in them', async () => {
    const sound = concat(silence(20, 24_000), noise(-20, 20, 24_000));
    const varying = new File([await toMp3([sound], { sampleRate: 24_000, quality: 4 })], 'a.mp3');
    expect(await canCutMp3(varying, { signal: never })).toBe(false);
    expect(await cut(varying, null)).toBeNull();
    const constant = new File([await toMp3([sound], { sampleRate: 24_000, bitrate: 64 })], 'a.mp3');
    expect(await canCutMp3(constant, { signal: never })).toBe(true);
    expect(await cut(constant, [[1, 30]])).not.toBeNull();
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const cutting = cutMp3(silentMp3(50_000), { kept: null, signal: controller.signal, onProgress });
    await expect(cutting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('says so where the file has gone since it was chosen', async () => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('gone.mp3', { create: true });
    const writable = await handle.createWritable();
    await writable.write(silentMp3(5_000));
    await writable.close();
    const file = await handle.getFile();
    await root.removeEntry('gone.mp3');
    await expect(cut(file, null)).rejects.toMatchObject({ code: 'media.unreadable' });
  });
});

/** A recording whose own frames cannot be sent, because its bit rate varies too much. */
const varying = 'en/jfk.mp3';
const recordings = ['containers', 'de', 'en']
  .flatMap(recordingsIn)
  .filter((name) => name.endsWith('.mp3') && !name.includes('commonvoice') && name !== varying);

describe.skipIf(recordings.length === 0)('the mp3 recordings of AUDIO_DIR', () => {
  let media: Connection<MediaContract>;
  beforeAll(() => void (media = openMedia()));
  afterAll(() => media[Symbol.dispose]());

  const largestDifference = (a: Float32Array, b: Float32Array) => {
    let largest = 0;
    for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
    return largest;
  };

  it('are not cut if their bit rate varies much', async () => {
    expect(await canCutMp3(await recording(varying), { signal: never })).toBe(false);
  });

  it.each(someOf(recordings))(
    '%s, cut, decodes in ffmpeg.wasm and WebCodecs to the samples of the original',
    async (name) => {
      const file = await recording(name);
      const probe = await probeIn(media, file);
      const decode = async (mp3: Blob, path: 'ffmpeg' | 'webcodecs') =>
        await decodeIn(media, new File([mp3], 'a.mp3'), { ...probe, path });
      const original = await decode(file, 'ffmpeg');
      const lengthS = original.frames / probe.sampleRate;
      const kept: TimeSpan[] = [
        [0.1, 0.3],
        [0.5, 0.7],
      ].map(([from, to]) => [from! * lengthS, to! * lengthS]);
      const result: EncodedMp3 = (await cut(file, kept))!;
      const paths = ['ffmpeg', ...(hasSafeDecoder ? (['webcodecs'] as const) : [])] as const;
      for (const path of paths) {
        const sound = await decode(result.mp3, path);
        expect(sound.paths).toEqual([path]);
        expect(sound.frames).toBe(Math.round(result.durationS * probe.sampleRate));
        for (const [i, [at, was]] of result.timemap!.entries()) {
          const end = result.timemap![i + 1]?.[0] ?? result.durationS;
          const toFrame = (s: number) => Math.round(s * probe.sampleRate) * probe.channels;
          const overlap = i === 0 ? 0 : (576 + 480) * probe.channels;
          const [from, to] = [toFrame(at) + overlap, toFrame(end)];
          const wasFrom = toFrame(was) + overlap;
          const there = original.samples.subarray(wasFrom, wasFrom + to - from);
          // WebCodecs may round to 16 bits.
          const tolerance = path === 'ffmpeg' ? 0 : 1e-4;
          expect(largestDifference(sound.samples.subarray(from, to), there)).toBeLessThanOrEqual(tolerance);
        }
      }
    },
  );
});
