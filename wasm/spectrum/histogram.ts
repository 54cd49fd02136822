export type PowerHistogram = {
  readonly total: number;
  /** Mean squares, 1 = full-scale square wave. */
  add(power: number): void;
  /** The power that `share` (0 to 1) of what was added does not exceed; 0 where nothing was added. */
  quantile(share: number): number;
  mean(): number;
};

const floorDb = -140;
const stepsPerDb = 2;
const bins = -floorDb * stepsPerDb;
const dbPerLn = 10 / Math.LN10;

/** Distribution of powers in half decibels from -140 to 0 dBFS: quantiles in constant memory. */
export function createPowerHistogram(): PowerHistogram {
  const counts = new Uint32Array(bins);
  const sums = new Float64Array(bins);
  let total = 0;
  return {
    get total() {
      return total;
    },
    add(power) {
      const db = power > 0 ? dbPerLn * Math.log(power) : floorDb;
      const bin = Math.max(0, Math.min(bins - 1, Math.floor((db - floorDb) * stepsPerDb)));
      counts[bin]! += 1;
      sums[bin]! += power;
      total++;
    },
    quantile(share) {
      let seen = 0;
      for (let bin = 0; bin < bins; bin++) {
        seen += counts[bin]!;
        if (seen > 0 && seen >= total * share) return sums[bin]! / counts[bin]!;
      }
      return 0;
    },
    mean: () => (total === 0 ? 0 : sums.reduce((sum, value) => sum + value, 0) / total),
  };
}
