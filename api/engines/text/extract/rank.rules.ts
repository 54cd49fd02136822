/**
 * Centrality of sentences: LexRank (Erkan & Radev 2004) with cosines of tf-idf vectors. The inverted index compares
 * only sentences that share rare words.
 */

type Vectors = {
  /** `[term, weight]` of each sentence, normalised to length 1. A sentence without content words has none. */
  rows: readonly (readonly (readonly [number, number])[])[];
  postings: readonly (readonly number[])[];
};

/** Terms that occur in more sentences than this are ignored, because they say little about any of them. */
const longestPostings = 120;
const leastCosine = 0.08;
const mostNeighbours = 40;

/**
 * Returns the terms of each sentence, weighted by tf-idf.
 * @param parts returns the stems within a word (German compounds), each of which gets half the weight
 */
export function toVectors(
  stems: readonly (readonly string[])[],
  parts: (stem: string) => readonly string[] = () => [],
): Vectors {
  const ids = new Map<string, number>();
  const postings: number[][] = [];
  const counts = stems.map((row, index) => {
    const weights = new Map<number, number>();
    const add = (stem: string, weight: number) => {
      let id = ids.get(stem);
      if (id === undefined) ids.set(stem, (id = ids.size));
      const list = (postings[id] ??= []);
      if (list.at(-1) !== index) list.push(index);
      weights.set(id, (weights.get(id) ?? 0) + weight);
    };
    for (const stem of row) {
      add(stem, 1);
      for (const part of parts(stem)) add(part, 0.5);
    }
    return weights;
  });
  const rows = counts.map((weights) => {
    const row = [...weights].map(([id, tf]): [number, number] => [
      id,
      tf * Math.log(1 + stems.length / postings[id]!.length),
    ]);
    const length = Math.hypot(...row.map(([, weight]) => weight)) || 1;
    return row.map(([id, weight]): [number, number] => [id, weight / length]);
  });
  return { rows, postings };
}

/** Adds the cosines with all sentences that share a term to `sums`, and returns their indices. */
function neighbours(
  { rows, postings }: Vectors,
  weights: readonly Map<number, number>[],
  of: number,
  sums: Float64Array,
): number[] {
  const touched: number[] = [];
  for (const [term, weight] of rows[of]!) {
    const list = postings[term]!;
    if (list.length > longestPostings) continue;
    for (const other of list) {
      if (other === of) continue;
      if (sums[other] === 0) touched.push(other);
      sums[other]! += weight * weights[other]!.get(term)!;
    }
  }
  return touched;
}

/**
 * Returns the centralities of the sentences, between 0 and 1; the most central one has 1.
 * @param prior restart probabilities of the random walk, on any scale
 */
export function centralities(vectors: Vectors, prior: readonly number[]): Float64Array {
  const count = vectors.rows.length;
  const weights = vectors.rows.map((row) => new Map(row));
  const sums = new Float64Array(count);
  const edges: { to: number; weight: number }[][] = [];
  for (let i = 0; i < count; i++) {
    const all = neighbours(vectors, weights, i, sums)
      .map((to) => ({ to, weight: sums[to]! }))
      .filter(({ weight }) => weight >= leastCosine);
    const near =
      all.length > mostNeighbours
        ? all.toSorted((a, b) => b.weight - a.weight).slice(0, mostNeighbours)
        : all;
    for (const [term] of vectors.rows[i]!) {
      const list = vectors.postings[term]!;
      if (list.length <= longestPostings) for (const other of list) sums[other] = 0;
    }
    const total = near.reduce((sum, { weight }) => sum + weight, 0) || 1;
    edges.push(near.map(({ to, weight }) => ({ to, weight: weight / total })));
  }
  return powerIteration(edges, prior);
}

const damping = 0.85;
const mostRounds = 60;

function powerIteration(
  edges: readonly (readonly { to: number; weight: number }[])[],
  prior: readonly number[],
): Float64Array {
  const count = edges.length;
  const total = prior.reduce((sum, one) => sum + one, 0);
  const start = Float64Array.from({ length: count }, (_, i) => (total > 0 ? prior[i]! / total : 1 / count));
  let ranks = start.slice();
  for (let round = 0; round < mostRounds; round++) {
    const next = start.map((share) => share * (1 - damping));
    let lost = 0;
    for (let i = 0; i < count; i++) {
      if (edges[i]!.length === 0) lost += ranks[i]!;
      for (const { to, weight } of edges[i]!) next[to]! += damping * ranks[i]! * weight;
    }
    let moved = 0;
    for (let i = 0; i < count; i++) {
      next[i]! += damping * lost * start[i]!;
      moved += Math.abs(next[i]! - ranks[i]!);
    }
    ranks = next;
    if (moved < 1e-6) break;
  }
  const most = ranks.reduce((max, one) => Math.max(max, one), 0) || 1;
  return ranks.map((rank) => rank / most);
}

function cosine(a: readonly (readonly [number, number])[], b: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0);
  return sum;
}

const redundancyWeight = 0.6;

/**
 * Picks sentences by maximal marginal relevance (Carbonell & Goldstein 1998). Returns their indices, the best first.
 */
export function pickDiverse(scores: readonly number[], { rows }: Vectors, count: number): number[] {
  // There are ten times as many candidates as are picked, so that redundant ones can be passed over.
  const candidates = [...scores.keys()]
    .filter((i) => scores[i]! > 0)
    .toSorted((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, count * 10);
  const closest = new Map(candidates.map((i) => [i, 0]));
  const picked: number[] = [];
  while (picked.length < count && closest.size > 0) {
    let best = -1;
    let worth = -Infinity;
    for (const [i, near] of closest) {
      const here = scores[i]! * (1 - redundancyWeight * near);
      if (here > worth) [best, worth] = [i, here];
    }
    picked.push(best);
    closest.delete(best);
    const row = new Map(rows[best]!);
    for (const [i, near] of closest) closest.set(i, Math.max(near, cosine(rows[i]!, row)));
  }
  return picked;
}
