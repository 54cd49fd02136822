import { bandEnd, layoutOf, Granule } from './layer3-granule';
import { shares, tables } from './layer3-tables';

function separate(left: usize, right: usize, from: i32, to: i32, factor: f32): void {
  for (let i = from; i < to; i++) {
    const at = (<usize>i) << 2;
    const sum = load<f32>(left + at);
    const difference = load<f32>(right + at);
    store<f32>(left + at, (sum + difference) * factor);
    store<f32>(right + at, (sum - difference) * factor);
  }
}

export function separateAll(left: Granule, right: Granule): void {
  const end = max(left.end, right.end);
  left.end = end;
  right.end = end;
  const to = left.spectrum + ((<usize>((end + 3) & ~3)) << 2);
  let other = right.spectrum;
  for (let at = left.spectrum; at < to; at += 16) {
    const sum = v128.load(at);
    const difference = v128.load(other);
    v128.store(at, f32x4.add(sum, difference));
    v128.store(other, f32x4.sub(sum, difference));
    other += 16;
  }
}

function isZero(spectrum: usize, from: i32, to: i32): bool {
  for (let i = from; i < to; i++) if (load<f32>(spectrum + ((<usize>i) << 2)) !== 0) return false;
  return true;
}

function share(left: usize, right: usize, from: i32, to: i32, leftShare: f32, rightShare: f32): void {
  for (let i = from; i < to; i++) {
    const at = (<usize>i) << 2;
    const value = load<f32>(left + at);
    store<f32>(left + at, value * leftShare);
    store<f32>(right + at, value * rightShare);
  }
}

/**
 * Decodes intensity stereo (ISO/IEC 11172-3 2.4.3.4, 13818-3 2.4.3.2). Above the last coefficient of the right channel,
 * the left channel's coefficients are distributed by the positions in the right channel's scale factors. Below it,
 * `isSumCoded` tells whether they are mid/side.
 */
export function shareBands(
  left: Granule,
  right: Granule,
  isLsf: bool,
  isSumCoded: bool,
  mixedBands: i32,
): void {
  const layout = layoutOf(right);
  const longBands = layout === 0 ? 22 : layout === 1 ? 0 : mixedBands;
  const bandCount = layout === 0 ? 22 : layout === 1 ? 39 : mixedBands + 30;
  const columns = isLsf ? 16 : 8;
  const rows = tables + shares + (isLsf ? 64 + ((<usize>(right.scaleCompress & 1)) << 7) : 0);
  const illegal = isLsf ? 16 : 7;
  // One bit for each window of a short block with nonzero coefficients.
  let found = 0;
  for (let band = bandCount - 1; band >= 0; band--) {
    const from = band === 0 ? 0 : bandEnd(layout, band - 1);
    const to = bandEnd(layout, band);
    const isLong = band < longBands;
    const mask = isLong ? 7 : 1 << ((band - longBands) % 3);
    // The last band has no scale factor of its own.
    const last = isLong ? 21 : bandCount - 3;
    const scale = band >= last ? band - (isLong ? 1 : 3) : band;
    const position = <i32>load<u8>(right.scales + <usize>scale);
    let isShared = false;
    if ((found & mask) === 0) {
      if (isZero(right.spectrum, from, to)) isShared = position < illegal;
      else found |= mask;
    }
    if (isShared) {
      const at = rows + ((<usize>position) << 2);
      share(left.spectrum, right.spectrum, from, to, load<f32>(at), load<f32>(at + ((<usize>columns) << 2)));
    } else if (isSumCoded) separate(left.spectrum, right.spectrum, from, to, 0.70710678118654752);
  }
  left.end = 576;
  right.end = 576;
}
