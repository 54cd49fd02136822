import type { Instantiate, WithMemory } from '#wasm/binding/instantiate.ts';
import { createMix, planResampling, type MonoResampler, type ResamplerInput } from './resample.ts';

export type ResampleExports = WithMemory & {
  resampleCreate(up: number, down: number, phases: number, taps: number): number;
  resampleRow(phase: number): number;
  resampleIn(): number;
  resampleOut(): number;
  resample(count: number): number;
};

/** Does the work of `createMonoResampler` in the kernel. Results differ by rounding, and do not depend on the block size. */
export function createKernelResampler(
  instantiate: Instantiate<ResampleExports>,
  input: ResamplerInput,
): MonoResampler {
  const { up, down, phases, half, table } = planResampling(input);
  const taps = half * 2;
  const mix = createMix(input.channels);
  const { memory, ...kernel } = instantiate();
  const maxBlock = kernel.resampleCreate(up, down, phases, taps);
  for (let phase = 0; phase < phases; phase++) {
    const row = table.subarray(phase * taps, (phase + 1) * taps);
    new Float32Array(memory.buffer, kernel.resampleRow(phase), taps).set(row);
  }
  let received = 0;
  let produced = 0;

  const resampleBlock = (mono: Float32Array): Float32Array<ArrayBuffer> => {
    new Float32Array(memory.buffer, kernel.resampleIn(), mono.length).set(mono);
    const count = kernel.resample(mono.length);
    produced += count;
    return new Float32Array(memory.buffer, kernel.resampleOut(), count);
  };

  const resample = (mono: Float32Array): Float32Array<ArrayBuffer> => {
    if (mono.length <= maxBlock) return resampleBlock(mono);
    const out = new Float32Array(Math.ceil(((mono.length + taps) * up) / down) + 1);
    let filled = 0;
    for (let at = 0; at < mono.length; at += maxBlock) {
      const part = resampleBlock(mono.subarray(at, at + maxBlock));
      out.set(part, filled);
      filled += part.length;
    }
    return out.subarray(0, filled);
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
