import type { LevelMeasures } from '#wasm/reference/level-measures.ts';
import type { Kernel } from '#wasm/analysis/kernel.ts';

/** The levels that the kernel measures, for tests that run over them and over their references alike. */
export function createKernelLevels(
  kernel: Kernel,
  input: { sampleRate: number; channels: number },
): LevelMeasures {
  const sound = kernel.createSound({ ...input, peaksRate: 20, fineRate: 100 });
  return { push: (block) => void sound.push(block), result: sound.levels };
}
