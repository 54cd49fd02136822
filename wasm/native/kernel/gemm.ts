import { addMul } from './math';

/**
 * Computes a matrix product: `out[row][c] = bias[c] + sum over k of weights[k][c] * x[row][k]`, for a multiple of four
 * rows and of eight columns; `k` is a multiple of two. Negative results become 0 if `isRectified`. Weights are in
 * blocks of eight columns, `[block][k][8]`, `blockStride` bytes apart, so that a block stays in the first-level cache
 * for all rows. Strides are in bytes.
 */
export function gemm(
  weights: usize,
  blockStride: usize,
  bias: usize,
  x: usize,
  xStride: usize,
  k: i32,
  out: usize,
  outStride: usize,
  columns: i32,
  rows: i32,
  isRectified: bool,
): void {
  for (let column = 0; column < columns; column += 8) {
    const bias0 = v128.load(bias + ((<usize>column) << 2));
    const bias1 = v128.load(bias + ((<usize>column) << 2), 16);
    for (let row = 0; row < rows; row += 4) {
      let w = weights;
      let x0 = x + <usize>row * xStride;
      let x1 = x0 + xStride;
      let x2 = x1 + xStride;
      let x3 = x2 + xStride;
      const end = x0 + ((<usize>k) << 2);
      let a0 = bias0;
      let a1 = bias1;
      let b0 = bias0;
      let b1 = bias1;
      let c0 = bias0;
      let c1 = bias1;
      let d0 = bias0;
      let d1 = bias1;
      while (x0 < end) {
        let w0 = v128.load(w);
        let w1 = v128.load(w, 16);
        let s = v128.load32_splat(x0);
        a0 = addMul(a0, w0, s);
        a1 = addMul(a1, w1, s);
        s = v128.load32_splat(x1);
        b0 = addMul(b0, w0, s);
        b1 = addMul(b1, w1, s);
        s = v128.load32_splat(x2);
        c0 = addMul(c0, w0, s);
        c1 = addMul(c1, w1, s);
        s = v128.load32_splat(x3);
        d0 = addMul(d0, w0, s);
        d1 = addMul(d1, w1, s);
        w0 = v128.load(w, 32);
        w1 = v128.load(w, 48);
        s = v128.load32_splat(x0, 4);
        a0 = addMul(a0, w0, s);
        a1 = addMul(a1, w1, s);
        s = v128.load32_splat(x1, 4);
        b0 = addMul(b0, w0, s);
        b1 = addMul(b1, w1, s);
        s = v128.load32_splat(x2, 4);
        c0 = addMul(c0, w0, s);
        c1 = addMul(c1, w1, s);
        s = v128.load32_splat(x3, 4);
        d0 = addMul(d0, w0, s);
        d1 = addMul(d1, w1, s);
        w += 64;
        x0 += 8;
        x1 += 8;
        x2 += 8;
        x3 += 8;
      }
      if (isRectified) {
        const zero = f32x4.splat(0);
        a0 = f32x4.pmax(zero, a0);
        a1 = f32x4.pmax(zero, a1);
        b0 = f32x4.pmax(zero, b0);
        b1 = f32x4.pmax(zero, b1);
        c0 = f32x4.pmax(zero, c0);
        c1 = f32x4.pmax(zero, c1);
        d0 = f32x4.pmax(zero, d0);
        d1 = f32x4.pmax(zero, d1);
      }
      let to = out + <usize>row * outStride + ((<usize>column) << 2);
      v128.store(to, a0);
      v128.store(to, a1, 16);
      to += outStride;
      v128.store(to, b0);
      v128.store(to, b1, 16);
      to += outStride;
      v128.store(to, c0);
      v128.store(to, c1, 16);
      to += outStride;
      v128.store(to, d0);
      v128.store(to, d1, 16);
    }
    weights += blockStride;
  }
}
