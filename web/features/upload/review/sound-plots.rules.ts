type PlotPoint = readonly [x: number, y: number];

/** A curve in pieces. Between two pieces there is a gap. */
export type PlotLine = readonly (readonly PlotPoint[])[];

type PlotRange = { low: number; high: number };

const within = (value: number, { low, high }: PlotRange) =>
  Math.min(1, Math.max(0, (value - low) / (high - low)));

/**
 * Returns a curve over time as at most `columns` points. Each point is the maximum of its stretch. Both axes run from 0
 * to 1, y upwards. Values that are not finite become gaps.
 */
export function curveToLine(values: Float32Array, columns: number, range: PlotRange): PlotLine {
  const count = Math.min(columns, values.length);
  const runs: PlotPoint[][] = [];
  let run: PlotPoint[] = [];
  for (let column = 0; column < count; column += 1) {
    const from = Math.floor((column * values.length) / count);
    const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / count));
    const loudest = Math.max(...values.subarray(from, to));
    if (Number.isFinite(loudest)) {
      run.push([(column + 0.5) / count, within(loudest, range)]);
    } else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** Returns a spectrum over a logarithmic frequency axis. Both axes run from 0 to 1, y upwards. */
export function spectrumToLine(
  frequenciesHz: Float32Array,
  levelsDb: Float32Array,
  { frequency, level }: { frequency: PlotRange; level: PlotRange },
): PlotLine {
  const octaves = Math.log2(frequency.high / frequency.low);
  const points = [...frequenciesHz].flatMap((hz, index): PlotPoint[] => {
    const db = levelsDb[index] as number;
    if (hz < frequency.low || hz > frequency.high || !Number.isFinite(db)) return [];
    return [[Math.log2(hz / frequency.low) / octaves, within(db, level)]];
  });
  return points.length > 0 ? [points] : [];
}

export const lineToPath = (line: PlotLine, widthPx: number, heightPx: number): string =>
  line
    .map((run) =>
      run
        .map(
          ([x, y], index) =>
            `${index ? 'L' : 'M'}${(x * widthPx).toFixed(1)} ${((1 - y) * heightPx).toFixed(1)}`,
        )
        .join(''),
    )
    .join('');
