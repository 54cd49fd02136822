import type { PairingReport } from '#api/contract/pairing.ts';

export type LevelReport = Extract<PairingReport, { kind: 'level' }>;
export type KeptLevel = { n: number; report: LevelReport };

/** Peaks that are kept: those of the last minute. */
export const keptPeaks = 600;

/** Returns one report that stands for several in a row; null for none. */
export function mergedLevel(levels: readonly KeptLevel[]): LevelReport | null {
  const last = levels.at(-1);
  return last ? { ...last.report, peaks: levels.flatMap(({ report }) => report.peaks) } : null;
}

/** The level of the last minute, each report with its number. */
export function createLevelLog() {
  const levels: KeptLevel[] = [];
  let peaks = 0;
  // A report without peaks takes space too.
  const weightOf = ({ report }: KeptLevel): number => Math.max(1, report.peaks.length);
  return {
    levels: levels as readonly KeptLevel[],
    add(kept: KeptLevel): void {
      levels.push(kept);
      peaks += weightOf(kept);
      while (peaks > keptPeaks) peaks -= weightOf(levels.shift()!);
    },
    forget(): void {
      levels.length = 0;
      peaks = 0;
    },
  };
}
