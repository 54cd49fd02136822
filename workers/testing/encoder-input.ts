import { hasSharedMemory } from '#workers/media/pcm/pcm-stream.ts';

/** Returns a copy of the samples as the encoder gets them: in shared memory if the page has it. */
export function encoderInput(samples: Float32Array): Float32Array<ArrayBufferLike> {
  const { byteLength } = samples;
  const pcm = new Float32Array(
    hasSharedMemory() ? new SharedArrayBuffer(byteLength) : new ArrayBuffer(byteLength),
  );
  pcm.set(samples);
  return pcm;
}
