import { powerToDb } from '#wasm/dsp/decibel.ts';

const lowestHz = 80;
const perOctave = 6;
const count = 41;

export const plotFrequenciesHz = (): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: count }, (_, i) => lowestHz * 2 ** (i / perOctave));

const floorDb = -120;

/**
 * Returns the level of each band, dBFS, not below -120, from the powers of bins that are `binHz` apart. A bin is shared
 * among the bands that it overlaps, in proportion.
 */
export function toPlotBands(bins: Float64Array, binHz: number): Float32Array<ArrayBuffer> {
  const half = 2 ** (0.5 / perOctave);
  return plotFrequenciesHz().map((centre) => {
    const from = centre / half / binHz + 0.5;
    const to = (centre * half) / binHz + 0.5;
    let power = 0;
    for (let bin = Math.floor(from); bin < to && bin < bins.length; bin++)
      power += bins[bin]! * Math.max(0, Math.min(to, bin + 1) - Math.max(from, bin));
    return Math.max(floorDb, powerToDb(power + 1e-13));
  });
}
