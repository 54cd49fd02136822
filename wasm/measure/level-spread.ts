import { powerToDb } from '#wasm/dsp/decibel.ts';
import { createPowerHistogram } from '#wasm/dsp/histogram.ts';

type LevelSpread = {
  push(power: number): void;
  /** Returns the distance between the 95th and the 5th percentile of the level, dB; null for less than about 22 s of speech. */
  spreadDb(): number | null;
};

const windowFrames = 94;
const hopFrames = 31;
const minWindows = 20;

/**
 * Measures the level difference between louder and softer speakers, by the level of every 3 s of speech, in steps of 1
 * s, without pauses. It takes percentiles as the loudness range does (EBU Tech 3342, with the 10th and 95th of all
 * sound).
 */
export function createLevelSpread(): LevelSpread {
  const levels = createPowerHistogram();
  const hops: number[] = [];
  let sum = 0;
  let filled = 0;
  return {
    push(power) {
      sum += power;
      if (++filled < hopFrames) return;
      hops.push(sum);
      sum = 0;
      filled = 0;
      if (hops.length * hopFrames < windowFrames - hopFrames / 2) return;
      levels.add(hops.reduce((total, hop) => total + hop, 0) / (hops.length * hopFrames));
      hops.shift();
    },
    spreadDb() {
      if (levels.total < minWindows) return null;
      return powerToDb(levels.quantile(0.95) / Math.max(levels.quantile(0.05), 1e-14));
    },
  };
}
