/**
 * A difference between reference and transcript. `at` and `heardAt` are indices into the two. If a word is missing or
 * added, the index into the other text is that of the word after it.
 */
export type WordError = { kind: 'replaced' | 'missing' | 'added'; at: number; heardAt: number };

const [fromDiagonal, fromAbove, fromLeft] = [0, 1, 2];

/** Returns the shortest list of substitutions, deletions and insertions from reference to transcript, ascending. */
export function wordErrors(reference: readonly string[], heard: readonly string[]): WordError[] {
  const width = heard.length + 1;
  const ways = new Uint8Array((reference.length + 1) * width).fill(fromLeft, 1, width);
  let previous = Uint32Array.from({ length: width }, (_, column) => column);
  for (const [index, word] of reference.entries()) {
    const current = new Uint32Array(width);
    current[0] = index + 1;
    ways[(index + 1) * width] = fromAbove;
    for (const [column, other] of heard.entries()) {
      const diagonal = previous[column]! + (word === other ? 0 : 1);
      const above = previous[column + 1]! + 1;
      const left = current[column]! + 1;
      const least = Math.min(diagonal, above, left);
      current[column + 1] = least;
      ways[(index + 1) * width + column + 1] =
        least === diagonal ? fromDiagonal : least === above ? fromAbove : fromLeft;
    }
    previous = current;
  }
  const errors: WordError[] = [];
  for (let [at, heardAt] = [reference.length, heard.length]; at > 0 || heardAt > 0;) {
    const way = ways[at * width + heardAt];
    if (way !== fromLeft) at--;
    if (way !== fromAbove) heardAt--;
    if (way === fromAbove) errors.push({ kind: 'missing', at, heardAt });
    else if (way === fromLeft) errors.push({ kind: 'added', at, heardAt });
    else if (reference[at] !== heard[heardAt]) errors.push({ kind: 'replaced', at, heardAt });
  }
  return errors.toReversed();
}
