import { describe, expect, it } from 'vitest';
import { planGain } from '#wasm/loudness-target/plan-gain.ts';
import { readMp3Length } from '#wasm/mp3/info-tag.ts';
import { toMp3 } from '#wasm/testing/mp3-streams.ts';
import { interleave } from '#wasm/testing/signals.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { analyseFile, type AnalyseOptions } from './analyse-file.client.ts';
import type { AnalysedFile } from '#workers/analysis/analysis.contract.ts';
import { fixtureSpeech } from '#workers/testing/fixture-speech.ts';
import { isLong } from '#workers/testing/recordings.ts';
import { encodeMp3, type EncodeOptions } from './encode-file.client.ts';
import { frameBytes, snapKept, speechMp3, type EncodedMp3 } from '#workers/encode/encode.contract.ts';

/** The test runs in a page, but the type check knows only the types of workers, so this one is declared here. */
declare const OfflineAudioContext: new (
  channels: number,
  length: number,
  sampleRate: number,
) => { decodeAudioData(bytes: ArrayBuffer): Promise<{ getChannelData(channel: number): Float32Array }> };

const rate = speechMp3.sampleRate;
const never = new AbortController().signal;

const analyse = (file: File, options: Partial<AnalyseOptions> = {}) =>
  analyseFile(file, { signal: never, onProgress() {}, encode: speechMp3, ...options });
const encode = (file: File | null, analysis: AnalysedFile, options: Partial<EncodeOptions> = {}) =>
  encodeMp3(file, {
    analysis,
    edits: { kept: null, loudness: 'as_is' },
    settings: speechMp3,
    signal: never,
    onProgress() {},
    ...options,
  });

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const speechFile = (samples: Float32Array, name = 'speech.wav') => new File([toWav(samples, rate)], name);

/** Decodes an mp3 as a browser plays it: without encoder delay and padding. */
async function decoded({ mp3 }: EncodedMp3): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1, rate);
  return (await context.decodeAudioData(await mp3.arrayBuffer())).getChannelData(0);
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

function correlation(a: Float32Array, b: Float32Array): number {
  let [ab, aa, bb] = [0, 1e-12, 1e-12];
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return ab / Math.sqrt(aa * bb);
}

describe('an mp3 that is made while a file is looked at', () => {
  it.runIf(isLong())(
    'is made of an mp3 of varying bit rate, and not of one whose own frames can be sent',
    async () => {
      const samples = await fixtureSpeech(rate, 30);
      const mp3 = async (kind: { quality: number } | { bitrate: 64 }) =>
        analyse(new File([await toMp3([samples], { sampleRate: rate, ...kind })], 'speech.mp3'));
      const varying = await mp3({ quality: 4 });
      expect(varying).toMatchObject({ hasOwnFrames: false, draft: { settings: speechMp3 } });
      const { mp3: made } = await encode(null, varying);
      expect(made.size).toBeCloseTo((30 * speechMp3.bitrate * 1000) / 8, -4);
      expect(await mp3({ bitrate: 64 })).toMatchObject({ hasOwnFrames: true, draft: null });
    },
  );

  it('is untouched what was decoded, to the sample, and carries its length and digest', async () => {
    const samples = (await fixtureSpeech(rate, 110)).subarray(0, 110 * rate - 77);
    const file = speechFile(samples);
    const analysis = await analyse(file);
    expect(analysis.draft?.samples).toBe(samples.length);
    expect(analysis.draft?.chunks.length).toBe(4);
    const made = await encode(file, analysis);
    expect(made.timemap).toBeNull();
    expect(made.durationS).toBe(samples.length / rate);
    expect(made.bytes).toBe(made.mp3.size);
    expect(made.sha256).toBe(hex(await crypto.subtle.digest('SHA-256', await made.mp3.arrayBuffer())));
    expect(readMp3Length(await bytesOf(made.mp3))).toEqual({ sampleRate: rate, samples: samples.length });
    const sound = await decoded(made);
    expect(sound.length).toBe(samples.length);
    expect(correlation(sound, samples)).toBeGreaterThan(0.99);
  });

  it('is not made of an mp3, unless that is asked for', async () => {
    const wav = speechFile(await fixtureSpeech(rate, 3));
    const { mp3 } = await encode(wav, await analyse(wav));
    const file = new File([mp3], 'speech.mp3');
    expect((await analyse(file)).draft).toBeNull();
    expect((await analyse(file, { always: true })).draft?.chunks.length).toBe(1);
  });

  it('has the same frames whatever rate and number of channels it comes from', async () => {
    const left = await fixtureSpeech(44_100, 8);
    const file = new File([toWav(interleave(left, left), 44_100, 2)], 'stereo.wav');
    const made = await encode(file, await analyse(file));
    expect(made.durationS).toBe(8);
    expect(correlation(await decoded(made), await fixtureSpeech(rate, 8))).toBeGreaterThan(0.98);
  });
});

