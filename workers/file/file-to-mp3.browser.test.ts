import { describe, expect, it } from 'vitest';
import { concat, interleave, silence, sine } from '#wasm/testing/signals.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { box, fragmentedMp4, mp4With, name, noise, u32 } from '#workers/testing/mp4.ts';
import { rawWav } from '#workers/testing/raw-wav.ts';
import { firstOrAll, recording, recordingsIn, someOf } from '#workers/testing/recordings.ts';
import { speechMp3, type EncodedMp3, type Mp3Settings } from '#workers/encode/encode.contract.ts';
import { probeFile } from '#workers/media/media.client.ts';
import { analyseFile } from './analyse-file.client.ts';
import { encodeMp3 } from './encode-file.client.ts';

const patient = { timeout: 300_000 };
const mp3FrameS = 576 / 24_000;

/** Analyses a file and encodes it as mp3, without edits. */
async function encode(file: File, settings: Mp3Settings = speechMp3): Promise<EncodedMp3> {
  const { signal } = new AbortController();
  const analysis = await analyseFile(file, { signal, onProgress() {}, encode: settings, always: true });
  const edits = { kept: null, loudness: 'as_is' } as const;
  return encodeMp3(file, { analysis, edits, settings, signal, onProgress() {} });
}

const fileOf = (content: BlobPart, name = 'recording') => new File([content], name);
const tone = (durationS: number, sampleRate = 48_000, dbfs = -12) =>
  sine({ frequency: 440, dbfs, durationS, sampleRate });

/** The test runs in a page, but the type check knows only the types of workers, so these are declared here. */
type Sound = { duration: number; numberOfChannels: number; getChannelData(channel: number): Float32Array };
declare const OfflineAudioContext: new (
  channels: number,
  length: number,
  sampleRate: number,
) => { decodeAudioData(bytes: ArrayBuffer): Promise<Sound> };

const decoded = async (mp3: Blob, sampleRate = 24_000): Promise<Sound> =>
  await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await mp3.arrayBuffer());

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const rmsDb = (samples: Float32Array) =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

describe('encoding to mp3', patient, () => {
  it('gives mono mp3 of the same length and level, whose digest is that of its bytes', async () => {
    const left = tone(7.3);
    const result = await encode(fileOf(toWav(interleave(left, left), 48_000, 2)));
    expect(result.bytes).toBe(result.mp3.size);
    expect(result.mp3.type).toBe('audio/mpeg');
    const digest = await crypto.subtle.digest('SHA-256', await result.mp3.arrayBuffer());
    expect(result.sha256).toBe(hexOf(digest));
    expect(Math.abs(result.durationS - 7.3)).toBeLessThan(mp3FrameS);
    const sound = await decoded(result.mp3);
    expect(sound.numberOfChannels).toBe(1);
    expect(Math.abs(sound.duration - 7.3)).toBeLessThan(mp3FrameS);
    // LAME attenuates by 0.45 dB; a sum of the channels would be 6 dB louder.
    expect(Math.abs(rmsDb(sound.getChannelData(0)) - rmsDb(left))).toBeLessThan(1);
  });

  it('keeps the time of what is heard', async () => {
    const signal = concat(silence(3, 44_100), tone(1, 44_100), silence(3, 44_100));
    const { mp3 } = await encode(fileOf(toWav(signal, 44_100)));
    const samples = (await decoded(mp3)).getChannelData(0);
    const first = samples.findIndex((sample) => Math.abs(sample) > 0.05) / 24_000;
    expect(Math.abs(first - 3)).toBeLessThan(0.01);
  });

  it('does 80 kbit/s at 32 kHz when asked to', async () => {
    const settings = { sampleRate: 32_000, bitrate: 80 } as const;
    const { bytes, durationS } = await encode(fileOf(toWav(tone(4), 48_000)), settings);
    expect(Math.abs(durationS - 4)).toBeLessThan(1_152 / 32_000);
    expect(bytes / 4).toBeGreaterThan(9_500);
    expect(bytes / 4).toBeLessThan(11_000);
  });
});

