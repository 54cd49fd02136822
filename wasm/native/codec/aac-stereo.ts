import { bits } from './layer3-bits';
import { bookOf, groupLength, noiseBook, outOfPhaseBook, scaleOf, Channel } from './aac-channel';
import { bandsOf } from './aac-tables';

/** True for bands coded as mid/side, 8 bits each. */
const masks: usize = memory.data(128);
export const noMasks: i32 = 0;
const someMasks: i32 = 1;
export const reservedMasks: i32 = 3;

export function readMasks(left: Channel): i32 {
  const kind = bits(2);
  const count = left.groups * left.maxBand;
  if (kind !== someMasks) memory.fill(masks, 1, 128);
  else for (let band = 0; band < count; band++) store<u8>(masks + <usize>band, <u8>bits(1));
  return kind;
}

function separate(left: usize, right: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) {
    const middle = v128.load(left + at);
    const side = v128.load(right + at);
    v128.store(left + at, f32x4.add(middle, side));
    v128.store(right + at, f32x4.sub(middle, side));
  }
}

function share(left: usize, right: usize, bytes: usize, scale: f32): void {
  const scales = f32x4.splat(scale);
  for (let at: usize = 0; at < bytes; at += 16)
    v128.store(right + at, f32x4.mul(v128.load(left + at), scales));
}

/** Decodes mid/side and intensity stereo; the right channel's books decide (ISO/IEC 14496-3 4.6.8). */
export function joinStereo(left: Channel, right: Channel, kind: i32): void {
  const bands = bandsOf(right.isShort);
  let offset: usize = 0;
  let band = 0;
  for (let group = 0; group < right.groups; group++) {
    const windows = <usize>groupLength(right, group);
    for (let i = 0; i < right.maxBand; i++) {
      const isMasked = kind !== noMasks && load<u8>(masks + <usize>band) !== 0;
      const book = bookOf(right, band);
      const isIntensity = book >= outOfPhaseBook;
      if (isIntensity || (isMasked && book < noiseBook && bookOf(left, band) < noiseBook)) {
        const low = (<usize>load<u16>(bands + ((<usize>i) << 1))) << 2;
        const bytes = ((<usize>load<u16>(bands + ((<usize>i) << 1), 2)) << 2) - low;
        const scale = scaleOf(right, band);
        const isInverted = (book === outOfPhaseBook) !== isMasked;
        for (let window: usize = 0; window < windows; window++) {
          const at = offset + window * 512 + low;
          if (isIntensity) share(left.spectrum + at, right.spectrum + at, bytes, isInverted ? -scale : scale);
          else separate(left.spectrum + at, right.spectrum + at, bytes);
        }
      }
      band++;
    }
    offset += windows * 512;
  }
}
