/** Interleaves the lower halves of two vectors. */
export function zipLow(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
}

/** Interleaves the upper halves of two vectors. */
export function zipHigh(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
}

/** Transposes four vectors: stores the rows at `to`, `stride` bytes apart. */
export function storeAcross(a: v128, b: v128, c: v128, d: v128, to: usize, stride: usize): void {
  const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
  v128.store(to + stride, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
  v128.store(to + 2 * stride, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5));
  v128.store(to + 3 * stride, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7));
}
