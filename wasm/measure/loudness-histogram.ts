/** Returns the loudness of a mean square, LUFS (ITU-R BS.1770-4 formula 2). */
export const toLufs = (energy: number) => -0.691 + 10 * Math.log10(energy);

/** Blocks at or below this are silence (ITU-R BS.1770-4, EBU Tech 3342). */
const absoluteGateLufs = -70;

type LoudnessHistogram = {
  /** Takes the mean square of a block; blocks at or below the absolute gate are ignored. */
  add(energy: number): void;
  /**
   * Returns the mean square of the blocks above the absolute gate and above a second gate, `gateLu` (negative) relative
   * to their mean. Returns null if there is none.
   */
  gatedMean(gateLu: number): number | null;
  /**
   * Returns the difference in LU between two percentiles (0 to 1) of the blocks that pass both gates; null if there is
   * none.
   */
  range(gateLu: number, low: number, high: number): number | null;
};

/** Bins of 0.05 LU from the gate to +10 LUFS. */
const binLu = 0.05;
const bins = 1_600;

export function createLoudnessHistogram(): LoudnessHistogram {
  const energies = new Float64Array(bins);
  const counts = new Uint32Array(bins);
  const binLufs = (bin: number) => toLufs(energies[bin]! / counts[bin]!);

  const mean = (minLufs: number) => {
    let energy = 0;
    let count = 0;
    for (let bin = 0; bin < bins; bin++) {
      if (counts[bin] === 0 || binLufs(bin) <= minLufs) continue;
      energy += energies[bin]!;
      count += counts[bin]!;
    }
    return count === 0 ? null : energy / count;
  };

  return {
    add(energy) {
      const lufs = toLufs(energy);
      if (!(lufs > absoluteGateLufs)) return;
      const bin = Math.min(bins - 1, Math.floor((lufs - absoluteGateLufs) / binLu));
      energies[bin]! += energy;
      counts[bin]! += 1;
    },
    gatedMean(gateLu) {
      const ungated = mean(absoluteGateLufs);
      return ungated === null ? null : mean(toLufs(ungated) + gateLu);
    },
    range(gateLu, low, high) {
      const ungated = mean(absoluteGateLufs);
      if (ungated === null) return null;
      const gate = toLufs(ungated) + gateLu;
      const kept = [...counts.keys()].filter((bin) => counts[bin]! > 0 && binLufs(bin) > gate);
      const total = kept.reduce((sum, bin) => sum + counts[bin]!, 0);
      const percentile = (share: number) => {
        // The nearest rank is used, as in EBU Tech 3342.
        let rank = Math.round((total - 1) * share) + 1;
        for (const bin of kept) if ((rank -= counts[bin]!) <= 0) return binLufs(bin);
        return binLufs(kept.at(-1)!);
      };
      return total === 0 ? null : percentile(high) - percentile(low);
    },
  };
}
