import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { limits } from '#api/contract/limits.ts';
import { createAnalysis } from '#wasm/analysis/analysis.ts';
import { createSilero } from '#wasm/voice/silero.ts';
import { enginePaths } from '#workers/engines.ts';
import { receivePcm } from '#workers/media/pcm-stream.ts';
import { serve, transfer, WorkerError } from '#workers/rpc.ts';
import type { AnalysisContract } from './analysis.contract.ts';

const progressEveryMs = 100;

let session: InferenceSession | undefined;

async function loadSession(): Promise<InferenceSession> {
  // One thread is twice as fast as two for a network this small.
  env.wasm.numThreads = 1;
  env.wasm.wasmPaths = {
    mjs: `${enginePaths.ort}ort-wasm-simd-threaded.mjs`,
    wasm: `${enginePaths.ort}ort-wasm-simd-threaded.wasm`,
  };
  try {
    return await InferenceSession.create(`${enginePaths.silero}silero_vad_v5.onnx`, {
      executionProviders: ['wasm'],
      logSeverityLevel: 3,
    });
  } catch (error) {
    throw new WorkerError('media.engine_failed', String(error));
  }
}

serve<AnalysisContract>({
  async load() {
    session ??= await loadSession();
    return undefined;
  },

  async analyse({ source, sampleRate, channels }, { emit }) {
    if (!session) throw new WorkerError('media.engine_failed', 'not loaded');
    const detect = createSilero({
      session,
      createTensor: (data: Float32Array | BigInt64Array, shape: number[]) =>
        data instanceof Float32Array ? new Tensor('float32', data, shape) : new Tensor('int64', data, shape),
    });
    const analysis = createAnalysis({ sampleRate, channels, detect, peaksRate: limits.peaksRate });
    let samples = 0;
    let last = 0;
    for await (const block of receivePcm(source)) {
      await analysis.push(block);
      samples += block.length / channels;
      const now = performance.now();
      if (now - last < progressEveryMs) continue;
      last = now;
      emit(samples / sampleRate);
    }
    const sound = await analysis.finish();
    return transfer(sound, [sound.peaks.buffer]);
  },
});
