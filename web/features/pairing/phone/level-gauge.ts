type Measure = { rmsDbfs: number };

/** Length of the window over which the level (RMS) is computed, ms. */
const windowMs = 300;

/** Measures the level (RMS) of the last 300 ms from the reports of the monitor. */
export type LevelGauge = {
  add(report: Measure): void;
  /** Level in dBFS; null for digital silence, undefined if nothing was measured in that time. */
  read(): number | null | undefined;
};

export function createLevelGauge(now: () => number): LevelGauge {
  let measures: { atMs: number; power: number }[] = [];
  const recent = () => (measures = measures.filter(({ atMs }) => now() - atMs <= windowMs));
  return {
    add({ rmsDbfs }) {
      recent().push({ atMs: now(), power: 10 ** (rmsDbfs / 10) });
    },
    read() {
      const all = recent();
      if (all.length === 0) return undefined;
      const power = all.reduce((sum, each) => sum + each.power, 0) / all.length;
      // -200 to 10 dBFS is what a report may hold.
      return power > 0 ? Math.min(10, Math.max(-200, Math.round(100 * Math.log10(power)) / 10)) : null;
    },
  };
}
