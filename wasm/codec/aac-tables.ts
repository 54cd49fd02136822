import { aacBands } from './aac-bands.ts';
import { books, type Book } from './aac-books.ts';

const list = <Value>(length: number, value: (i: number) => Value) =>
  Array.from({ length }, (_, i) => value(i));

const firstBits = 9;

/**
 * What a symbol of a book stands for: `dimension` spectral values, each with `base` possible values. If `isSigned`,
 * these are centred on 0. If not, they are magnitudes from 0 on, and sign bits follow the code.
 */
type Kind = { dimension: number; base: number; isSigned: boolean };

const quad = (isSigned: boolean): Kind => ({ dimension: 4, base: 3, isSigned });
const pair = (base: number, isSigned = false): Kind => ({ dimension: 2, base, isSigned });

const kinds = [quad(true), quad(false), pair(9, true), pair(8), pair(13), pair(17)];

const valuesOf = ({ dimension, base, isSigned }: Kind, symbol: number) =>
  list(dimension, (i) => {
    const digit = Math.floor(symbol / base ** (dimension - 1 - i)) % base;
    return isSigned ? digit - (base - 1) / 2 : digit;
  });

const power = (x: number) => Math.sign(x) * Math.abs(x) ** (4 / 3);

const symbolValues = (kind: Kind) =>
  list(kind.base ** kind.dimension, (symbol) => valuesOf(kind, symbol).map(power)).flat();

const escape = 16;

/**
 * Returns a lookup entry. Bits 0 to 4 are the length of the code. Bits 5 to 9 are that length plus the number of sign
 * bits. Bits 10 to 13 mark the values that have a sign bit (the highest bit is the first of four values). Bits 14 to 22
 * are the symbol. Bits 23 and 24 state whether x and y are followed by an escape sequence.
 */
function entryOf(kind: Kind | undefined, symbol: number, bits: number): number {
  const values = kind && !kind.isSigned ? valuesOf(kind, symbol) : [];
  const signs = values.filter((value) => value !== 0).length;
  const mask = values.reduce((sum, value, i) => sum + (value === 0 ? 0 : 8 >> i), 0);
  const escapes = values.reduce((sum, value, i) => sum + (value === escape ? 1 << i : 0), 0);
  return bits | ((bits + signs) << 5) | (mask << 10) | (symbol << 14) | (escapes << 23);
}

type Code = { entry: number; bits: number; from: number };

function codesOf({ counts, symbols }: Book, kind: Kind | undefined): Code[] {
  const lengths = counts.flatMap((count, i) => list(count, () => i + 1));
  let from = 0;
  return lengths.map((bits, i) => {
    const entry = entryOf(kind, Number.parseInt(symbols.slice(2 * i, 2 * i + 2), 36), bits);
    const code = { entry, bits, from };
    from += 2 ** -bits;
    return code;
  });
}

/**
 * Returns the lookup table of a book, indexed by the next nine bits of the stream. Bit 31 of an entry marks a reference
 * for longer codes: the lowest bits are the number of further bits, and from bit 8 on follows the index of the entries
 * for them.
 */
function lookupOf(book: Book, kind: Kind | undefined): number[] {
  const codes = codesOf(book, kind);
  const entries = list(1 << firstBits, () => 0);
  for (const { entry, bits, from } of codes) {
    const first = from * 2 ** firstBits;
    if (bits <= firstBits) entries.fill(entry, first, first + 2 ** (firstBits - bits));
  }
  const long = Map.groupBy(
    codes.filter(({ bits }) => bits > firstBits),
    ({ from }) => Math.floor(from * 2 ** firstBits),
  );
  for (const [first, group] of long) {
    const more = Math.max(...group.map(({ bits }) => bits)) - firstBits;
    const start = entries.length;
    entries[first] = (0x80000000 | (start << 8) | more) >>> 0;
    entries.push(...list(1 << more, () => 0));
    for (const { entry, bits, from } of group) {
      const at = start + (from * 2 ** firstBits - first) * 2 ** more;
      entries.fill(entry, at, at + 2 ** (firstBits + more - bits));
    }
  }
  return entries;
}

/**
 * Returns the lookup tables of all books, beginning with that of the scale factors, and the index at which each begins.
 */
export function layAacBooks(): { lookups: Uint32Array; starts: Uint32Array } {
  const parts = books.map((book, i) => lookupOf(book, kinds[(i - 1) >> 1]));
  let start = 0;
  const starts = parts.map(({ length }) => (start += length) - length);
  return { lookups: Uint32Array.from(parts.flat()), starts: Uint32Array.from(starts) };
}

/**
 * Sign masks of four values. They are indexed by the mask of the values that have a sign bit (upper four bits) and by
 * the next four bits of the stream (lower four bits).
 */
const signs = list(256, (i) => {
  let next = 8;
  return list(4, (lane) => {
    if (((i >> 4) & (8 >> lane)) === 0) return 0;
    const isNegative = (i & next) !== 0;
    next >>= 1;
    return isNegative ? 0x80000000 : 0;
  });
}).flat();

/** Reflection coefficients by resolution (3 or 4 bits), compression and code (ISO/IEC 14496-3 4.6.9.3). */
const reflections = [3, 4].flatMap((resolution) =>
  [resolution, resolution - 1].flatMap((bits) =>
    list(16, (code) => {
      const value = code >> (bits - 1) === 0 ? code : code - 2 ** bits;
      const steps = 2 ** (resolution - 1) - Math.sign(value + 0.5) / 2;
      return Math.sin((value / steps) * (Math.PI / 2));
    }),
  ),
);

const numbers = Float32Array.from([
  ...list(8_192, power),
  ...list(256, (i) => 2 ** ((i - 100) / 4)),
  ...reflections,
  ...kinds.flatMap(symbolValues),
]);

export function layAacTables(rateIndex: number): Uint8Array {
  const { lookups, starts } = layAacBooks();
  const bands = aacBands(rateIndex);
  const places = Uint16Array.from([
    ...list(64, (i) => bands.long[i] ?? 1_024),
    ...list(16, (i) => bands.short[i] ?? 128),
  ]);
  const counts = Uint32Array.of(
    bands.long.length - 1,
    bands.short.length - 1,
    bands.shapedLong,
    bands.shapedShort,
  );
  const parts = [numbers, Uint32Array.from(signs), places, counts, starts, lookups];
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}
