import { agglomerate, condense, type Merging } from './ahc.ts';

// cosine between the middles of two clusters; above, they are one voice. As speaker networks are commonly used: no model was at hand to tune them
const sameAt = 0.45;
const sameAtHinted = 0.6;

type Bundle = { sum: Float64Array };

/**
 * Which speaker each vector is of: clusters by the cosine of their means. Speakers are never more than `participants`, where
 * somebody said how many there are.
 */
export function clusterEmbeddings(vectors: readonly Float32Array[], participants: number | null): number[] {
  const limit = participants === null ? sameAt : sameAtHinted;
  const merging: Merging<Bundle> = {
    costOf: (a, b) => limit - cosine(a.sum, b.sum),
    join: (a, b) => ({ sum: a.sum.map((value, i) => value + b.sum[i]!) }),
  };
  const clusters = vectors.map((vector, index) => ({ voice: { sum: toUnit(vector) }, members: [index] }));
  const most = Math.max(1, participants ?? Infinity);
  const told = agglomerate(condense(clusters, merging), merging, (cost, left) => left <= most && cost > 0);
  const speakers = vectors.map(() => 0);
  for (const [speaker, { members }] of told.entries())
    for (const member of members) speakers[member] = speaker;
  return speakers;
}

function cosine(a: Float64Array, b: Float64Array): number {
  let [product, squaresA, squaresB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    product += a[i]! * b[i]!;
    squaresA += a[i]! * a[i]!;
    squaresB += b[i]! * b[i]!;
  }
  return product / Math.sqrt(squaresA * squaresB + 1e-30);
}

function toUnit(vector: Float32Array): Float64Array {
  const length = Math.hypot(...vector) || 1;
  return Float64Array.from(vector, (value) => value / length);
}
