import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { noise } from '#wasm/testing/signals.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { loadKernel } from '#workers/kernel.ts';
import { createOnnxDetect } from '../onnx-detect.ts';

type Detection = { kind: 'kernel' | 'onnxruntime-web'; url: string; repeats: number };
type Resampling = { kind: 'resample'; isKernel: boolean; targetRates: number[]; seconds: number };
export type VadTask = Detection | Resampling;

/** `probabilities` are those of the first pass; empty for resampling. */
export type VadTimed = { ms: number; seconds: number; probabilities: number[] };

const inputRate = 48_000;

async function timeDetection({ kind, url, repeats }: Detection): Promise<VadTimed> {
  const { samples, sampleRate } = fromWav(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  const detect = kind === 'kernel' ? (await loadKernel()).createDetect() : await createOnnxDetect();
  const probabilities = await detect(samples);
  const startedAt = performance.now();
  for (let i = 0; i < repeats; i++) await detect(samples);
  const ms = performance.now() - startedAt;
  return { ms, seconds: (repeats * samples.length) / sampleRate, probabilities: [...probabilities] };
}

/** Resamples one input to all sample rates in blocks of 1 s, as the product does. */
async function timeResampling(task: Resampling): Promise<VadTimed> {
  const create = task.isKernel ? (await loadKernel()).createResampler : createMonoResampler;
  const resamplers = task.targetRates.map((targetRate) =>
    create({ sampleRate: inputRate, channels: 1, targetRate }),
  );
  const block = noise(-20, 1, inputRate);
  for (const resampler of resamplers) resampler.push(block);
  const startedAt = performance.now();
  for (let second = 0; second < task.seconds; second++)
    for (const resampler of resamplers) resampler.push(block);
  return { ms: performance.now() - startedAt, seconds: task.seconds, probabilities: [] };
}

self.addEventListener('message', async ({ data }: MessageEvent<VadTask>) => {
  self.postMessage(await (data.kind === 'resample' ? timeResampling(data) : timeDetection(data)));
});
