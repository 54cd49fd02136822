// Offsets of the tables that `mp3-tables.ts` computes in JavaScript and writes here in this order.

/** |x| to the power of 4/3 for every codable x. */
export const powers: usize = 0;
/** 2 to the power of (n − 400) / 4. */
export const gains: usize = powers + 8208 * 4;
/** The synthesis window in the layout of `synthesise`. */
export const windowAt: usize = gains + 512 * 4;
export const middleAt: usize = windowAt + 512 * 4;
/** Windows of 36 vectors: block types 0, 1, 3, then 1 and 3 with the window of type 0 in the two lowest subbands. */
export const longWindows: usize = middleAt + 8 * 4;
/** Window of a short block: 12 values, then the signs that undo the frequency inversion of odd samples. */
export const shortWindow: usize = longWindows + 5 * 36 * 16;
export const oddSigns: usize = shortWindow + 12 * 4;
/** cos(π j (2 n + 1) / 18), n below 4, j from 1 to 8; 1 / (2 cos(π (2 n + 1) / 36)), n below 9. */
export const cosines9: usize = oddSigns + 4 * 4;
export const secants9: usize = cosines9 + 32 * 4;
/** cos(π (2 n + 1) (2 k + 1) / 24), six by six. */
export const cosines6: usize = secants9 + 12 * 4;
/** 1 / (2 cos(π (2 k + 1) / 2 n)): sixteen for n = 32, eight for 16, four for 8, two for 4, one for 2. */
export const secants32: usize = cosines6 + 36 * 4;
/** Alias reduction: eight factors cs, eight factors ca. */
export const aliasAt: usize = secants32 + 32 * 4;
/**
 * Shares of left and right in intensity stereo by position: MPEG-1 two rows of eight, MPEG-2 two steps of two rows of
 * sixteen.
 */
export const shares: usize = aliasAt + 16 * 4;
/** Ends of the scale factor bands (16 bit), 40 each: long, short, mixed. */
export const bandEnds: usize = shares + 80 * 4;
/** Position of a coefficient in the vectors of four subbands (16 bit): short, mixed. */
export const places: usize = bandEnds + 120 * 2;
/** For each of 34 Huffman tables: index of its lookup entries, and its linbits; below 0 for a table that codes only zeros. */
export const huffmanAt: usize = places + 1152 * 2;
export const huffman: usize = huffmanAt + 34 * 8;
const huffmanEntries: usize = 8192;

export let tables: usize = 0;

export function tablesCreate(): void {
  tables = heap.alloc(huffman + huffmanEntries * 4);
}
