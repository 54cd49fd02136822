import { coarsen, type Peaks } from './peaks.ts';

type Pairs = Int8Array<ArrayBuffer>;

export type TwoRatePeaks = {
  recent(): Pairs;
  finish(): { peaks: Pairs; finePeaks: Pairs };
};

/**
 * Returns peaks at two rates (pairs a second), made from those at the finer one. `fineRate` is a multiple of `rate`.
 */
export function coarsened(
  fine: Pick<Peaks, 'recent' | 'finish'>,
  { rate, fineRate }: { rate: number; fineRate: number },
): TwoRatePeaks {
  const factor = fineRate / rate;
  if (!Number.isInteger(factor)) throw new RangeError(`${fineRate} is no multiple of ${rate}`);
  let rest = new Int8Array(0);
  return {
    recent() {
      const more = fine.recent();
      const pairs = new Int8Array(rest.length + more.length);
      pairs.set(rest);
      pairs.set(more, rest.length);
      const complete = pairs.length - (pairs.length % (2 * factor));
      rest = pairs.slice(complete);
      return coarsen(pairs.subarray(0, complete), factor);
    },
    finish() {
      const finePeaks = fine.finish();
      return { finePeaks, peaks: coarsen(finePeaks, factor) };
    },
  };
}
