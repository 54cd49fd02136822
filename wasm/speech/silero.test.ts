import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneOfEach } from '#wasm/testing/one-of-each.ts';
import { allVariants, loadKernel, sileroPath } from '../../tools/kernel.ts';
import type { Kernel } from '#wasm/analysis/kernel.ts';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { createOnnxSilero } from '#wasm/reference/onnx-silero.ts';
import { concat, noise, silence, sine } from '#wasm/testing/signals.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import type { DetectCounts, DetectOptions } from './silero.ts';
import { frameSamples, voiceRate } from './detect.ts';

const fixtureDir = join(import.meta.dirname, '../../models/fixture/audio');
const audioDir = process.env['AUDIO_DIR'] ?? '';

let session: InferenceSession;
beforeAll(async () => {
  session = await InferenceSession.create(sileroPath, { intraOpNumThreads: 1, logSeverityLevel: 3 });
});

const createReference = () =>
  createOnnxSilero({
    session,
    createTensor: (data: Float32Array | BigInt64Array, shape: number[]) =>
      data instanceof Float32Array ? new Tensor('float32', data, shape) : new Tensor('int64', data, shape),
  });

function atVoiceRate(path: string): Float32Array {
  const { samples, sampleRate, channels } = fromWav(readFileSync(path));
  const resampler = createMonoResampler({ sampleRate, channels, targetRate: voiceRate });
  return concat(resampler.push(samples), resampler.finish());
}

/** Largest difference in probability, and number of frames on different sides of 0.5. */
async function differences(kernel: Kernel, samples: Float32Array) {
  const expected = await createReference()(samples);
  const probabilities = await kernel.createDetect()(samples);
  return {
    frames: probabilities.length - expected.length,
    isClose: Math.max(...expected.map((p, i) => Math.abs(p - probabilities[i]!))) < 1e-4,
    decisions: expected.filter((p, i) => p > 0.5 !== probabilities[i]! > 0.5).length,
  };
}
const none = { frames: 0, isClose: true, decisions: 0 };

describe.each(allVariants)('voice activity in the kernel (%s)', (variant) => {
  const kernel = loadKernel(variant);

  it.each(['de_conversation', 'en_1', 'fr_1', 'it_1', 'silence'])(
    'gives the probabilities of ONNX Runtime on %s',
    async (name) => {
      expect(await differences(kernel, atVoiceRate(join(fixtureDir, `${name}.wav`)))).toEqual(none);
    },
  );

  it.each([
    ['loud noise', noise(-6, 3, voiceRate)],
    ['hardly any noise', noise(-90, 3, voiceRate)],
    ['a tone at full scale', sine({ frequency: 220, dbfs: 0, durationS: 3, sampleRate: voiceRate })],
    ['an offset', new Float32Array(48_000).fill(0.5)],
    ['sound far over full scale', noise(40, 3, voiceRate)],
  ])('gives the probabilities of ONNX Runtime on %s', async (_name, samples) => {
    expect(await differences(kernel, samples)).toEqual(none);
  });

  it('does not care how the frames come', async () => {
    const samples = atVoiceRate(join(fixtureDir, 'en_1.wav'));
    const whole = await kernel.createDetect()(samples);
    const detect = kernel.createDetect();
    const parts: number[] = [];
    for (let at = 0, frames = 1; at < whole.length; at += frames, frames = (frames % 70) + 1)
      parts.push(...(await detect(samples.subarray(at * frameSamples, (at + frames) * frameSamples))));
    expect(parts.slice(0, whole.length)).toEqual([...whole]);
  });

  it('keeps two streams apart', async () => {
    const samples = atVoiceRate(join(fixtureDir, 'en_1.wav')).subarray(0, 64 * frameSamples);
    const alone = await kernel.createDetect()(samples);
    const [a, b] = [kernel.createDetect(), kernel.createDetect()];
    const halves: Float32Array[] = [];
    for (const half of [samples.subarray(0, 32 * frameSamples), samples.subarray(32 * frameSamples)]) {
      halves.push(await a(half));
      await b(noise(-20, 0.512, voiceRate));
    }
    expect(concat(...halves)).toEqual(alone);
  });

  it('hears speech after samples that are no numbers', async () => {
    const speech = atVoiceRate(join(fixtureDir, 'en_1.wav'));
    const broken = silence(1.024, voiceRate);
    broken.set([Number.NaN, Infinity, -Infinity, 1e38, -1e38], 700);
    const detect = kernel.createDetect();
    const during = await detect(broken);
    expect(during.every((p) => p >= 0 && p <= 1)).toBe(true);
    const expected = await kernel.createDetect()(speech);
    const after = await detect(speech);
    const isSpeech = (p: number) => p > 0.5;
    const heard = after.filter((p, i) => isSpeech(p) && isSpeech(expected[i]!)).length;
    expect(heard).toBeGreaterThan(0.95 * expected.filter(isSpeech).length);
  });
});

describe.each(allVariants)('the gate before the network (%s)', (variant) => {
  const kernel = loadKernel(variant);
  const speech = atVoiceRate(join(fixtureDir, 'en_1.wav')).subarray(0, 60 * frameSamples);
  const hear = async (samples: Float32Array, options?: DetectOptions) => [
    ...(await kernel.createDetect(options)(samples)),
  ];

  it.each([
    ['silence between words', concat(silence(3.2, voiceRate), speech, silence(6.4, voiceRate), speech)],
    ['frames of silence by themselves', concat(speech, silence(0.032 * 3, voiceRate), speech)],
    ['silence with its sign', new Float32Array(100 * frameSamples).fill(-0)],
    ['what is nearly silence', noise(-110, 1.6, voiceRate)],
    ['a single sample', silence(1.6, voiceRate).fill(1e-38, 20_000, 20_001)],
    ['what is no number', silence(1.6, voiceRate).fill(Number.NaN, 8_000, 12_000)],
  ])('changes no bit of %s', async (_name, samples) => {
    expect(await hear(samples)).toEqual(await hear(samples, { isGated: false }));
  });

  it('keeps digital silence from the layers, but for the frame that still has sound before it', async () => {
    const counts: DetectCounts[] = [];
    const samples = concat(speech, silence(0.032 * 100, voiceRate), speech);
    await hear(samples, { onCounts: (latest) => counts.push(latest) });
    expect(counts).toEqual([{ frames: 220, silent: 99 }]);
  });

  it('keeps nothing from them where it is off', async () => {
    const counts: DetectCounts[] = [];
    await hear(silence(0.64, voiceRate), { isGated: false, onCounts: (latest) => counts.push(latest) });
    expect(counts).toEqual([{ frames: 20, silent: 0 }]);
  });
});

const recordings = [
  'en/jfk.wav',
  'en/mfa-cold_corpus_32bit_float.wav',
  'en/ljspeech-LJ002-0020.wav',
  'multi/ami-dev01.wav',
  'derived/en-koala-snr00dB.wav',
  'derived/de-koala-snr00dB.wav',
];

describe.skipIf(!existsSync(join(audioDir, 'en/jfk.wav')))('with the recordings of AUDIO_DIR', () => {
  it.each(oneOfEach(recordings))('gives the probabilities of ONNX Runtime on %s', async (name) => {
    expect(await differences(loadKernel(), atVoiceRate(join(audioDir, name)))).toEqual(none);
  });
});
