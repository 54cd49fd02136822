// Everything that can be worked out beforehand is, in JavaScript (`mp3-tables.ts`), which writes it here in this order.

/** |x| to the power of 4/3 for every x that can be coded. */
export const powers: usize = 0;
/** 2 to the power of (n − 400) / 4. */
export const gains: usize = powers + 8208 * 4;
/** The window of the synthesis, as `synthesise` takes it. */
export const windowAt: usize = gains + 512 * 4;
export const middleAt: usize = windowAt + 512 * 4;
/** Windows of 36 vectors: block types 0, 1, 3, then 1 and 3 where the two lowest bands have that of type 0. */
export const longWindows: usize = middleAt + 8 * 4;
/** Windows of a short block in its place among 36: 12 values, then the signs that undo the inversion of odd samples. */
export const shortWindow: usize = longWindows + 5 * 36 * 16;
export const oddSigns: usize = shortWindow + 12 * 4;
/** cos(π j (2 n + 1) / 18), n below 4, j from 1 to 8; 1 / (2 cos(π (2 n + 1) / 36)), n below 9. */
export const cosines9: usize = oddSigns + 4 * 4;
export const secants9: usize = cosines9 + 32 * 4;
/** cos(π (2 n + 1) (2 k + 1) / 24), six by six. */
export const cosines6: usize = secants9 + 12 * 4;
/** 1 / (2 cos(π (2 k + 1) / 2 n)): sixteen for n = 32, eight for 16, four for 8, two for 4, one for 2. */
export const secants32: usize = cosines6 + 36 * 4;
/** Butterflies against aliasing: eight of the near factors, eight of the far ones. */
export const aliasAt: usize = secants32 + 32 * 4;
/** Shares of left and right by position: MPEG-1 two rows of eight, MPEG-2 two steps of two rows of sixteen. */
export const shares: usize = aliasAt + 16 * 4;
/** Ends of the scale factor bands (16 bit), 40 each: long, short, mixed. */
export const bandEnds: usize = shares + 80 * 4;
/** Where a coefficient goes in the vectors of four subbands (16 bit): short, mixed. */
export const places: usize = bandEnds + 120 * 2;
/** Of 34 Huffman tables: where its lookup lies (in entries), and its linbits; below 0 where all it codes is zero. */
export const huffmanAt: usize = places + 1152 * 2;
export const huffman: usize = huffmanAt + 34 * 8;
const huffmanEntries: usize = 8192;

export let tables: usize = 0;

export function tablesCreate(): void {
  tables = heap.alloc(huffman + huffmanEntries * 4);
}
