import { createRandom } from './baseline.ts';

const resamples = 2_000;

/**
 * Returns the 95 % interval of a figure over files by the percentile bootstrap (Efron & Tibshirani 1993, ch. 13), with
 * a fixed seed.
 */
export function intervalOf<T>(
  files: readonly T[],
  figure: (files: readonly T[]) => number,
): [number, number] {
  const random = createRandom(20_261_121);
  const drawn = Array.from({ length: resamples }, () =>
    figure(files.map(() => files[Math.floor(random() * files.length)]!)),
  ).toSorted((a, b) => a - b);
  return [drawn[Math.floor(0.025 * resamples)]!, drawn[Math.ceil(0.975 * resamples) - 1]!];
}
