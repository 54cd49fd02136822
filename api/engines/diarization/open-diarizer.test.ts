import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { firstOrAll, isLong } from '#wasm/testing/long-test.ts';
import { detectSpeech } from '#api/media/speech-map.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createRandom } from '../../../bench/quality/degrade.ts';
import { hearByMicrophone } from '../../../bench/der/by-microphone.ts';
import { countDer, countTorn, derOf } from '../../../bench/der/der-score.ts';
import { createGraph, modelFile } from '../../../bench/transcribe/onnx-graph.ts';
import type { PcmFile } from '#api/media/pcm-file.ts';
import type { Turn } from './diarizer.ts';
import { createDiarizer } from './open-diarizer.ts';

const rate = 16_000;
const fixtureDir = join(import.meta.dirname, '../../../models/fixture/audio');
const never = new AbortController().signal;

async function pcmFile(samples: Float32Array, copies = 1): Promise<PcmFile> {
  const path = join(await testFolder(), 'sound.pcm');
  const bytes = Buffer.from(Int16Array.from(samples, (sample) => sample * 32_767).buffer);
  await writeFile(path, Buffer.concat(Array.from({ length: copies }, () => bytes)));
  return { path, samples: samples.length * copies };
}

type Fixture = { file: string; turns: { speaker: string; start: number; end: number }[] };

const fixture = async (file: string) => fromWav(await readFile(join(fixtureDir, file))).samples;

async function conversation(copies = 1) {
  const file = 'de_conversation.wav';
  const samples = await fixture(file);
  const all = JSON.parse(await readFile(join(fixtureDir, 'expected.json'), 'utf8')) as Fixture[];
  const { turns } = all.find((one) => one.file === file)!;
  const lengthS = samples.length / rate;
  const real = Array.from({ length: copies }, (_, i) =>
    turns.map(({ speaker, start, end }) => ({
      speaker,
      span: [start + i * lengthS, end + i * lengthS] as TimeSpan,
    })),
  ).flat();
  return { real, samples, speech: real.map(({ span }) => span), pcm: await pcmFile(samples, copies) };
}

const errorOf = (real: { speaker: string; span: TimeSpan }[], turns: readonly Turn[]) =>
  derOf(
    countDer(
      real,
      turns.map(({ speaker, start, end }) => ({ speaker: String(speaker), span: [start, end] })),
      0.25,
    ),
  );

/** Turns must ascend and cover exactly the speech; speakers are numbered by their first turn. */
function expectTurns(turns: readonly Turn[], speech: readonly TimeSpan[]): void {
  const covered = turns.reduce((sum, { start, end }) => sum + end - start, 0);
  expect(covered).toBeCloseTo(
    speech.reduce((sum, [start, end]) => sum + end - start, 0),
    1,
  );
  let next = 0;
  for (const [i, { start, end, speaker }] of turns.entries()) {
    expect(end).toBeGreaterThan(start);
    expect(start).toBeGreaterThanOrEqual(turns[i - 1]?.end ?? 0);
    expect(speaker).toBeLessThanOrEqual(next);
    next = Math.max(next, speaker + 1);
  }
}

describe('by features of the voice', () => {
  it.each(firstOrAll([null, 2, 4]))(
    'tells the two of a conversation apart, %s participants told',
    async (participants) => {
      const { real, speech, pcm } = await conversation();
      const diarizer = createDiarizer({ modelsDirs: [] });
      const turns = await diarizer.diarize({ pcm, speech, participants, signal: never });
      expect(diarizer.name).toBe('voice-features');
      expectTurns(turns, speech);
      expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2);
      expect(errorOf(real, turns)).toBeLessThan(5);
    },
  );

  it.runIf(isLong)(
    'does not take sentences that come again for people',
    async () => {
      const { real, pcm } = await conversation(10);
      const speech = await detectSpeech(pcm, never);
      const diarizer = createDiarizer({ modelsDirs: [] });
      const turns = await diarizer.diarize({ pcm, speech, participants: null, signal: never });
      expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2);
      expect(errorOf(real, turns)).toBeLessThan(10);
    },
    30_000,
  );

  it.runIf(isLong).each([0, 0.35])(
    'does not tear sentences when the same conversation comes by microphone, begun %s s before',
    async (beforeS) => {
      const { real, samples } = await conversation();
      const pcm = await pcmFile(await hearByMicrophone(samples, beforeS));
      const speech = await detectSpeech(pcm, never);
      const diarizer = createDiarizer({ modelsDirs: [] });
      const turns = await diarizer.diarize({ pcm, speech, participants: null, signal: never });
      const found = turns.map(({ speaker, start, end }) => ({
        speaker: String(speaker),
        span: [start - beforeS, end - beforeS] as TimeSpan,
      }));
      expect(countTorn(real, found, 0.25)).toBe(0);
      expect(new Set(found.map(({ speaker }) => speaker)).size).toBe(2);
    },
  );

  it.runIf(isLong).each([0, 0.1])(
    'hears one person who reads four languages into a microphone, begun %s s before',
    async (beforeS) => {
      const read = await Promise.all(['en_1', 'de_1', 'fr_1', 'it_1'].map((name) => fixture(`${name}.wav`)));
      const samples = Float32Array.from(read.flatMap((part) => [...part]));
      const pcm = await pcmFile(await hearByMicrophone(samples, beforeS));
      const speech = await detectSpeech(pcm, never);
      const diarizer = createDiarizer({ modelsDirs: [] });
      const turns = await diarizer.diarize({ pcm, speech, participants: null, signal: never });
      expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set([0]));
    },
  );

  it('hears one person where one speaks, though two were expected', async () => {
    const { real, pcm } = await conversation();
    const speech = real.filter(({ speaker }) => speaker === 'F').map(({ span }) => span);
    const diarizer = createDiarizer({ modelsDirs: [] });
    for (const participants of [null, 1, 2]) {
      const turns = await diarizer.diarize({ pcm, speech, participants, signal: never });
      expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set([0]));
    }
  });

  it('takes speech behind the end of the file, none at all, digital silence and a blink', async () => {
    const diarizer = createDiarizer({ modelsDirs: [] });
    const pcm = await pcmFile(new Float32Array(3 * rate));
    const tell = (speech: TimeSpan[]) => diarizer.diarize({ pcm, speech, participants: null, signal: never });
    expect(await tell([])).toEqual([]);
    expect(await tell([[0, 3]])).toEqual([{ start: 0, end: 3, speaker: 0 }]);
    expect(
      await tell([
        [1, 1.01],
        [2, 2.5],
        [2.9, 9],
      ]),
    ).toHaveLength(3);
  });

  it('stops in the middle when it is aborted, and when it is closed', async () => {
    const { speech, pcm } = await conversation(40);
    const diarizer = createDiarizer({ modelsDirs: [] });
    const controller = new AbortController();
    const aborted = diarizer.diarize({ pcm, speech, participants: null, signal: controller.signal });
    const closed = diarizer.diarize({ pcm, speech, participants: null, signal: never });
    controller.abort(new Error('cancelled by the test'));
    await expect(aborted).rejects.toThrow('cancelled by the test');
    await diarizer.close();
    await expect(closed).rejects.toThrow('closed');
    await expect(diarizer.diarize({ pcm, speech, participants: null, signal: never })).rejects.toThrow(
      'closed',
    );
  });
});

