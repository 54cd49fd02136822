import { powerToDb } from '#wasm/dsp/decibel.ts';
import { createFft } from '#wasm/dsp/fft.ts';
import { createPowerHistogram, type PowerDistribution } from '#wasm/dsp/histogram.ts';

/** Fundamental, Hz, and RMS level of all harmonics that stand out, dBFS. */
type HumFound = { frequencyHz: 50 | 60; levelDbfs: number };

type Hum = {
  push(mono: Float32Array): void;
  /** Returns null if there is no hum, or if the recording is too short. */
  result(): HumFound | null;
};

const inputRate = 16_000;
const factor = 8;
const rate = inputRate / factor;
/**
 * Length of a window, half a second: lines are 4 Hz wide, which separates 50 and 60 Hz and their harmonics from their
 * surroundings.
 */
export const humWindowSamples = 1_024;
const hopSamples = 256;
const binHz = rate / humWindowSamples;
const minWindows = 8;
/** Hum never stops, speech does: a bin's level is its first quartile over the windows. */
const floorShare = 0.25;
const harmonics = 10;
/** The surroundings of a line are the bins from `nearBins` to `farBins` away from it, on either side. */
const nearBins = 4;
const farBins = 9;
export const humBins = Math.ceil((60 * harmonics) / binHz) + farBins + 3;
/**
 * Least dB by which a line stands out of its surroundings, least sum of these over a family of harmonics, and least
 * number of lines.
 */
const humThresholds = { lineDb: 10, familyDb: 45, minLines: 3 };

/** Low-pass at 800 Hz for decimation by eight. The first output is computed from the first eight samples. */
const taps = 96;
export const humFilter = Float64Array.from({ length: taps }, (_, i) => {
  const t = i - (taps - 1) / 2;
  const x = (2 * Math.PI * 800 * t) / inputRate;
  return (Math.sin(x) / x) * (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / taps));
});
const filterSum = humFilter.reduce((sum, tap) => sum + tap, 0);
for (let i = 0; i < taps; i++) humFilter[i]! /= filterSum;

const toDb = (power: number) => powerToDb(Math.max(power, 1e-14));
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function linesOf(floor: Float64Array, frequencyHz: 50 | 60): { db: number; power: number }[] {
  return Array.from({ length: harmonics }, (_, h) => {
    const centre = Math.round((frequencyHz * (h + 1)) / binHz);
    let peak = centre;
    for (const bin of [centre - 1, centre + 1]) if (floor[bin]! > floor[peak]!) peak = bin;
    const around: number[] = [];
    for (let far = nearBins; far <= farBins; far++) around.push(floor[peak - far]!, floor[peak + far]!);
    const power = floor[peak - 1]! + floor[peak]! + floor[peak + 1]!;
    // A line is higher than the bins two and more away from it; a slope or a broad hump is not.
    const isPeak = floor[peak]! >= floor[peak - 2]! && floor[peak]! >= floor[peak + 2]!;
    return { db: isPeak ? toDb(floor[peak]!) - toDb(median(around)) : 0, power };
  });
}

/**
 * Finds mains hum: narrow constant lines at 50 or 60 Hz and their multiples. The pitch of a voice moves and pauses;
 * music seldom stays on multiples of exactly these. `levels` are histograms of the power of each of the `humBins`.
 * Returns null if there is no hum, or if there are too few windows.
 */
export function humOf(levels: readonly PowerDistribution[]): HumFound | null {
  if (levels[0]!.total < minWindows) return null;
  const floor = Float64Array.from(levels, (level) => level.quantile(floorShare));
  const families = ([50, 60] as const).map((frequencyHz) => {
    const lines = linesOf(floor, frequencyHz).filter(({ db }) => db >= humThresholds.lineDb);
    const db = lines.reduce((sum, line) => sum + line.db, 0);
    return { frequencyHz, lines, db };
  });
  const [best] = families.toSorted((a, b) => b.db - a.db);
  const { frequencyHz, lines, db } = best!;
  if (lines.length < humThresholds.minLines || db < humThresholds.familyDb) return null;
  return { frequencyHz, levelDbfs: toDb(lines.reduce((sum, { power }) => sum + power, 0)) };
}

export function createHum(): Hum {
  const fft = createFft(humWindowSamples);
  const powers = new Float64Array(fft.bins);
  const levels = Array.from({ length: humBins }, () => createPowerHistogram());
  const line = new Float64Array(taps + inputRate / 4);
  let lineFilled = taps - factor;
  const window = new Float32Array(humWindowSamples);
  let filled = 0;

  const look = () => {
    fft.powers(window, powers);
    for (let bin = 0; bin < humBins; bin++) levels[bin]!.add(powers[bin]!);
    window.copyWithin(0, hopSamples);
    filled -= hopSamples;
  };

  const decimate = () => {
    let at = 0;
    for (; at + taps <= lineFilled; at += factor) {
      let sum = 0;
      // The filter is symmetrical.
      for (let tap = 0, from = at, to = at + taps - 1; tap < taps / 2; tap++, from++, to--)
        sum += (line[from]! + line[to]!) * humFilter[tap]!;
      window[filled++] = sum;
      if (filled === humWindowSamples) look();
    }
    line.copyWithin(0, at, lineFilled);
    lineFilled -= at;
  };

  return {
    push(mono) {
      for (let at = 0; at < mono.length;) {
        const part = mono.subarray(at, at + line.length - lineFilled);
        line.set(part, lineFilled);
        lineFilled += part.length;
        at += part.length;
        decimate();
      }
    },
    result: () => humOf(levels),
  };
}
