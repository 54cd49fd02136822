/**
 * Ranks sentences as the peer: TextRank in its usual form (Mihalcea & Tarau 2004), which compares all pairs of
 * sentences.
 */
export function denseRanks(sentences: readonly (readonly string[])[]): Float64Array {
  const count = sentences.length;
  const sets = sentences.map((words) => new Set(words));
  const matrix = new Float64Array(count * count);
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      let common = 0;
      for (const word of sets[i]!) if (sets[j]!.has(word)) common++;
      const scale = Math.log(sets[i]!.size + 1) + Math.log(sets[j]!.size + 1);
      const likeness = common > 0 && scale > 0 ? common / scale : 0;
      matrix[i * count + j] = matrix[j * count + i] = likeness;
    }
  const totals = sets.map(
    (_, i) => matrix.subarray(i * count, (i + 1) * count).reduce((sum, one) => sum + one, 0) || 1,
  );
  let ranks = new Float64Array(count).fill(1 / count);
  for (let round = 0; round < 60; round++) {
    const next = new Float64Array(count).fill(0.15 / count);
    let moved = 0;
    for (let i = 0; i < count; i++) {
      const share = (0.85 * ranks[i]!) / totals[i]!;
      for (let j = 0; j < count; j++) next[j]! += share * matrix[i * count + j]!;
    }
    for (let i = 0; i < count; i++) moved += Math.abs(next[i]! - ranks[i]!);
    ranks = next;
    if (moved < 1e-6) break;
  }
  return ranks;
}
