import { addMul, sum4 } from './math';

/** Returns one output: the dot product of a row and the samples. `taps` is a multiple of sixteen. */
export function filterRow(row: usize, from: usize, taps: i32): f32 {
  const end = row + ((<usize>taps) << 2);
  let a = f32x4.splat(0);
  let b = a;
  let c = a;
  let d = a;
  while (row < end) {
    a = addMul(a, v128.load(row), v128.load(from));
    b = addMul(b, v128.load(row, 16), v128.load(from, 16));
    c = addMul(c, v128.load(row, 32), v128.load(from, 32));
    d = addMul(d, v128.load(row, 48), v128.load(from, 48));
    row += 64;
    from += 64;
  }
  return sum4(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)));
}
