/**
 * Number of blocks that a block of the next level covers. The levels are a mipmap of the stored peaks. Any stretch is
 * summarized exactly from a few dozen blocks, so that 2:30 h take as little time as a second.
 */
const fold = 4;

type Level = {
  /** Pairs (min, max), one for each block of the level. */
  pairs: Int8Array;
  /** Sum of max − min of the stored pairs in each block; null at the level of the stored pairs. */
  sums: Uint32Array | null;
};

type PeakSummary = { low: number; high: number; /** Mean of half of max − min. */ mean: number };

const made = new WeakMap<Int8Array, readonly Level[]>();

/**
 * Returns the levels of an array of peaks. They are computed once for each array, because stored peaks never change in
 * place.
 */
function levelsOf(pairs: Int8Array): readonly Level[] {
  const known = made.get(pairs);
  if (known) return known;
  const levels: Level[] = [{ pairs, sums: null }];
  for (let last = levels[0] as Level; last.pairs.length >= fold * 8; last = levels.at(-1) as Level) {
    levels.push(foldLevel(last));
  }
  made.set(pairs, levels);
  return levels;
}

/** Computes the next level from whole blocks only. Peaks that do not fill a block are read from the level below. */
function foldLevel(below: Level): Level {
  const count = Math.floor((below.pairs.length >> 1) / fold);
  const pairs = new Int8Array(count * 2);
  const sums = new Uint32Array(count);
  for (let block = 0; block < count; block += 1) {
    let low = 127;
    let high = -128;
    let sum = 0;
    for (let index = block * fold; index < (block + 1) * fold; index += 1) {
      const min = below.pairs[index * 2] as number;
      const max = below.pairs[index * 2 + 1] as number;
      if (min < low) low = min;
      if (max > high) high = max;
      sum += below.sums ? (below.sums[index] as number) : max - min;
    }
    pairs[block * 2] = low;
    pairs[block * 2 + 1] = high;
    sums[block] = sum;
  }
  return { pairs, sums };
}

/**
 * Returns a function that summarizes the stored pairs from `first` up to, but not including, `last`. An empty range is
 * silent.
 */
export function createPeakReader(stored: Int8Array): (first: number, last: number) => PeakSummary {
  const levels = levelsOf(stored);
  return (first, last) => {
    let low = 127;
    let high = -128;
    let sum = 0;
    const take = ({ pairs, sums }: Level, index: number) => {
      const min = pairs[index * 2] as number;
      const max = pairs[index * 2 + 1] as number;
      if (min < low) low = min;
      if (max > high) high = max;
      sum += sums ? (sums[index] as number) : max - min;
    };
    let from = first;
    let to = last;
    for (let depth = 0; from < to; depth += 1) {
      const level = levels[depth] as Level;
      const isTop = depth === levels.length - 1;
      // These blocks do not fill a block of the next level, so they are read here.
      const nextFrom = isTop ? to : Math.min(to, Math.ceil(from / fold) * fold);
      const nextTo = Math.max(nextFrom, Math.floor(to / fold) * fold);
      for (let index = from; index < nextFrom; index += 1) take(level, index);
      for (let index = nextTo; index < to; index += 1) take(level, index);
      from = nextFrom / fold;
      to = nextTo / fold;
      if (isTop) break;
    }
    return low > high ? { low: 0, high: 0, mean: 0 } : { low, high, mean: sum / 2 / (last - first) };
  };
}
