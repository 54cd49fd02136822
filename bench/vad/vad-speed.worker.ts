import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { createMonoResampler } from '#wasm/kernel/resample.ts';
import { noise } from '#wasm/testing/signals.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { createSilero } from '#wasm/voice/silero.ts';
import { enginePaths } from '#workers/engines.ts';
import { loadKernel } from '#workers/kernel.ts';

type Detection = { kind: 'kernel' | 'onnxruntime-web'; url: string; repeats: number };
type Resampling = { kind: 'resample'; isKernel: boolean; targetRates: number[]; seconds: number };
export type VadTask = Detection | Resampling;

/** `probabilities` of the first pass, none for resampling. */
export type VadTimed = { ms: number; seconds: number; probabilities: number[] };

const inputRate = 48_000;

async function createOnnxDetect() {
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = {
    mjs: `${enginePaths.ort}ort-wasm-simd-threaded.mjs`,
    wasm: `${enginePaths.ort}ort-wasm-simd-threaded.wasm`,
  };
  const session = await InferenceSession.create(`${enginePaths.silero}silero_vad_v5.onnx`, {
    executionProviders: ['wasm'],
    logSeverityLevel: 3,
  });
  return createSilero({
    session,
    createTensor: (data: Float32Array | BigInt64Array, shape: number[]) =>
      data instanceof Float32Array ? new Tensor('float32', data, shape) : new Tensor('int64', data, shape),
  });
}

async function loaded() {
  const kernel = await loadKernel();
  if (!kernel) throw new Error('This browser has no SIMD in WebAssembly.');
  return kernel;
}

async function timeDetection({ kind, url, repeats }: Detection): Promise<VadTimed> {
  const { samples, sampleRate } = fromWav(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  const detect = kind === 'kernel' ? (await loaded()).createDetect() : await createOnnxDetect();
  const probabilities = await detect(samples);
  const startedAt = performance.now();
  for (let i = 0; i < repeats; i++) await detect(samples);
  const ms = performance.now() - startedAt;
  return { ms, seconds: (repeats * samples.length) / sampleRate, probabilities: [...probabilities] };
}

/** All rates from one input, in blocks of a second, as the pass does it. */
async function timeResampling(task: Resampling): Promise<VadTimed> {
  const create = task.isKernel ? (await loaded()).createResampler : createMonoResampler;
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