describe('by a network for voices', () => {
  const model = { id: 'random-projection', files: [{ path: 'voice.onnx', bytes: null, sha256: null }] };

  /** A stand-in model, `[1, frames, 80]` to 16 numbers: the variation of each band in a random projection. */
  async function modelsDir(): Promise<string> {
    const random = createRandom(5);
    const graph = createGraph('voice');
    const input = graph.input({ name: 'feats', type: 'float', dims: [1, 'frames', 80] });
    const weights = Float32Array.from({ length: 80 * 16 }, () => random() * 2 - 1);
    const projection = graph.weight('projection', 'float', [80, 16], weights);
    const [squares] = graph.node('Mul', [input, input]);
    const [means] = graph.node('ReduceMean', [squares!], { attributes: { axes: [1], keepdims: 0 } });
    const [centred] = graph.node('Sub', [means!, graph.weight('usual', 'float', [1], Float32Array.of(3))]);
    graph.node('MatMul', [centred!, projection], { outputs: ['embs'] });
    graph.output({ name: 'embs', type: 'float', dims: [1, 16] });
    const dir = await testFolder();
    await mkdir(join(dir, model.id));
    await writeFile(join(dir, model.id, 'voice.onnx'), Buffer.concat(modelFile(graph)));
    return dir;
  }

  /** A pulsating hum: harmonics from `hz` in steps of 150 Hz over two octaves. */
  const voice = (hz: number, lengthS: number) =>
    Float32Array.from({ length: lengthS * rate }, (_, i) => {
      const time = i / rate;
      let sum = 0;
      for (let tone = hz; tone < hz * 4; tone += 150) sum += Math.sin(2 * Math.PI * tone * time + tone);
      return 0.002 * sum * Math.exp(2 * Math.sin(2 * Math.PI * 3 * time));
    });
  const order = [150, 150, 1800, 150, 1800, 1800];
  const spans = order.map((_, i): TimeSpan => [i * 4 + 0.5, i * 4 + 3.5]);

  async function humming(): Promise<PcmFile> {
    const random = createRandom(7);
    const samples = Float32Array.from({ length: 24 * rate }, () => 0.0005 * (random() - 0.5));
    for (const [i, hz] of order.entries()) {
      const start = spans[i]![0] * rate;
      for (const [k, sample] of voice(hz, 3).entries()) samples[start + k]! += sample;
    }
    return await pcmFile(samples);
  }

  it('uses it when its files are there, and names it', async () => {
    const diarizer = createDiarizer({ modelsDirs: ['/nowhere', await modelsDir()], known: [model] });
    const pcm = await humming();
    const turns = await diarizer.diarize({ pcm, speech: spans, participants: null, signal: never });
    expect(diarizer.name).toBe('random-projection');
    expectTurns(turns, spans);
    expect(turns.map(({ speaker }) => speaker)).toEqual([0, 0, 1, 0, 1, 1]);
  });

  it('never tells more apart than take part', async () => {
    const diarizer = createDiarizer({ modelsDirs: [await modelsDir()], known: [model] });
    const turns = await diarizer.diarize({
      pcm: await humming(),
      speech: spans,
      participants: 1,
      signal: never,
    });
    expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set([0]));
  });

  it('stops in the middle when it is aborted, and works again afterwards', async () => {
    const diarizer = createDiarizer({ modelsDirs: [await modelsDir()], known: [model] });
    const { speech, pcm } = await conversation(40);
    const controller = new AbortController();
    const aborted = diarizer.diarize({ pcm, speech, participants: null, signal: controller.signal });
    const heard = vi.fn<(error: unknown) => void>();
    const ended = aborted.catch(heard);
    setTimeout(() => controller.abort(new Error('cancelled by the test')), 400);
    await ended;
    expect(heard).toHaveBeenCalledWith(expect.objectContaining({ message: 'cancelled by the test' }));
    const again = await diarizer.diarize({
      pcm: await humming(),
      speech: spans,
      participants: 2,
      signal: never,
    });
    expect(again.map(({ speaker }) => speaker)).toEqual([0, 0, 1, 0, 1, 1]);
  });
});
