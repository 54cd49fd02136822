import { createLoudnessHistogram, toLufs } from './loudness-histogram.ts';

type LoudnessMeasures = {
  /**
   * Integrated loudness, LUFS (ITU-R BS.1770-4): 400 ms blocks every 100 ms, gated at -70 LUFS and 10 LU below the
   * mean.
   */
  integratedLufs: number | null;
  /** Loudness of the loudest 400 ms and of the loudest 3 s, in steps of 10 ms, LUFS (EBU Tech 3341). */
  maxMomentaryLufs: number | null;
  maxShortTermLufs: number | null;
  /**
   * Loudness range, LU (EBU Tech 3342): 10th to 95th percentile of short-term loudness, gated at -70 LUFS and 20 LU
   * below the mean.
   */
  loudnessRangeLu: number | null;
  /** Short-term loudness once a second, LUFS, over 3 s (less at the beginning); -Infinity for silence. */
  loudnessCurve: { stepS: number; lufs: Float32Array<ArrayBuffer> };
};

export type LoudnessMeter = {
  /** Takes the K-weighted energy of the next step (`createWeightedEnergy`). NaN counts as silence. */
  add(energy: number): void;
  /** Returns the integrated loudness so far, LUFS; null if no block passes the gate. */
  integratedLufs(): number | null;
  result(): LoudnessMeasures;
};

/** Number of steps a second. Steps of 10 ms are fine enough for maxima of 400 ms (EBU Tech 3341, case 13). */
export const stepsPerS = 100;
const momentarySteps = 40;
const shortTermSteps = 300;
const gatingSteps = 10;

/** Measures loudness from the energies of 10 ms steps, in memory that grows by four bytes a second (the curve). */
export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
  const blocks = createLoudnessHistogram();
  const shortTerms = createLoudnessHistogram();
  const ring = new Float64Array(shortTermSteps);
  const curve: number[] = [];
  let steps = 0;
  let momentary = 0;
  let shortTerm = 0;
  let maxMomentary = 0;
  let maxShortTerm = 0;

  const meanSquare = (sum: number, count: number) => Math.max(0, (sum * stepsPerS) / (count * sampleRate));

  /** Recomputes the running sums, which would keep rounding errors of loud passages. */
  const refresh = () => {
    momentary = 0;
    shortTerm = 0;
    for (let i = 0; i < Math.min(steps, shortTermSteps); i++) {
      shortTerm += ring[i]!;
      if ((steps - 1 - i) % shortTermSteps < momentarySteps) momentary += ring[i]!;
    }
  };

  const add = (sum: number) => {
    const energy = Number.isFinite(sum) ? sum : 0;
    const at = steps % shortTermSteps;
    momentary += energy - ring[(at + shortTermSteps - momentarySteps) % shortTermSteps]!;
    shortTerm += energy - ring[at]!;
    ring[at] = energy;
    steps++;
    if (steps % gatingSteps === 0) refresh();
    const block = meanSquare(momentary, momentarySteps);
    const long = meanSquare(shortTerm, shortTermSteps);
    if (steps >= momentarySteps) {
      maxMomentary = Math.max(maxMomentary, block);
      if (steps % gatingSteps === 0) blocks.add(block);
    }
    if (steps >= shortTermSteps) {
      maxShortTerm = Math.max(maxShortTerm, long);
      if (steps % gatingSteps === 0) shortTerms.add(long);
    }
    if (steps % stepsPerS === 0) curve.push(toLufs(meanSquare(shortTerm, Math.min(steps, shortTermSteps))));
  };

  const integratedLufs = () => {
    const mean = blocks.gatedMean(-10);
    return mean === null ? null : toLufs(mean);
  };

  return {
    add,
    integratedLufs,
    result: () => ({
      integratedLufs: integratedLufs(),
      maxMomentaryLufs: maxMomentary > 0 ? toLufs(maxMomentary) : null,
      maxShortTermLufs: maxShortTerm > 0 ? toLufs(maxShortTerm) : null,
      loudnessRangeLu: shortTerms.range(-20, 0.1, 0.95),
      loudnessCurve: { stepS: 1, lufs: Float32Array.from(curve) },
    }),
  };
}
