import type { Kernel } from '#wasm/analysis/kernel.ts';
import type { LevelMeasures } from '#wasm/measure/level-measures.ts';

/** Level measures of the kernel with the interface of their references, for tests of both. */
export function createKernelLevels(
  kernel: Kernel,
  input: { sampleRate: number; channels: number },
): { push(block: Float32Array): void; result(): LevelMeasures } {
  const sound = kernel.createSound({ ...input, peaksRate: 20, fineRate: 100 });
  return { push: (block) => void sound.push(block), result: sound.levels };
}
