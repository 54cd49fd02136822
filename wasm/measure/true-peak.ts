import type { WithMemory } from '#wasm/binding/instantiate.ts';
import type { PlanePart } from '#wasm/binding/planes.ts';
import { planTruePeak, toDbtp, type TruePeak } from '#wasm/reference/true-peak.ts';

export type TruePeakExports = WithMemory & {
  truePeakCreate(channels: number, phases: number, maxGain: number, maxRise: number): number;
  truePeakHighest(): number;
  truePeakPush(frames: number): void;
};

/** `createTruePeak` in the kernel: the same to the last bit. */
export function createKernelTruePeak(
  kernel: TruePeakExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): PlanePart & Omit<TruePeak, 'push'> {
  const { phases, phaseCount, maxGain, maxRise } = planTruePeak(sampleRate);
  const at = kernel.truePeakCreate(channels, phaseCount, maxGain, maxRise);
  new Float64Array(kernel.memory.buffer, at, phases.length).set(phases);
  return { push: kernel.truePeakPush, dbtp: () => toDbtp(kernel.truePeakHighest()) };
}
