import { powerToDb } from '#wasm/dsp/decibel.ts';
import { createPowerHistogram } from '#wasm/dsp/histogram.ts';

type LevelSpread = {
  /** A frame of 32 ms with speech: its mean square. */
  push(power: number): void;
  /** dB between the loud (95th percentile) and the soft (5th) 3 s of speech; null below some 22 s of speech. */
  spreadDb(): number | null;
};

const windowFrames = 94;
const hopFrames = 31;
const minWindows = 20;

/**
 * How far louder and softer speakers are apart: the level of every 3 s of speech, each second of it, pauses left out. The
 * percentiles are those of loudness range (EBU Tech 3342, which takes 10 and 95 of all sound).
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
