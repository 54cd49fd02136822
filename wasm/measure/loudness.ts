import type { WithMemory } from '#wasm/binding/instantiate.ts';
import { maxPlaneFrames, type PlanePart } from '#wasm/binding/planes.ts';
import { channelWeights, kWeighting } from '#wasm/dsp/k-weighting.ts';
import { createLoudnessMeter, type LoudnessMeter } from './loudness-meter.ts';

export type Loudness = PlanePart & Omit<LoudnessMeter, 'add'>;

export type WeightingExports = WithMemory & {
  weightingCreate(channels: number, sampleRate: number, maxFrames: number): number;
  weightingTable(): number;
  weightingEnergies(): number;
  weigh(frames: number): number;
};

/** Measures loudness after ITU-R BS.1770-4 and EBU R 128, in memory that grows by four bytes a second (the curve). */
export function createLoudness(
  kernel: WeightingExports,
  { sampleRate, channels }: { sampleRate: number; channels: number },
): Loudness {
  const [{ b0, b1, b2, a1, a2 }, { a1: c1, a2: c2 }] = kWeighting(sampleRate);
  // The shelf's first coefficient, b0, is factored out of the filter into the energy.
  const weights = channelWeights(channels).map((weight) => weight * b0 * b0);
  const table = [b1 / b0, b2 / b0, a1, a2, c1, c2, ...weights];
  kernel.weightingCreate(channels, sampleRate, maxPlaneFrames);
  new Float64Array(kernel.memory.buffer, kernel.weightingTable(), table.length).set(table);
  const { add, ...meter } = createLoudnessMeter(sampleRate);
  return {
    ...meter,
    push(frames) {
      const steps = kernel.weigh(frames);
      for (const energy of new Float64Array(kernel.memory.buffer, kernel.weightingEnergies(), steps))
        add(energy);
    },
  };
}