describe('an mp3 of what is kept', () => {
  const kept: [number, number][] = [
    [1.503, 9.2],
    [12, 24.01],
    [30.5, 41],
  ];

  it('has at each time of the map what the original has there', async () => {
    const samples = await fixtureSpeech(rate, 40);
    const file = speechFile(samples);
    const analysis = await analyse(file);
    const made = await encode(file, analysis, { edits: { kept, loudness: 'as_is' } });
    const snapped = snapKept(kept, 40, speechMp3);
    const lengthS = snapped.reduce((sum, [from, to]) => sum + to - from, 0);
    expect(made.durationS).toBeCloseTo(lengthS, 9);
    expect(made.timemap?.map(([, original]) => original)).toEqual(snapped.map(([from]) => from));
    const sound = await decoded(made);
    expect(sound.length).toBe(Math.round(made.durationS * rate));
    for (const [index, [at, original]] of made.timemap!.entries()) {
      const spanS = snapped[index]![1] - snapped[index]![0];
      const [to, from] = [Math.round(at * rate), Math.round(original * rate)];
      const length = Math.round(spanS * rate);
      const there = samples.subarray(from, from + length);
      expect(correlation(sound.subarray(to, to + length), there)).toBeGreaterThan(0.98);
      // If either signal is shifted by one sample, they correlate less: so the time map is exact to the sample.
      const beside = (shift: number) =>
        correlation(sound.subarray(to + shift, to + shift + length - 2), there);
      expect(beside(0)).toBeGreaterThan(Math.max(beside(1), index > 0 ? beside(-1) : 0));
    }
  });

  it.runIf(isLong())(
    'takes from the draft what is far from a cut, and comes out as without one',
    async () => {
      const file = speechFile(await fixtureSpeech(rate, 60));
      const analysis = await analyse(file);
      const edits = {
        kept: [
          [2, 25],
          [26, 60],
        ] as [number, number][],
        loudness: 'as_is' as const,
      };
      const positions: number[] = [];
      const fromDraft = await encode(file, analysis, {
        edits,
        onProgress: (p) => positions.push(p.positionS),
      });
      const anew = await encode(file, { ...analysis, draft: null }, { edits });
      expect(fromDraft.sha256).toBe(anew.sha256);
      expect(positions[0]).toBeGreaterThan(40);
      expect(positions.at(-1)).toBeCloseTo(fromDraft.durationS, 6);
    },
  );

  it('is made of the draft where the recording is not there any more', async () => {
    const samples = await fixtureSpeech(rate, 20);
    const file = speechFile(samples);
    const analysis = await analyse(file);
    const edits = { kept: [[4.8, 20]] as [number, number][], loudness: 'as_is' as const };
    const made = await encode(null, analysis, { edits });
    const sound = await decoded(made);
    expect(sound.length).toBe(15.2 * rate);
    expect(correlation(sound, samples.subarray(4.8 * rate))).toBeGreaterThan(0.97);
    await expect(encode(null, { ...analysis, draft: null }, { edits })).rejects.toMatchObject({
      code: 'media.unreadable',
    });
  });

  it.runIf(isLong())(
    'is as loud as speech should be where that is asked for, and trimmed all the same',
    async () => {
      const samples = (await fixtureSpeech(rate, 20)).map((sample) => sample * 0.2);
      const file = speechFile(samples);
      const analysis = await analyse(file);
      const edits = { kept: [[4.8, 20]] as [number, number][], loudness: 'normalised' as const };
      const made = await encode(file, analysis, { edits });
      const sound = await decoded(made);
      expect(sound.length).toBe(15.2 * rate);
      expect(correlation(sound, samples.subarray(4.8 * rate))).toBeGreaterThan(0.97);
      const { measures } = await analyse(new File([made.mp3], 'louder.mp3'));
      expect(analysis.measures.integratedLufs).toBeLessThan(-26);
      expect(Math.abs(measures.integratedLufs! + 18)).toBeLessThan(1);
      expect(measures.truePeakDbtp).toBeLessThan(-1);
      const wantedLufs = -28 + planGain({ integratedLufs: -28, truePeakDbtp: -30 })!;
      const loudEnough = { ...analysis.measures, integratedLufs: wantedLufs, truePeakDbtp: -3 };
      const same = { ...analysis, measures: loudEnough };
      const again = await encode(null, same, { edits: { kept: null, loudness: 'normalised' } });
      expect(again.sha256).toBe((await encode(file, analysis)).sha256);
    },
  );

  it('ends with the reason of the signal when it is cancelled', async () => {
    const file = speechFile(await fixtureSpeech(rate, 60));
    const analysis = { ...(await analyse(file)), draft: null };
    const controller = new AbortController();
    const encoding = encode(file, analysis, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(encoding).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('has frames of the size that its bitrate says', async () => {
    const file = speechFile(await fixtureSpeech(rate, 4));
    const settings = { sampleRate: 16_000, bitrate: 24 } as const;
    const { mp3 } = await encode(file, await analyse(file, { encode: settings }), { settings });
    expect((mp3.size - 180) % frameBytes(settings)).toBe(0);
    expect(readMp3Length(await bytesOf(mp3))).toEqual({ sampleRate: 16_000, samples: 64_000 });
  });
});
