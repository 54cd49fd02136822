export type Cluster<T> = {
  voice: T;
  members: number[];
};

export type Merging<T> = {
  /** Returns the cost of merging two clusters. If it is below 0, they should be merged. */
  costOf(a: T, b: T): number;
  join(a: T, b: T): T;
};

/** Largest number of clusters that are compared pairwise: a long recording is merged block by block first. */
const mostAtOnce = 320;

/**
 * Merges the two clusters with the lowest cost, until `isEnough` returns true for the lowest cost and the number of
 * clusters that are left. Computes O(n²) costs for n clusters.
 */
export function agglomerate<T>(
  clusters: readonly Cluster<T>[],
  { costOf, join }: Merging<T>,
  isEnough: (cost: number, left: number) => boolean,
): Cluster<T>[] {
  const all: (Cluster<T> | null)[] = [...clusters];
  const count = all.length;
  const costs = new Float64Array(count * count).fill(Infinity);
  const nearest = new Int32Array(count).fill(-1);
  /**
   * Finds the nearest cluster after `a`: only the upper triangle of the cost matrix is used, so that each pair occurs
   * once.
   */
  const findNearest = (a: number) => {
    let best = -1;
    for (let b = a + 1; b < count; b++)
      if (all[b] && (best < 0 || costs[a * count + b]! < costs[a * count + best]!)) best = b;
    nearest[a] = best;
  };
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) costs[a * count + b] = costOf(all[a]!.voice, all[b]!.voice);
    findNearest(a);
  }
  for (let left = count; left > 1; left--) {
    let kept = -1;
    let cost = Infinity;
    for (let a = 0; a < count; a++) {
      if (!all[a] || nearest[a]! < 0) continue;
      const own = costs[a * count + nearest[a]!]!;
      if (own < cost) [kept, cost] = [a, own];
    }
    if (kept < 0 || isEnough(cost, left)) break;
    const gone = nearest[kept]!;
    const [a, b] = [all[kept]!, all[gone]!];
    const joined = { voice: join(a.voice, b.voice), members: [...a.members, ...b.members] };
    all[kept] = joined;
    all[gone] = null;
    for (let other = 0; other < count; other++) {
      if (!all[other] || other === kept) continue;
      const cell = other < kept ? other * count + kept : kept * count + other;
      costs[cell] = costOf(joined.voice, all[other]!.voice);
    }
    for (let a = 0; a < count; a++) {
      if (!all[a]) continue;
      if (a === kept || nearest[a] === gone || nearest[a] === kept) findNearest(a);
      else if (a < kept && costs[a * count + kept]! < costs[a * count + nearest[a]!]!) nearest[a] = kept;
    }
  }
  return all.filter((cluster) => cluster !== null);
}

/** Merges clusters that are neighbours in time, until few enough are left to compare them pairwise. */
export function condense<T>(clusters: readonly Cluster<T>[], merging: Merging<T>): Cluster<T>[] {
  let condensed = [...clusters];
  while (condensed.length > mostAtOnce) {
    const next: Cluster<T>[] = [];
    for (let at = 0; at < condensed.length; at += mostAtOnce / 2) {
      const block = condensed.slice(at, at + mostAtOnce / 2);
      next.push(...agglomerate(block, merging, (_, left) => left <= Math.ceil(block.length / 4)));
    }
    condensed = next;
  }
  return condensed;
}
