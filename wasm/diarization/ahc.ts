export type Cluster<T> = {
  voice: T;
  members: number[];
};

export type Merging<T> = {
  /** Cost of merging two clusters; below 0 they should be merged. */
  costOf(a: T, b: T): number;
  join(a: T, b: T): T;
};

/** Largest number of clusters that are compared pairwise: a long recording is merged block by block first. */
const mostAtOnce = 320;

/** Merges the two clusters with the lowest cost until `isEnough`. Computes O(n²) costs for n clusters. */
export function agglomerate<T>(
  clusters: readonly Cluster<T>[],
  { costOf, join }: Merging<T>,
  isEnough: (cost: number, left: number) => boolean,
): Cluster<T>[] {
  const all: (Cluster<T> | null)[] = [...clusters];
  const count = all.length;
  const costs = new Float64Array(count * count).fill(Infinity);
  const nearest = new Int32Array(count).fill(-1);
  /** Upper triangle of the cost matrix only, so that each pair occurs once. */
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

/** Merges neighbours in time first, until the rest can be compared pairwise. */
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
