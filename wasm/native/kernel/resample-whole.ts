import { addMul } from './math';
import { storeAcross } from './transpose';

/**
 * Computes every `down`th sample of the filtered signal, in four lanes (`spread` with a stride of 16). The filter is
 * symmetrical, and zero at multiples of `down`. `tap` is the address of its middle tap, which belongs to the sample at
 * `middle`. `pairs` (a multiple of four) is the number of taps on either side for each remainder. Four outputs share
 * each sample that is read.
 */
export function filterWhole(
  middle: usize,
  down: i32,
  tap: usize,
  pairs: i32,
  count: i32,
  out: usize,
  stretchBytes: usize,
): void {
  const step = (<usize>down) << 4;
  const tapStep = (<usize>down) << 2;
  for (let n = 0; n < count; n += 4) {
    const first = v128.load32_splat(tap);
    let a0 = f32x4.mul(first, v128.load(middle));
    let a1 = f32x4.mul(first, v128.load(middle + step));
    let a2 = f32x4.mul(first, v128.load(middle + 2 * step));
    let a3 = f32x4.mul(first, v128.load(middle + 3 * step));
    for (let remainder = 1; remainder < down; remainder++) {
      let ahead = middle + ((<usize>remainder) << 4);
      let back = middle - ((<usize>remainder) << 4);
      let weight = tap + ((<usize>remainder) << 2);
      let f0 = v128.load(ahead);
      let f1 = v128.load(ahead + step);
      let f2 = v128.load(ahead + 2 * step);
      ahead += 3 * step;
      let b1 = v128.load(back + step);
      let b2 = v128.load(back + 2 * step);
      let b3 = v128.load(back + 3 * step);
      for (let pair = 0; pair < pairs; pair += 4) {
        const f3 = v128.load(ahead);
        const b0 = v128.load(back);
        let w = v128.load32_splat(weight);
        a0 = addMul(a0, w, f32x4.add(f0, b0));
        a1 = addMul(a1, w, f32x4.add(f1, b1));
        a2 = addMul(a2, w, f32x4.add(f2, b2));
        a3 = addMul(a3, w, f32x4.add(f3, b3));
        ahead += step;
        back -= step;
        weight += tapStep;
        f0 = v128.load(ahead);
        b3 = v128.load(back);
        w = v128.load32_splat(weight);
        a0 = addMul(a0, w, f32x4.add(f1, b3));
        a1 = addMul(a1, w, f32x4.add(f2, b0));
        a2 = addMul(a2, w, f32x4.add(f3, b1));
        a3 = addMul(a3, w, f32x4.add(f0, b2));
        ahead += step;
        back -= step;
        weight += tapStep;
        f1 = v128.load(ahead);
        b2 = v128.load(back);
        w = v128.load32_splat(weight);
        a0 = addMul(a0, w, f32x4.add(f2, b2));
        a1 = addMul(a1, w, f32x4.add(f3, b3));
        a2 = addMul(a2, w, f32x4.add(f0, b0));
        a3 = addMul(a3, w, f32x4.add(f1, b1));
        ahead += step;
        back -= step;
        weight += tapStep;
        f2 = v128.load(ahead);
        b1 = v128.load(back);
        w = v128.load32_splat(weight);
        a0 = addMul(a0, w, f32x4.add(f3, b1));
        a1 = addMul(a1, w, f32x4.add(f0, b2));
        a2 = addMul(a2, w, f32x4.add(f1, b3));
        a3 = addMul(a3, w, f32x4.add(f2, b0));
        ahead += step;
        back -= step;
        weight += tapStep;
      }
    }
    storeAcross(a0, a1, a2, a3, out, stretchBytes);
    out += 16;
    middle += 4 * step;
  }
}
