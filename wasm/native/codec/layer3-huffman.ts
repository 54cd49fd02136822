import { bitsAhead, bitsAt, bitsTo } from './layer3-bits';
import { layoutOf, Granule } from './layer3-granule';
import { bandGains } from './layer3-scales';
import { bandEnds, huffman, huffmanAt, powers, tables } from './layer3-tables';

/** Index of the next band, and address of the ends of all bands. */
let band: usize = 0;
let ends: usize = 0;
let bandStop: i32 = 0;
let gain: f32 = 0;

function nextBand(): void {
  bandStop = <i32>load<u16>(ends + (band << 1));
  gain = load<f32>(bandGains + (band << 2));
  band++;
}

function entryOf(table: usize, ahead: u64): u32 {
  let entry = load<u32>(table + ((<usize>(ahead >> 56)) << 2));
  if (<i32>entry < 0)
    entry = load<u32>(
      table + ((<usize>((entry >> 8) & 0x7fffff) + <usize>((ahead << 8) >> (64 - (entry & 31)))) << 2),
    );
  return entry;
}

function storeSigned(to: usize, value: f32, ahead: u64): void {
  store<u32>(to, reinterpret<u32>(value) | (<u32>(ahead >> 32) & 0x80000000));
}

function readPairs(spectrum: usize, from: i32, to: i32, table: usize, at: i32): i32 {
  const values = tables + powers;
  while (from < to) {
    if (from >= bandStop) nextBand();
    const stop = min(bandStop, to);
    const factor = gain;
    for (; from < stop; from += 2) {
      let ahead = bitsAhead(at);
      const entry = entryOf(table, ahead);
      const x = (entry >> 8) & 15;
      const y = entry >> 16;
      const out = spectrum + ((<usize>from) << 2);
      const size = entry & 31;
      ahead <<= <u64>size;
      storeSigned(out, load<f32>(values + ((<usize>x) << 2)) * factor, ahead);
      const signX = x !== 0 ? 1 : 0;
      ahead <<= <u64>signX;
      storeSigned(out + 4, load<f32>(values + ((<usize>y) << 2)) * factor, ahead);
      at += size + signX + (y !== 0 ? 1 : 0);
    }
  }
  return at;
}

function readLongPairs(spectrum: usize, from: i32, to: i32, table: usize, linbits: i32, at: i32): i32 {
  const values = tables + powers;
  while (from < to) {
    if (from >= bandStop) nextBand();
    const stop = min(bandStop, to);
    const factor = gain;
    for (; from < stop; from += 2) {
      let ahead = bitsAhead(at);
      const entry = entryOf(table, ahead);
      const out = spectrum + ((<usize>from) << 2);
      let x = (entry >> 8) & 15;
      let y = entry >> 16;
      let size: i32 = entry & 31;
      ahead <<= <u64>size;
      if (x === 15) {
        x += <u32>(ahead >> <u64>(64 - linbits));
        ahead <<= <u64>linbits;
        size += linbits;
      }
      storeSigned(out, load<f32>(values + ((<usize>x) << 2)) * factor, ahead);
      const signX = x !== 0 ? 1 : 0;
      ahead <<= <u64>signX;
      if (y === 15) {
        y += <u32>(ahead >> <u64>(64 - linbits));
        ahead <<= <u64>linbits;
        size += linbits;
      }
      storeSigned(out + 4, load<f32>(values + ((<usize>y) << 2)) * factor, ahead);
      at += size + signX + (y !== 0 ? 1 : 0);
    }
  }
  return at;
}

function readRegion(spectrum: usize, from: i32, to: i32, index: i32, at: i32): i32 {
  const info = tables + huffmanAt + ((<usize>index) << 3);
  const table = tables + huffman + ((<usize>load<u32>(info)) << 2);
  const linbits = load<i32>(info, 4);
  if (linbits < 0) {
    memory.fill(spectrum + ((<usize>from) << 2), 0, (<usize>(to - from)) << 2);
    while (bandStop < to) nextBand();
    return at;
  }
  if (linbits > 0) return readLongPairs(spectrum, from, to, table, linbits, at);
  return readPairs(spectrum, from, to, table, at);
}

function one(to: usize, flag: u32, ahead: u64): u64 {
  // Zero or the gain itself: coefficients are 0, 1 or −1 here.
  const mask: u32 = 0 - flag;
  store<u32>(to, (reinterpret<u32>(gain) | (<u32>(ahead >> 32) & 0x80000000)) & mask);
  return ahead << (<u64>flag);
}

/**
 * Reads quadruples up to bit `dataEnd`. Returns the index of the coefficient after the last one. A quadruple that
 * exceeds `dataEnd` does not count, unless it is the last of the spectrum.
 */
function readQuads(spectrum: usize, from: i32, table: usize, at: i32, dataEnd: i32): i32 {
  while (from <= 572 && at < dataEnd) {
    let ahead = bitsAhead(at);
    const entry = entryOf(table, ahead);
    const value = entry >> 16;
    const size: i32 = entry & 31;
    const out = spectrum + ((<usize>from) << 2);
    ahead <<= <u64>size;
    if (from >= bandStop) nextBand();
    ahead = one(out, value >> 3, ahead);
    ahead = one(out + 4, (value >> 2) & 1, ahead);
    if (from + 2 >= bandStop) nextBand();
    ahead = one(out + 8, (value >> 1) & 1, ahead);
    one(out + 12, value & 1, ahead);
    at += size + <i32>popcnt<u32>(value);
    if (at > dataEnd && from < 572) break;
    from += 4;
  }
  return from;
}

export function readSpectrum(granule: Granule, dataEnd: i32): bool {
  const spectrum = granule.spectrum;
  ends = tables + bandEnds + <usize>layoutOf(granule) * 80;
  band = 0;
  bandStop = 0;
  const bigEnd = granule.bigValues * 2;
  const end0 = min(granule.end0, bigEnd);
  const end1 = max(end0, min(granule.end1, bigEnd));
  let at = bitsAt();
  at = readRegion(spectrum, 0, end0, granule.table0, at);
  at = readRegion(spectrum, end0, end1, granule.table1, at);
  at = readRegion(spectrum, end1, bigEnd, granule.table2, at);
  if (at > dataEnd) return false;
  const info = tables + huffmanAt + ((<usize>granule.quadTable) << 3);
  const table = tables + huffman + ((<usize>load<u32>(info)) << 2);
  let end = readQuads(spectrum, bigEnd, table, at, dataEnd);
  memory.fill(spectrum + ((<usize>end) << 2), 0, (<usize>(576 - end)) << 2);
  while (end > 0 && load<f32>(spectrum + ((<usize>(end - 1)) << 2)) === 0) end--;
  granule.end = end;
  bitsTo(dataEnd);
  return true;
}
