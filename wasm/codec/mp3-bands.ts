import type { StreamFormat } from '#wasm/mp3/header.ts';

/**
 * Widths of the scale factor bands by sample rate (ISO/IEC 11172-3 table B.8, 13818-3 table B.2). The widths for 8 kHz
 * are those of other decoders.
 */
const widths: Record<number, { long: number[]; short: number[] }> = {
  44_100: {
    long: [4, 4, 4, 4, 4, 4, 6, 6, 8, 8, 10, 12, 16, 20, 24, 28, 34, 42, 50, 54, 76, 158],
    short: [4, 4, 4, 4, 6, 8, 10, 12, 14, 18, 22, 30, 56],
  },
  48_000: {
    long: [4, 4, 4, 4, 4, 4, 6, 6, 6, 8, 10, 12, 16, 18, 22, 28, 34, 40, 46, 54, 54, 192],
    short: [4, 4, 4, 4, 6, 6, 10, 12, 14, 16, 20, 26, 66],
  },
  32_000: {
    long: [4, 4, 4, 4, 4, 4, 6, 6, 8, 10, 12, 16, 20, 24, 30, 38, 46, 56, 68, 84, 102, 26],
    short: [4, 4, 4, 4, 6, 8, 12, 16, 20, 26, 34, 42, 12],
  },
  22_050: {
    long: [6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 38, 46, 52, 60, 68, 58, 54],
    short: [4, 4, 4, 6, 6, 8, 10, 14, 18, 26, 32, 42, 18],
  },
  24_000: {
    long: [6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 18, 22, 26, 32, 38, 46, 52, 64, 70, 76, 36],
    short: [4, 4, 4, 6, 8, 10, 12, 14, 18, 24, 32, 44, 12],
  },
  16_000: {
    long: [6, 6, 6, 6, 6, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 38, 46, 52, 60, 68, 58, 54],
    short: [4, 4, 4, 6, 8, 10, 12, 14, 18, 24, 30, 40, 18],
  },
  8_000: {
    long: [12, 12, 12, 12, 12, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 76, 90, 2, 2, 2, 2, 2],
    short: [8, 8, 8, 12, 16, 20, 24, 28, 36, 2, 2, 2, 26],
  },
};

/**
 * Ends of the scale factor bands, as indices of coefficients in coded order: of long blocks, of short blocks (each band
 * window by window), and of mixed blocks.
 */
export type Bands = {
  long: number[];
  short: number[];
  mixed: number[];
  /** Number of long bands in a mixed block, which cover its two lowest subbands. */
  mixedLong: number;
  /** Number of coefficients in the first region of a granule with window switching, for long and for short blocks. */
  splitLong: number;
  splitShort: number;
  /** Position among the 576 of each coded coefficient, in a short block and in a mixed block. */
  shortOrder: number[];
  mixedOrder: number[];
};

const shortInMixed = 3;

const endsOf = (sizes: number[]) => {
  let end = 0;
  return sizes.map((size) => (end += size));
};

const byWindow = (sizes: number[]) => sizes.flatMap((size) => [size, size, size]);

/**
 * Returns the order that interleaves the coefficients of each band's three windows, as the transform needs them. The
 * first `kept` coefficients keep their places.
 */
function orderOf(kept: number, sizes: number[]): number[] {
  const order = Array.from({ length: kept }, (_, i) => i);
  let start = kept;
  for (const size of sizes) {
    for (let window = 0; window < 3; window++)
      for (let i = 0; i < size; i++) order.push(start + 3 * i + window);
    start += 3 * size;
  }
  return order;
}

export function bandsOf({ version, sampleRate }: Pick<StreamFormat, 'version' | 'sampleRate'>): Bands {
  const { long, short } = widths[sampleRate] ?? widths[16_000]!;
  const mixedLong = version === 3 ? 8 : 6;
  const lowest = long.slice(0, mixedLong);
  const kept = lowest.reduce((sum, size) => sum + size, 0);
  return {
    long: endsOf(long),
    short: endsOf(byWindow(short)),
    mixed: endsOf([...lowest, ...byWindow(short.slice(shortInMixed))]),
    mixedLong,
    splitLong: version === 3 ? 36 : sampleRate === 8_000 ? 108 : 54,
    splitShort: sampleRate === 8_000 ? 72 : 36,
    shortOrder: orderOf(0, short),
    mixedOrder: orderOf(kept, short.slice(shortInMixed)),
  };
}
