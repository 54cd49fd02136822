type Widths = { long: number[]; short: number[] };

const same = (count: number, width: number) => Array.from({ length: count }, () => width);

/** Widths of the scale factor bands of windows of 1,024 and 128 values (ISO/IEC 14496-3 4.5.4). */
const short96 = [4, 4, 4, 4, 4, 4, 8, 8, 8, 16, 28, 36];
const short48 = [4, 4, 4, 4, 4, 8, 8, 8, 12, 12, 12, 16, 16, 16];
const long48 = [...same(10, 4), ...same(7, 8), 12, 12, 12, 12, 16, 16, 20, 20, 24, 24, 28, 28];
const at96: Widths = {
  long: [...same(14, 4), ...same(5, 8), ...same(5, 12), 16, 16, 24, 28, 36, 44, ...same(11, 64)],
  short: short96,
};
const at64: Widths = {
  long: [...same(14, 4), ...same(4, 8), 12, 12, 12, 16, 16, 16, 20, 24, 24, 28, 36, ...same(18, 40)],
  short: short96,
};
const at48: Widths = { long: [...long48, ...same(19, 32), 96], short: short48 };
const at32: Widths = { long: [...long48, ...same(22, 32)], short: short48 };
const at24: Widths = {
  long: [
    ...same(11, 4),
    ...same(10, 8),
    ...same(4, 12),
    16,
    16,
    16,
    20,
    20,
    24,
    24,
    28,
    28,
    32,
    36,
    36,
    40,
    44,
    48,
    52,
    52,
    ...same(5, 64),
  ],
  short: [4, 4, 4, 4, 4, 4, 4, 8, 8, 8, 12, 12, 16, 16, 20],
};
const at16: Widths = {
  long: [
    ...same(11, 8),
    ...same(9, 12),
    ...same(4, 16),
    20,
    20,
    20,
    24,
    24,
    28,
    28,
    32,
    36,
    40,
    40,
    44,
    48,
    52,
    56,
    60,
    64,
    64,
    64,
  ],
  short: [4, 4, 4, 4, 4, 4, 4, 4, 8, 8, 12, 12, 16, 20, 20],
};
const at8: Widths = {
  long: [
    ...same(13, 12),
    ...same(7, 16),
    ...same(4, 20),
    24,
    24,
    24,
    28,
    28,
    32,
    36,
    36,
    40,
    44,
    48,
    52,
    56,
    60,
    64,
    80,
  ],
  short: [4, 4, 4, 4, 4, 4, 4, 8, 8, 8, 8, 12, 16, 20, 20],
};

/**
 * For each sampling frequency index: the band widths, and the number of bands of long and of short windows that noise
 * shaping may reach (ISO/IEC 14496-3 4.6.9.4).
 */
const kinds: [Widths, shapedLong: number, shapedShort: number][] = [
  [at96, 31, 9],
  [at96, 31, 9],
  [at64, 34, 10],
  [at48, 40, 14],
  [at48, 42, 14],
  [at32, 51, 14],
  [at24, 46, 14],
  [at24, 46, 14],
  [at16, 42, 14],
  [at16, 42, 14],
  [at16, 42, 14],
  [at8, 39, 14],
];

/** Sample rate, Hz, of each sampling frequency index. */
export const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
] as const;

type AacBands = {
  /** Index at which each band begins in the spectrum, followed by the end of the spectrum. */
  long: number[];
  short: number[];
  shapedLong: number;
  shapedShort: number;
};

const startsOf = (widths: number[]) => {
  let start = 0;
  return [0, ...widths.map((width) => (start += width))];
};

export function aacBands(rateIndex: number): AacBands {
  const [{ long, short }, shapedLong, shapedShort] = kinds[rateIndex]!;
  return { long: startsOf(long), short: startsOf(short), shapedLong, shapedShort };
}
