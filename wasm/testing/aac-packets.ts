import { aacBands } from '#wasm/codec/aac-bands.ts';
import { books } from '#wasm/codec/aac-books.ts';

/** Coded content of one channel of a packet (ISO/IEC 14496-3 4.4.2.1). All bands of the window are coded. */
export type AacChannel = {
  /** Quantised: 1,024 values, or 128 for each of eight windows. */
  values: number[];
  globalGain: number;
  /** One book for all bands, or by group and band; 13 to 15 are noise and intensity. */
  book: number | ((band: number) => number);
  /** Differences between scale factors, by group and band. */
  step?: (band: number) => number;
  /** Number of windows of each group. If it is given, the packet has eight short windows. */
  groups?: number[];
  windowShape?: number;
  pulses?: { band: number; at: number[]; amounts: number[] };
  /** Bits of noise shaping after its presence flag. */
  shaping?: string;
};

const binary = (value: number, bits: number) => value.toString(2).padStart(bits, '0').slice(-bits);

const codes = books.map(({ counts, symbols }) => {
  const bySymbol = new Map<number, string>();
  let [code, i] = [0, 0];
  for (const [length, count] of counts.entries()) {
    code *= 2;
    for (const end = i + count; i < end; i++)
      bySymbol.set(Number.parseInt(symbols.slice(2 * i, 2 * i + 2), 36), binary(code++, length + 1));
  }
  return bySymbol;
});

/** Values per symbol of each book, and the largest value. */
export const bookShapes: Record<number, { dimension: number; largest: number; isSigned: boolean }> = {
  1: { dimension: 4, largest: 1, isSigned: true },
  2: { dimension: 4, largest: 1, isSigned: true },
  3: { dimension: 4, largest: 2, isSigned: false },
  4: { dimension: 4, largest: 2, isSigned: false },
  5: { dimension: 2, largest: 4, isSigned: true },
  6: { dimension: 2, largest: 4, isSigned: true },
  7: { dimension: 2, largest: 7, isSigned: false },
  8: { dimension: 2, largest: 7, isSigned: false },
  9: { dimension: 2, largest: 12, isSigned: false },
  10: { dimension: 2, largest: 12, isSigned: false },
  11: { dimension: 2, largest: 16, isSigned: false },
};

function escapeOf(value: number): string {
  const ones = Math.floor(Math.log2(value)) - 4;
  return `${'1'.repeat(ones)}0${binary(value, ones + 4)}`;
}

function spectralBits(book: number, values: number[]): string {
  const shape = bookShapes[book];
  if (!shape) return '';
  const { dimension, largest, isSigned } = shape;
  let text = '';
  for (let at = 0; at < values.length; at += dimension) {
    const group = values.slice(at, at + dimension);
    const digits = group.map((value) => (isSigned ? value + largest : Math.min(Math.abs(value), largest)));
    const base = isSigned ? 2 * largest + 1 : largest + 1;
    text += codes[book]!.get(digits.reduce((sum, digit) => sum * base + digit, 0))!;
    if (isSigned) continue;
    for (const value of group) if (value !== 0) text += value < 0 ? '1' : '0';
    if (book === 11) for (const value of group) if (Math.abs(value) > 15) text += escapeOf(Math.abs(value));
  }
  return text;
}

const bandStarts = (rateIndex: number, { groups }: AacChannel) =>
  aacBands(rateIndex)[groups ? 'short' : 'long'];

function infoBits(rateIndex: number, channel: AacChannel): string {
  const bands = bandStarts(rateIndex, channel).length - 1;
  const { groups, windowShape = 0 } = channel;
  if (!groups) return `000${windowShape}${binary(bands, 6)}0`;
  const grouping = groups.map((length) => `0${'1'.repeat(length - 1)}`).join('');
  return `010${windowShape}${binary(bands, 4)}${grouping.slice(1)}`;
}

function streamBits(rateIndex: number, channel: AacChannel, hasInfo: boolean): string {
  const starts = bandStarts(rateIndex, channel);
  const bands = starts.length - 1;
  const { values, book, step, groups = [1], pulses, shaping } = channel;
  const bookAt = (band: number) => (typeof book === 'number' ? book : book(band));
  let text = binary(channel.globalGain, 8) + (hasInfo ? infoBits(rateIndex, channel) : '');
  let scales = '';
  let spectra = '';
  let isFirstNoise = true;
  let window = 0;
  for (const [group, length] of groups.entries()) {
    for (let i = 0; i < bands; i++) {
      const band = group * bands + i;
      text += binary(bookAt(band), 4) + binary(1, channel.groups ? 3 : 5);
      if (bookAt(band) === 13 && isFirstNoise) {
        scales += binary(256 + (step?.(band) ?? 0), 9);
        isFirstNoise = false;
      } else if (bookAt(band) !== 0) scales += codes[0]!.get(60 + (step?.(band) ?? 0))!;
      for (let j = window; j < window + length; j++)
        spectra += spectralBits(bookAt(band), values.slice(128 * j + starts[i]!, 128 * j + starts[i + 1]!));
    }
    window += length;
  }
  text += scales;
  if (pulses) {
    text += `1${binary(pulses.at.length - 1, 2)}${binary(pulses.band, 6)}`;
    let last = starts[pulses.band]!;
    for (const [i, at] of pulses.at.entries()) {
      text += binary(at - last, 5) + binary(pulses.amounts[i]!, 4);
      last = at;
    }
  } else text += '0';
  return `${text}${shaping === undefined ? '0' : `1${shaping}`}0${spectra}`;
}

function bytesOf(text: string): Uint8Array {
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '0');
  return Uint8Array.from({ length: padded.length / 8 }, (_, i) =>
    Number.parseInt(padded.slice(8 * i, 8 * i + 8), 2),
  );
}

const end = '111';

/** Returns a packet of one channel. `before` are the bits of elements that precede it. */
export const toAacPacket = (rateIndex: number, channel: AacChannel, before = '') =>
  bytesOf(`${before}0000000${streamBits(rateIndex, channel, true)}${end}`);

/** Returns a packet of two channels with common windows; `isSumCoded` by group and band. */
export function toAacPair(
  rateIndex: number,
  left: AacChannel,
  right: AacChannel,
  isSumCoded?: (band: number) => boolean,
): Uint8Array {
  const bands = (left.groups?.length ?? 1) * (bandStarts(rateIndex, left).length - 1);
  const masks = isSumCoded
    ? `01${Array.from({ length: bands }, (_, band) => (isSumCoded(band) ? '1' : '0')).join('')}`
    : '00';
  const streams = [left, right].map((channel) => streamBits(rateIndex, channel, false)).join('');
  return bytesOf(`00100001${infoBits(rateIndex, left)}${masks}${streams}${end}`);
}
