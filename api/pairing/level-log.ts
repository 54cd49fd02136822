import { pairingReportLimits, type PairingReport } from '#api/contract/pairing.ts';

export type LevelReport = Extract<PairingReport, { kind: 'level' }>;
export type KeptLevel = { n: number; report: LevelReport };

/** Number of peaks that are kept: as many as one report holds, because all of them are told in one. */
const keptPeaks = pairingReportLimits.peaks;

/** Merges consecutive reports of the level into one; null without any. */
export function mergedLevel(levels: readonly KeptLevel[]): LevelReport | null {
  const last = levels.at(-1);
  return last ? { ...last.report, peaks: levels.flatMap(({ report }) => report.peaks) } : null;
}

/** Keeps the reports of the level of the last minute, each with its event number. */
export function createLevelLog() {
  const levels: KeptLevel[] = [];
  let peaks = 0;
  // A report without peaks counts as one peak, because it takes memory too.
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
