import { storeAcross } from '../kernel/transpose';
import { aliasAt, places, tables } from './layer3-tables';

/** Number of bytes of the 18 vectors of four neighbouring subbands. */
export const groupBytes: usize = 18 * 16;

/** Transposes four rows of samples to four vectors of the same index, or back. */
export function transpose(from: usize, fromStride: usize, to: usize, toStride: usize): void {
  const a = v128.load(from);
  const b = v128.load(from + fromStride);
  const c = v128.load(from + fromStride * 2);
  const d = v128.load(from + fromStride * 3);
  storeAcross(a, b, c, d, to, toStride);
}

export function spreadLong(spectrum: usize, lanes: usize, groups: i32): void {
  for (let group = 0; group < groups; group++) {
    for (let i: usize = 0; i < 256; i += 64) transpose(spectrum + (i >> 2), 72, lanes + i, 16);
    transpose(spectrum + 56, 72, lanes + 224, 16);
    spectrum += 288;
    lanes += groupBytes;
  }
}

/** Stores the spectrum of short or mixed blocks as vectors of four subbands. Coefficients from `end` on are zero. */
export function spreadShort(spectrum: usize, lanes: usize, isMixed: bool, end: i32): void {
  memory.fill(lanes, 0, 8 * groupBytes);
  let place = tables + places + (isMixed ? 1152 : 0);
  const to = spectrum + ((<usize>end) << 2);
  for (; spectrum < to; spectrum += 4) {
    store<f32>(lanes + ((<usize>load<u16>(place)) << 2), load<f32>(spectrum));
    place += 2;
  }
}

/**
 * Reduces aliases (ISO/IEC 11172-3 2.4.3.4): between the first two subbands only (mixed), or between all of `groups`.
 */
export function reduceAliases(lanes: usize, groups: i32, isMixed: bool): void {
  const table = tables + aliasAt;
  for (let k: usize = 0; k < 8; k++) {
    const near = load<f32>(table + (k << 2));
    const far = load<f32>(table + (k << 2), 32);
    const nears = f32x4.splat(near);
    const fars = f32x4.splat(far);
    let lower = lanes + (17 - k) * 16;
    let upper = lanes + k * 16;
    if (isMixed) {
      const a = load<f32>(lower);
      const b = load<f32>(upper, 4);
      store<f32>(lower, a * near - b * far);
      store<f32>(upper, b * near + a * far, 4);
      continue;
    }
    let b = v128.load(upper);
    let before = f32x4.splat(f32x4.extract_lane(b, 0));
    for (let group = 1; group <= groups; group++) {
      const isLast = group === groups;
      const a = v128.load(lower);
      const next = isLast ? f32x4.splat(0) : v128.load(upper, groupBytes);
      const above = v128.shuffle<f32>(b, next, 1, 2, 3, 4);
      const turned = f32x4.add(f32x4.mul(above, nears), f32x4.mul(a, fars));
      let kept = f32x4.sub(f32x4.mul(a, nears), f32x4.mul(above, fars));
      // There is nothing above the last subband.
      if (group === 8) kept = v128.shuffle<f32>(kept, a, 0, 1, 2, 7);
      v128.store(lower, kept);
      v128.store(upper, v128.shuffle<f32>(before, turned, 3, 4, 5, 6));
      before = turned;
      b = next;
      lower += groupBytes;
      upper += groupBytes;
    }
  }
}
