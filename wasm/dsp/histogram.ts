import { dbToPower } from '#wasm/dsp/decibel.ts';

export type PowerDistribution = {
  readonly total: number;
  /** Returns the power that `share` (0 to 1) of all values do not exceed; 0 without values. */
  quantile(share: number): number;
  mean(): number;
};

type PowerHistogram = PowerDistribution & {
  /** Takes a mean square. That of a full-scale square wave is 1. */
  add(power: number): void;
};

const floorDb = -140;
const stepsPerDb = 2;
export const histogramSteps = -floorDb * stepsPerDb;
const dbPerLn = 10 / Math.LN10;

/**
 * Returns the index of the half-decibel step of a power. The steps reach from -140 to 0 dBFS; powers beyond count in
 * the first or last step.
 */
export function stepOf(power: number): number {
  const db = power > 0 ? dbPerLn * Math.log(power) : floorDb;
  return Math.max(0, Math.min(histogramSteps - 1, Math.floor((db - floorDb) * stepsPerDb)));
}

/** Returns the lower edge of each step in single precision: 0 for the first one, NaN after the last one. */
export function stepEdges(): Float32Array<ArrayBuffer> {
  const bits = new Uint32Array(1);
  const power = new Float32Array(bits.buffer);
  const edges = new Float32Array(histogramSteps + 1).fill(Number.NaN, histogramSteps);
  for (let step = 1; step < histogramSteps; step++) {
    // Positive floats have the same order as their bits.
    power[0] = dbToPower(floorDb + step / stepsPerDb);
    while (stepOf(power[0]!) >= step) bits[0]! -= 1;
    while (stepOf(power[0]!) < step) bits[0]! += 1;
    edges[step] = power[0]!;
  }
  return edges;
}

/**
 * Returns a histogram with these counts and sums of powers by step. Its functions use the values that are there when
 * they are called.
 */
export function readHistogram(counts: Uint32Array, sums: Float64Array): PowerDistribution {
  const totalOf = () => counts.reduce((sum, count) => sum + count, 0);
  return {
    get total() {
      return totalOf();
    },
    quantile(share) {
      const total = totalOf();
      let seen = 0;
      for (let step = 0; step < histogramSteps; step++) {
        seen += counts[step]!;
        if (seen > 0 && seen >= total * share) return sums[step]! / counts[step]!;
      }
      return 0;
    },
    mean() {
      const total = totalOf();
      return total === 0 ? 0 : sums.reduce((sum, value) => sum + value, 0) / total;
    },
  };
}

/** Creates a histogram of powers in half decibels from -140 to 0 dBFS: it gives quantiles in constant memory. */
export function createPowerHistogram(): PowerHistogram {
  const counts = new Uint32Array(histogramSteps);
  const sums = new Float64Array(histogramSteps);
  const { quantile, mean } = readHistogram(counts, sums);
  let total = 0;
  return {
    get total() {
      return total;
    },
    quantile,
    mean,
    add(power) {
      const step = stepOf(power);
      counts[step]! += 1;
      sums[step]! += power;
      total++;
    },
  };
}
