import { frameSamples, voiceRate, type Detect } from '#wasm/speech/detect.ts';

/**
 * Number of samples at the end of the previous frame that the model needs. Without them it detects no speech, and
 * reports no error.
 */
const contextSamples = 64;
const stateShape = [2, 1, 128];

type TensorLike = { readonly data: unknown };

/** The part of ONNX Runtime that is used here. The builds for browser and Node both fit. */
type OnnxRuntime<T extends TensorLike> = {
  session: { run(feeds: Record<string, T>): Promise<{ readonly [name: string]: TensorLike }> };
  createTensor(data: Float32Array | BigInt64Array, shape: number[]): T;
};

export function createOnnxSilero<T extends TensorLike>({ session, createTensor }: OnnxRuntime<T>): Detect {
  const window = new Float32Array(contextSamples + frameSamples);
  const sr = createTensor(BigInt64Array.of(BigInt(voiceRate)), []);
  let state: TensorLike = createTensor(new Float32Array(2 * 128), stateShape);
  return async (frames) => {
    const probabilities = new Float32Array(Math.floor(frames.length / frameSamples));
    for (let i = 0; i < probabilities.length; i++) {
      window.set(frames.subarray(i * frameSamples, (i + 1) * frameSamples), contextSamples);
      const input = createTensor(window, [1, window.length]);
      const result = await session.run({ input, state: state as T, sr });
      probabilities[i] = (result['output']!.data as Float32Array)[0]!;
      state = result['stateN']!;
      window.copyWithin(0, frameSamples);
    }
    return probabilities;
  };
}
