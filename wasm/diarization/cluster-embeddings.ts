import { agglomerate, condense, type Merging } from './ahc.ts';

// Two clusters are one voice if the cosine between their means is above this, without and with a stated number of
// participants. The values are common for speaker networks: no model was available for tuning.
const sameAt = 0.45;
const sameAtHinted = 0.6;

type Bundle = { sum: Float64Array };

/**
 * Returns the speaker of each vector. The vectors are clustered by the cosine of cluster means, into at most
 * `participants` speakers if that number is not null.
 */
export function clusterEmbeddings(vectors: readonly Float32Array[], participants: number | null): number[] {
  const limit = participants === null ? sameAt : sameAtHinted;
  const merging: Merging<Bundle> = {
    costOf: (a, b) => limit - cosine(a.sum, b.sum),
    join: (a, b) => ({ sum: a.sum.map((value, i) => value + b.sum[i]!) }),
  };
  const clusters = vectors.map((vector, index) => ({ voice: { sum: toUnit(vector) }, members: [index] }));
  const most = Math.max(1, participants ?? Infinity);
  const merged = agglomerate(condense(clusters, merging), merging, (cost, left) => left <= most && cost > 0);
  const speakers = vectors.map(() => 0);
  for (const [speaker, { members }] of merged.entries())
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
