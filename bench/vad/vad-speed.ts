/**
 * Measures the speed of voice activity detection in a Chromium worker on one core: our kernel against ONNX Runtime in
 * the same worker and in Node, frame by frame, and the resampler. The rounds of all are interleaved, and the medians
 * are shown. ONNX Runtime runs the same model file. Also checks the gate before the network on the synthetic cases of
 * `eval vad` and on the recordings of `--audio DIR`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { chromiumLaunch } from '../../tools/chromium.ts';
import { loadKernel, sileroPath } from '../../tools/kernel.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { createOnnxSilero } from '#wasm/reference/onnx-silero.ts';
import type { Detect } from '#wasm/speech/detect.ts';
import type { Options } from '../main.ts';
import { ensureNativeFfmpeg } from '../native.ts';
import { goal, median, round, type Report } from '../report.ts';
import { gateCounts, type GateCounts } from './gate.ts';

// Copy of the type in `vad-speed.worker.ts`, whose code belongs to a worker.
type Timed = { ms: number; seconds: number; probabilities: number[] };

const root = join(import.meta.dirname, '../..');
const audioPath = join(root, 'models/fixture/audio/de_conversation.wav');
const rounds = 5;

const speedOf = ({ ms, seconds }: Timed): number => (seconds * 1000) / ms;

async function timeInNode(detect: Detect, repeats: number): Promise<Timed> {
  const { samples, sampleRate } = fromWav(readFileSync(audioPath));
  const probabilities = [...(await detect(samples))];
  const startedAt = performance.now();
  for (let i = 0; i < repeats; i++) await detect(samples);
  return {
    ms: performance.now() - startedAt,
    seconds: (repeats * samples.length) / sampleRate,
    probabilities,
  };
}

async function onnxDetect(): Promise<Detect> {
  const session = await InferenceSession.create(sileroPath, { intraOpNumThreads: 1, logSeverityLevel: 3 });
  return createOnnxSilero({
    session,
    createTensor: (data: Float32Array | BigInt64Array, shape: number[]) =>
      data instanceof Float32Array ? new Tensor('float32', data, shape) : new Tensor('int64', data, shape),
  });
}

export async function measure({ audioDir }: Options): Promise<Report> {
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  const browser = await chromium.launch(chromiumLaunch);
  try {
    const page = await browser.newPage();
    const base = `${server.resolvedUrls?.local[0] ?? ''}@fs`;
    await page.goto(`${base}${join(root, 'bench/vad/vad-speed.html')}`);
    await page.waitForFunction('"vad" in globalThis');
    const inPage = (task: object) =>
      page.evaluate(`globalThis.vad(${JSON.stringify(task)})`) as Promise<Timed>;
    const url = `${base}${audioPath}`;
    const resampling = (isKernel: boolean, targetRates: number[], seconds: number) => () =>
      inPage({ kind: 'resample', isKernel, targetRates, seconds });
    const tasks: Record<string, () => Promise<Timed>> = {
      'kernel, Chromium': () => inPage({ kind: 'kernel', url, repeats: 20 }),
      'onnxruntime-web, Chromium': () => inPage({ kind: 'onnxruntime-web', url, repeats: 2 }),
      'kernel, Node': () => timeInNode(loadKernel().createDetect(), 20),
      'onnxruntime-node': async () => timeInNode(await onnxDetect(), 4),
      'resample 48 to 16 kHz, kernel': resampling(true, [16_000], 600),
      'resample 48 to 16 and 24 kHz, kernel': resampling(true, [16_000, 24_000], 600),
      'resample 48 to 16 kHz, JavaScript': resampling(false, [16_000], 60),
    };
    const timed: Record<string, Timed[]> = {};
    for (let i = 0; i < rounds; i++)
      for (const [name, run] of Object.entries(tasks)) (timed[name] ??= []).push(await run());
    const speed = (name: string) => median(timed[name]!.map(speedOf));
    const [ours, theirs] = ['kernel, Chromium', 'onnxruntime-web, Chromium'].map(
      (name) => timed[name]![0]!.probabilities,
    );
    const differences = ours!.map((p, i) => Math.abs(p - theirs![i]!));
    const worst = differences.reduce((most, difference) => Math.max(most, difference), 0);
    const rows = Object.keys(tasks).map((name) => {
      const speeds = timed[name]!.map(speedOf);
      return {
        what: name,
        '× real time': round(speed(name)),
        slowest: round(Math.min(...speeds)),
        fastest: round(Math.max(...speeds)),
      };
    });
    const gate = await gateCounts(audioDir && ensureNativeFfmpeg() ? audioDir : null);
    const sumOf = (key: keyof GateCounts) => gate.all.reduce((sum, counts) => sum + counts[key], 0);
    const goals = [
      goal('kernel in Chromium', speed('kernel, Chromium'), '× real time', '>=', 300),
      goal(
        'beside onnxruntime-web',
        speed('kernel, Chromium') / speed('onnxruntime-web, Chromium'),
        '×',
        '>=',
        2,
      ),
      goal(
        'beside onnxruntime-node, batch 1, one thread',
        speed('kernel, Chromium') / speed('onnxruntime-node'),
        '×',
        '>=',
        1,
      ),
      goal('largest difference of a probability', worst, '', '<=', 1e-4),
      goal('frames of speech lost by the gate', sumOf('lost'), 'frames', '<=', 0),
      goal('recordings with other regions by the gate', sumOf('otherRegions'), 'recordings', '<=', 0),
      goal(
        'resampling to both rates',
        speed('resample 48 to 16 and 24 kHz, kernel'),
        '× real time',
        '>=',
        600,
      ),
    ];
    return { name: 'vad', rows, more: [gate.rows], figures: { rounds, rows, gate: gate.rows }, goals };
  } finally {
    await browser.close();
    await server.close();
  }
}
