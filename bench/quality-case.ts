/** One clip with each fault, as the product would look at it. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { createAnalysis, type SoundNumbers } from '#wasm/analysis/analysis.ts';
import { createSilero } from '#wasm/voice/silero.ts';
import type { Sound } from './degrade.ts';

const blockFrames = 16_384;

export type Look = (sound: Sound) => Promise<SoundNumbers>;

/** The product's analysis with its network run by onnxruntime-node. */
export async function createLook(): Promise<Look> {
  const require = createRequire(import.meta.url);
  const model = join(require.resolve('@ricky0123/vad-web'), '../silero_vad_v5.onnx');
  const session = await InferenceSession.create(model, { intraOpNumThreads: 1, logSeverityLevel: 3 });
  const createTensor = (data: Float32Array | BigInt64Array, shape: number[]) =>
    data instanceof Float32Array ? new Tensor('float32', data, shape) : new Tensor('int64', data, shape);
  return async ({ samples, sampleRate, channels }) => {
    const detect = createSilero({ session, createTensor });
    const analysis = createAnalysis({ sampleRate, channels, detect });
    for (let at = 0; at < samples.length; at += blockFrames * channels)
      await analysis.push(samples.subarray(at, at + blockFrames * channels));
    return await analysis.finish();
  };
}
