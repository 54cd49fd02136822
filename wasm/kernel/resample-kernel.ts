import type { Instantiate, WithMemory } from './instantiate.ts';
import { createMix, planResampling, type MonoResampler, type ResamplerInput } from './resample.ts';

export type ResampleExports = WithMemory & {
  resampleCreate(up: number, down: number, phases: number, taps: number): number;
  resampleTable(): number;
  resampleIn(): number;
  resampleOut(): number;
  resample(count: number): number;
};

/** `createMonoResampler` with the filter in the kernel: the same samples but for rounding. */
export function createKernelResampler(
  instantiate: Instantiate<ResampleExports>,
  input: ResamplerInput,
): MonoResampler {
  const { up, down, phases, half, table } = planResampling(input);
  const mix = createMix(input.channels);
  const { memory, ...kernel } = instantiate();
  const maxBlock = kernel.resampleCreate(up, down, phases, half * 2);
  new Float32Array(memory.buffer, kernel.resampleTable(), table.length).set(table);
  let received = 0;
  let produced = 0;

  const resample = (mono: Float32Array): Float32Array<ArrayBuffer> => {
    const out = new Float32Array(Math.ceil(((mono.length + half * 2) * up) / down) + 1);
    let count = 0;
    for (let at = 0; at < mono.length; at += maxBlock) {
      const part = mono.subarray(at, at + maxBlock);
      new Float32Array(memory.buffer, kernel.resampleIn(), part.length).set(part);
      const made = kernel.resample(part.length);
      out.set(new Float32Array(memory.buffer, kernel.resampleOut(), made), count);
      count += made;
    }
    produced += count;
    return out.subarray(0, count);
  };

  return {
    push(block) {
      received += block.length / input.channels;
      return resample(mix(block));
    },
    finish() {
      const missing = Math.ceil((received * up) / down) - produced;
      return resample(new Float32Array(half + 1)).subarray(0, Math.max(0, missing));
    },
  };
}