const wavHeader = () => toWav(tone(1), 48_000).subarray(0, 44);
const picture = async () => {
  const canvas = new OffscreenCanvas(64, 64);
  canvas.getContext('2d')?.fillRect(8, 8, 32, 32);
  return await canvas.convertToBlob();
};

/** Fragments of an encrypted mp4 without its index (`moov`), as a part of a stream has them. */
const encryptedPart = () => {
  const whole = fragmentedMp4('senc');
  const moof = new TextEncoder().encode('moof');
  const at = whole.findIndex((_, from) => moof.every((octet, i) => whole[from + i] === octet));
  return whole.subarray(at - 4);
};

/** An mp4 as a recorder leaves it when it loses power: audio data without an index (`moov`). */
const mp4WithoutIndex = () =>
  new Uint8Array([
    ...box('ftyp', name('isom'), u32(512), name('isommp42')),
    ...u32(8_000),
    ...name('mdat'),
    ...noise(4_000),
  ]);

/** A HEIC photo, which has its index in `meta` instead of `moov`. */
const photo = () =>
  new Uint8Array([
    ...box('ftyp', name('heic'), u32(0), name('mif1heic')),
    ...box('meta', u32(0), box('hdlr', u32(0, 0), name('pict'), u32(0, 0, 0), [0])),
    ...box('mdat', noise(4_000)),
  ]);

describe('what cannot be used', patient, () => {
  it.each<[string, string, () => BlobPart | Promise<BlobPart>]>([
    ['an empty file', 'media.empty', () => ''],
    ['a text', 'media.not_audio', () => 'Traktandum 1: Begrüssung und Protokoll.\n'.repeat(50)],
    ['a picture', 'media.not_audio', picture],
    ['a photo of a phone', 'media.not_audio', photo],
    ['an encrypted file', 'media.encrypted', () => mp4With('enca')],
    ['an encrypted recording in fragments', 'media.encrypted', () => fragmentedMp4('enca')],
    ['an encrypted part of a stream', 'media.encrypted', encryptedPart],
    ['a file whose sound is noise', 'media.damaged', () => mp4With('mp4a')],
    ['a header without sound', 'media.damaged', wavHeader],
    ['an mp4 cut before its index', 'media.index_missing', mp4WithoutIndex],
  ])('%s is refused as %s', async (_name, code, content) => {
    await expect(encode(fileOf(await content()))).rejects.toMatchObject({ name: 'WorkerError', code });
  });

  it('a recording of more than 12 h is refused before it is decoded, one of 3 h is not', async () => {
    const { signal } = new AbortController();
    const hours = (count: number) =>
      rawWav(new Uint8Array(count * 3_600_000), { tag: 1, bits: 8, sampleRate: 1_000 });
    await expect(encode(hours(12.1))).rejects.toMatchObject({ code: 'media.too_long' });
    expect((await probeFile(hours(3), { signal })).durationS).toBe(10_800);
  });

  it('a file that has changed since it was chosen is refused as unreadable', async () => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('moved.wav', { create: true });
    const write = async (content: BlobPart) => {
      const writable = await handle.createWritable();
      await writable.write(content as never);
      await writable.close();
    };
    await write(toWav(tone(5), 48_000));
    const file = await handle.getFile();
    await root.removeEntry('moved.wav');
    await expect(encode(file)).rejects.toMatchObject({ code: 'media.unreadable' });
  });
});

const containers = recordingsIn('containers');
describe.skipIf(containers.length === 0)('the containers of AUDIO_DIR', patient, () => {
  // Two kinds of container are enough here: the tests of `workers/media` decode every kind.
  it.each(firstOrAll(someOf(containers), 2))(
    '%s becomes mp3 that the browser decodes to the stated length',
    async (name) => {
      const { mp3, durationS } = await encode(await recording(name));
      expect(Math.abs((await decoded(mp3)).duration - durationS)).toBeLessThan(mp3FrameS);
    },
  );
});
