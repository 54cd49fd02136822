import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { createReferenceKernel } from './reference-kernel.ts';
import { createAnalysis } from '#wasm/analysis/analysis.ts';
import { noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { voiceRate } from '#wasm/speech/detect.ts';
import { createOnnxSilero } from './onnx-silero.ts';

const require = createRequire(import.meta.url);
const model = join(require.resolve('@ricky0123/vad-web'), '../silero_vad_v5.onnx');
const audioDir = process.env['AUDIO_DIR'] ?? '';

let session: InferenceSession;
beforeAll(async () => {
  session = await InferenceSession.create(model, { intraOpNumThreads: 1, logSeverityLevel: 3 });
});

const createDetect = () =>
  createOnnxSilero({
    session,
    createTensor: (data: Float32Array | BigInt64Array, shape: number[]) =>
      data instanceof Float32Array ? new Tensor('float32', data, shape) : new Tensor('int64', data, shape),
  });

async function analysed(samples: Float32Array, sampleRate: number, channels = 1) {
  const analysis = createAnalysis({ sampleRate, channels, kernel: createReferenceKernel(createDetect) });
  for (const piece of pieces(samples, channels)) await analysis.push(piece);
  return await analysis.finish();
}

describe('the voice activity model', () => {
  it.each([
    ['silence', silence(5, voiceRate)],
    ['white noise', noise(-30, 5, voiceRate)],
    ['quiet white noise', noise(-65, 5, voiceRate)],
    ['mains hum', sine({ frequency: 50, dbfs: -20, durationS: 5, sampleRate: voiceRate })],
    ['a tone', sine({ frequency: 1_000, dbfs: -20, durationS: 5, sampleRate: voiceRate })],
  ])('hears no speech in %s', async (_name, samples) => {
    expect((await analysed(samples, voiceRate)).speech).toEqual([]);
  });

  it('carries its state: the same sound in one call or in many gives the same probabilities', async () => {
    const samples = noise(-30, 2.048, voiceRate);
    const whole = await createDetect()(samples);
    const detect = createDetect();
    const halves = [await detect(samples.subarray(0, 16_384)), await detect(samples.subarray(16_384))];
    expect([...halves[0]!, ...halves[1]!]).toEqual([...whole]);
  });
});

const fixtureDir = join(import.meta.dirname, '../../models/fixture/audio');
type Fixture = { file: string; sentences: { start: number; end: number }[] };
const fixtures = JSON.parse(readFileSync(join(fixtureDir, 'expected.json'), 'utf8')) as Fixture[];

describe('with synthetic speech', () => {
  it.each(fixtures.map(({ file, sentences }) => [file, sentences] as const))(
    'hears the sentences of %s one by one, and nothing in the pauses between',
    async (file, sentences) => {
      const { samples, sampleRate, channels } = fromWav(readFileSync(join(fixtureDir, file)));
      const { speech } = await analysed(samples, sampleRate, channels);
      const ticks = Array.from({ length: (samples.length / sampleRate) * 100 }, (_, i) => i / 100);
      const isHeard = (at: number) => speech.some(([start, end]) => start <= at && at < end);
      const spoken = ticks.filter((at) => sentences.some(({ start, end }) => start <= at && at < end));
      expect(spoken.filter(isHeard).length).toBeGreaterThanOrEqual(0.95 * spoken.length);
      // The padding of a region and the length of a frame extend into a pause.
      const isNear = (at: number) => sentences.some(({ start, end }) => start - 0.2 < at && at < end + 0.35);
      expect(ticks.filter((at) => isHeard(at) && !isNear(at))).toEqual([]);
      expect(speech).toHaveLength(sentences.length);
    },
  );
});

const recording = (name: string) => fromWav(readFileSync(join(audioDir, name)));

describe.skipIf(!existsSync(join(audioDir, 'en/jfk.wav')))('with the recordings of AUDIO_DIR', () => {
  it('hears four phrases in a speech of eleven seconds', async () => {
    const { samples, sampleRate } = recording('en/jfk.wav');
    const { speech, verdict } = await analysed(samples, sampleRate);
    expect(speech).toHaveLength(4);
    expect(verdict.speech_share).toBeGreaterThan(0.7);
    expect(verdict.grade).toBe('good');
  });

  it('hears the same speech 44 dB quieter', async () => {
    const { samples, sampleRate } = recording('en/jfk.wav');
    const quiet = samples.map((sample) => Math.round(sample * 10 ** (-44 / 20) * 32_768) / 32_768);
    const { verdict } = await analysed(quiet, sampleRate);
    expect(verdict.speech_share).toBeGreaterThan(0.7);
    expect(verdict.reasons.map(({ code }) => code)).toEqual(['quality.too_quiet']);
  });

  it.each([
    ['derived/en-koala-snr00dB.wav', 0],
    ['derived/en-koala-snr10dB.wav', 10],
    ['derived/de-koala-snr00dB.wav', 0],
  ])('measures the noise that was mixed into %s', async (name, snrDb) => {
    const { samples, sampleRate } = recording(name);
    const { verdict } = await analysed(samples, sampleRate);
    expect(Math.abs(verdict.snr_db! - snrDb)).toBeLessThan(2.5);
    expect(verdict.reasons.map(({ code }) => code)).toContain('quality.noisy');
  });

  it('hears most of a far-field meeting, and little where nobody speaks', async () => {
    const { samples, sampleRate, channels } = recording('multi/ami-dev01.wav');
    const { speech } = await analysed(samples, sampleRate, channels);
    const truth = readFileSync(join(audioDir, 'multi/ami-dev01.rttm'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/))
      .map((fields) => [Number(fields[3]), Number(fields[3]) + Number(fields[4])] as const);
    const ticks = Array.from({ length: 3_000 }, (_, i) => i / 100);
    const isIn = (spans: readonly (readonly [number, number])[], at: number) =>
      spans.some(([start, end]) => start <= at && at < end);
    const spokenTicks = ticks.filter((at) => isIn(truth, at));
    const heard = spokenTicks.filter((at) => isIn(speech, at)).length / spokenTicks.length;
    const falseS = ticks.filter((at) => isIn(speech, at) && !isIn(truth, at)).length / 100;
    expect(heard).toBeGreaterThan(0.8);
    expect(falseS).toBeLessThan(1.5);
  });
});
