/** Words with the frequencies of speech: few are frequent, many are rare. The same seed gives the same words. */
export const vocabularySize = 60_000;

const syllables =
  'ge ver ber un te ro pro to kol sit zung heit an ab ein aus mit der lich kei men sche gü mün fran çe né ri ta mo'.split(
    ' ',
  );

/** Returns the word of a rank (0: most frequent). Each rank has another word. */
export function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + 3; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length];
  return word;
}

export type Random = () => number;

/** Returns uniform random numbers in [0, 1): the linear congruential generator of Numerical Recipes. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a function that draws ranks by the law of Zipf and Mandelbrot. */
export function createRanks(random: Random): () => number {
  const sums = new Float64Array(vocabularySize);
  let sum = 0;
  for (let rank = 0; rank < vocabularySize; rank++) sums[rank] = sum += 1 / (rank + 2.7);
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, vocabularySize - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
