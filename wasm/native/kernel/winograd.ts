import { addMul } from './math';

// Winograd convolution F(4, 3) at the points 0, ±1, ±√2 and ∞. It needs six matrix products instead of ten for three
// taps over four steps with one step of padding on either side. `packWeights` transforms the taps: halved at ±1,
// quartered at ±√2.
export const points: i32 = 6;

const root2: f32 = 1.4142135623730951;

/** Transforms four steps to the points and stores them; `stride` bytes lie between points. */
export function transformInput(a: v128, b: v128, c: v128, d: v128, to: usize, stride: usize): void {
  v128.store(to, a);
  const even = f32x4.add(a, c);
  const odd = f32x4.add(b, d);
  v128.store((to += stride), f32x4.add(even, odd));
  v128.store((to += stride), f32x4.sub(even, odd));
  const evenAtRoot = f32x4.add(a, f32x4.add(c, c));
  const oddAtRoot = f32x4.mul(f32x4.splat(root2), f32x4.add(b, f32x4.add(d, d)));
  v128.store((to += stride), f32x4.add(evenAtRoot, oddAtRoot));
  v128.store((to += stride), f32x4.sub(evenAtRoot, oddAtRoot));
  v128.store(to + stride, d);
}

/** Transforms the products at the points, `stride` bytes apart, back to four rows of `columns` rectified sums at `out`. */
export function transformOutput(values: usize, stride: usize, bias: usize, out: usize, columns: i32): void {
  const zero = f32x4.splat(0);
  const row = (<usize>columns) << 2;
  const end = bias + row;
  for (; bias < end; bias += 16) {
    let at = values;
    const lowest = v128.load(at);
    const plus = v128.load((at += stride));
    const minus = v128.load((at += stride));
    const plusRoot = v128.load((at += stride));
    const minusRoot = v128.load((at += stride));
    const highest = v128.load(at + stride);
    const even = f32x4.add(plus, minus);
    const odd = f32x4.sub(plus, minus);
    const fourth = addMul(f32x4.sub(f32x4.add(plusRoot, minusRoot), even), f32x4.splat(0.5), lowest);
    const second = f32x4.sub(f32x4.sub(even, lowest), fourth);
    const oddRoot = f32x4.sub(f32x4.mul(f32x4.splat(root2), f32x4.sub(plusRoot, minusRoot)), odd);
    const third = addMul(oddRoot, f32x4.splat(-3), highest);
    const first = f32x4.sub(f32x4.sub(odd, highest), third);
    const b = v128.load(bias);
    let to = out;
    v128.store(to, f32x4.pmax(zero, f32x4.add(first, b)));
    v128.store((to += row), f32x4.pmax(zero, f32x4.add(second, b)));
    v128.store((to += row), f32x4.pmax(zero, f32x4.add(third, b)));
    v128.store(to + row, f32x4.pmax(zero, f32x4.add(fourth, b)));
    values += 16;
    out += 16;
  }
}
