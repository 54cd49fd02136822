/** The pure arithmetic of the ruler: pixels and times, the peaks of each pixel column, and the ticks of the axis. */
import { createPeakReader } from './peak-levels.ts';

export type Span = readonly [startS: number, endS: number];

export type RulerView = { fromS: number; toS: number; widthPx: number };

export type RulerPeaks = {
  /** Pairs (min, max) of signed 8-bit numbers. */
  pairs: Int8Array;
  /** Pairs per second. */
  rate: number;
  /** Start of the first pair, s; 0 by default. */
  fromS?: number;
};

export const timeToPx = (view: RulerView, timeS: number): number =>
  view.toS > view.fromS ? ((timeS - view.fromS) / (view.toS - view.fromS)) * view.widthPx : 0;

export function pxToTime(view: RulerView, px: number): number {
  if (view.widthPx <= 0) return view.fromS;
  const share = Math.min(1, Math.max(0, px / view.widthPx));
  return view.fromS + share * (view.toS - view.fromS);
}

export type RulerBins = {
  /** Minimum and maximum of each column, as pairs. */
  extremes: Int8Array;
  /** Mean amplitude of each column, 0 to 128. The extremes do not show it if a column has many pairs. */
  means: Float32Array;
};

/**
 * Returns the peaks of each of `columns` pixel columns. Every stored pair counts in at least one column, so that a
 * single loud moment in 2:30 h stays visible.
 */
export function binPeaks(peaks: RulerPeaks, view: RulerView, columns: number): RulerBins {
  const extremes = new Int8Array(columns * 2);
  const means = new Float32Array(columns);
  const count = peaks.pairs.length >> 1;
  const { fromS = 0 } = peaks;
  const read = createPeakReader(peaks.pairs);
  const perColumn = ((view.toS - view.fromS) * peaks.rate) / columns;
  for (let column = 0; column < columns; column += 1) {
    const start = (view.fromS - fromS) * peaks.rate + column * perColumn;
    const first = Math.max(0, Math.floor(start + 1e-6));
    const end = Math.ceil(start + perColumn - 1e-6);
    const last = end <= 0 ? 0 : Math.min(count, Math.max(first + 1, end));
    const { low, high, mean } = read(first, last);
    extremes[column * 2] = low;
    extremes[column * 2 + 1] = high;
    means[column] = mean;
  }
  return { extremes, means };
}

/** Returns the share of each column that the spans cover, 0 to 1. The spans must ascend and not overlap. */
export function coverage(spans: readonly Span[], view: RulerView, columns: number): Float32Array {
  const out = new Float32Array(columns);
  const perColumnS = (view.toS - view.fromS) / columns;
  if (perColumnS <= 0) return out;
  for (const [startS, endS] of spans) {
    const from = (startS - view.fromS) / perColumnS;
    const to = (endS - view.fromS) / perColumnS;
    const last = Math.min(columns - 1, Math.ceil(to) - 1);
    for (let column = Math.max(0, Math.floor(from)); column <= last; column += 1) {
      const share = Math.min(column + 1, to) - Math.max(column, from);
      out[column] = Math.min(1, (out[column] as number) + Math.max(0, share));
    }
  }
  return out;
}

/** Returns the runs `[first, end)` of at least `minColumns` neighbouring columns whose share is below `threshold`. */
export function quietRuns(covered: Float32Array, threshold: number, minColumns: number): [number, number][] {
  const runs: [number, number][] = [];
  let first = -1;
  for (let column = 0; column <= covered.length; column += 1) {
    const isQuiet = column < covered.length && (covered[column] as number) < threshold;
    if (isQuiet && first < 0) first = column;
    if (!isQuiet && first >= 0) {
      if (column - first >= minColumns) runs.push([first, column]);
      first = -1;
    }
  }
  return runs;
}

const tickStepsS = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
  3600, 7200, 14_400,
];

type Tick = {
  atS: number;
  isLabelled: boolean;
  /** Decimal digits that distinguish this label from its neighbours. */
  digits: number;
};

/**
 * Returns the ticks of the time axis. The labelled ticks have a round step of at least `minStepS`, s, and are at least
 * `minLabelPx` apart. If there is room, unlabelled ticks lie between them.
 */
export function ticks(view: RulerView, minLabelPx: number, minStepS = 1): Tick[] {
  const spanS = view.toS - view.fromS;
  if (spanS <= 0 || view.widthPx <= 0) return [];
  const pxPerS = view.widthPx / spanS;
  const longest = tickStepsS[tickStepsS.length - 1] as number;
  const stepS = tickStepsS.find((step) => step >= minStepS && step * pxPerS >= minLabelPx) ?? longest;
  const finer = tickStepsS.findLast((step) => step < stepS && isMultiple(stepS, step) && step * pxPerS >= 8);
  const fineS = finer ?? stepS;
  const digits = stepS >= 1 ? 0 : stepS >= 0.1 ? 1 : 2;
  const out: Tick[] = [];
  for (
    let index = Math.max(0, Math.ceil(view.fromS / fineS - 1e-9));
    index * fineS <= view.toS + 1e-9;
    index += 1
  ) {
    const atS = Math.round(index * fineS * 1000) / 1000;
    out.push({ atS, isLabelled: isMultiple(atS, stepS), digits });
  }
  return out;
}

const isMultiple = (value: number, step: number): boolean =>
  Math.abs(value / step - Math.round(value / step)) < 1e-6;

export function keyToTime(key: string, hasShift: boolean, atS: number, durationS: number): number | null {
  const stepS = hasShift ? 10 : 1;
  const clamp = (timeS: number) => Math.min(durationS, Math.max(0, timeS));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return clamp(atS - stepS);
    case 'ArrowRight':
    case 'ArrowUp':
      return clamp(atS + stepS);
    case 'PageDown':
      return clamp(atS - 60);
    case 'PageUp':
      return clamp(atS + 60);
    case 'Home':
      return 0;
    case 'End':
      return durationS;
    default:
      return null;
  }
}

/** Moves the time by 10 ms. Returns null for other keys than the two arrows. */
export function keyToFineTime(key: string, atS: number, durationS: number): number | null {
  const byS = key === 'ArrowLeft' ? -0.01 : key === 'ArrowRight' ? 0.01 : null;
  return byS === null ? null : Math.min(durationS, Math.max(0, atS + byS));
}
