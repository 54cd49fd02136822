import { createLoudnessHistogram, toLufs } from './loudness-histogram.ts';

type LoudnessMeasures = {
  /** LUFS, ITU-R BS.1770-4: 400 ms blocks every 100 ms, gated at -70 LUFS and 10 LU below the mean. */
  integratedLufs: number | null;
  /** LUFS, EBU Tech 3341: the loudest 400 ms and the loudest 3 s, looked for every 10 ms. */
  maxMomentaryLufs: number | null;
  maxShortTermLufs: number | null;
  /**
   * LU, EBU Tech 3342: 10th to 95th percentile of the short-term loudness every 100 ms, gated at -70 LUFS and 20 LU below
   * the mean. One value of 3 s has no range.
   */
  loudnessRangeLu: number | null;
  /** Short-term loudness, LUFS, of the 3 s before each full second (of what there is, before the third); -Infinity for zeros. */
  loudnessCurve: { stepS: number; lufs: Float32Array<ArrayBuffer> };
};

export type LoudnessMeter = {
  /** The sum of K-weighted squares of the next step, see `createWeightedEnergy`; what is not a number counts as silence. */
  add(energy: number): void;
  /** Integrated loudness so far, LUFS; null where no block passes the gate. */
  integratedLufs(): number | null;
  /** Of what came so far; null where there is too little, or nothing above the gate. */
  result(): LoudnessMeasures;
};

/** Steps of 10 ms: fine enough for maxima of 400 ms (EBU Tech 3341, case 13). */
export const stepsPerS = 100;
const momentarySteps = 40;
const shortTermSteps = 300;
const gatingSteps = 10;

/** Loudness by the energies of steps of 10 ms, in memory that grows by four octets a second (the curve). */
export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
  const blocks = createLoudnessHistogram();
  const shortTerms = createLoudnessHistogram();
  /** Energies of the last 3 s. */
  const ring = new Float64Array(shortTermSteps);
  const curve: number[] = [];
  let steps = 0;
  let momentary = 0;
  let shortTerm = 0;
  let maxMomentary = 0;
  let maxShortTerm = 0;

  const meanSquare = (sum: number, count: number) => Math.max(0, (sum * stepsPerS) / (count * sampleRate));

  /** Running sums would keep the rounding errors of what was loud. */
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
