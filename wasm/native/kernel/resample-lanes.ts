/**
 * Interleaves four spans, `stretchBytes` apart, into lanes: their samples `i` become the vector at `to + i * stride`.
 * `count` is a multiple of four.
 */
export function spread(from: usize, stretchBytes: usize, count: i32, to: usize, stride: usize): void {
  const second = from + stretchBytes;
  const third = second + stretchBytes;
  const fourth = third + stretchBytes;
  const end = (<usize>count) << 2;
  for (let at: usize = 0; at < end; at += 16) {
    const a = v128.load(from + at);
    const b = v128.load(second + at);
    const c = v128.load(third + at);
    const d = v128.load(fourth + at);
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
    v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
    v128.store(to + stride, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
    v128.store(to + 2 * stride, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5));
    v128.store(to + 3 * stride, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7));
    to += 4 * stride;
  }
}
