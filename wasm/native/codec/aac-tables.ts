// Offsets of the tables that `wasm/codec/aac-tables.ts` computes and writes here in this order.

/** |x| to the power of 4/3 for every codable x. */
export const powers: usize = 0;
/** 2 to the power of (n − 100) / 4. */
export const gains: usize = powers + 8192 * 4;
/** Reflection coefficients: four rows of sixteen. */
export const reflections: usize = gains + 256 * 4;
/** Dequantised symbols of books 1 and 2, 3 and 4, and so on. */
const symbols: usize = reflections + 64 * 4;
const symbols3: usize = symbols + 81 * 16;
const symbols5: usize = symbols3 + 81 * 16;
const symbols7: usize = symbols5 + 81 * 8;
const symbols9: usize = symbols7 + 64 * 8;
const symbols11: usize = symbols9 + 169 * 8;
/**
 * Sign bits for four lanes. They are indexed by the lanes that have one (upper four bits) and by the next four bits of
 * the stream.
 */
export const signMasks: usize = symbols11 + 289 * 8;
/** First coefficient of each band (16 bit), then the end of the spectrum: 64 entries for long windows, 16 for short ones. */
const places: usize = signMasks + 256 * 16;
/** Number of bands of long and short windows, and how many of them noise shaping may reach. */
const counts: usize = places + 80 * 2;
/** Index of the first entry of each of the twelve books. */
const starts: usize = counts + 16;
const lookups: usize = starts + 12 * 4;
const lookupEntries: usize = 7898;

export const tableBytes: usize = lookups + lookupEntries * 4;

export let tables: usize = 0;

export function tablesCreate(): void {
  tables = heap.alloc(tableBytes);
}

export function lookupOf(book: i32): usize {
  return tables + lookups + ((<usize>load<u32>(tables + starts + ((<usize>book) << 2))) << 2);
}

export function symbolsOf(book: i32): usize {
  if (book < 3) return tables + symbols;
  if (book < 5) return tables + symbols3;
  if (book < 7) return tables + symbols5;
  if (book < 9) return tables + symbols7;
  return tables + (book < 11 ? symbols9 : symbols11);
}

export function bandsOf(isShort: bool): usize {
  return tables + places + (isShort ? 128 : 0);
}

export function bandCount(isShort: bool): i32 {
  return load<i32>(tables + counts + (isShort ? 4 : 0));
}

export function shapedBands(isShort: bool): i32 {
  return load<i32>(tables + counts + (isShort ? 12 : 8));
}

export function gainOf(index: i32): f32 {
  return load<f32>(tables + gains + ((<usize>index) << 2));
}

export function entryOf(lookup: usize, ahead: u64): u32 {
  let entry = load<u32>(lookup + ((<usize>(ahead >> 55)) << 2));
  if (<i32>entry < 0)
    entry = load<u32>(
      lookup + ((<usize>((entry >> 8) & 0x7fffff) + <usize>((ahead << 9) >> (64 - (entry & 31)))) << 2),
    );
  return entry;
}
