import { bits } from './layer3-bits';
import { granuleOf, layoutOf, Granule } from './layer3-granule';
import { sharedScales } from './layer3-side';
import { gains, tables } from './layer3-tables';

// ISO/IEC 11172-3 2.4.2.7: bits of a scale factor in the lower and the upper bands; table B.6: pre-emphasis.
const lowBits: StaticArray<u8> = [0, 0, 0, 0, 3, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4];
const highBits: StaticArray<u8> = [0, 1, 2, 3, 0, 1, 2, 3, 1, 2, 3, 1, 2, 3, 2, 3];
const preemphasis: StaticArray<u8> = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 2, 0];

// ISO/IEC 13818-3 2.4.3.2: bands in each of four partitions, by the range of the code and by layout (long, short, mixed).
const partitions: StaticArray<u8> = [
  6, 5, 5, 5, 9, 9, 9, 9, 6, 9, 9, 9, 6, 5, 7, 3, 9, 9, 12, 6, 6, 9, 12, 6, 11, 10, 0, 0, 18, 18, 0, 0, 15,
  18, 0, 0, 7, 7, 7, 0, 12, 12, 12, 0, 6, 15, 12, 0, 6, 6, 6, 3, 12, 9, 9, 6, 6, 12, 9, 6, 8, 8, 5, 0, 15, 12,
  9, 0, 6, 18, 9, 0,
];

const maxScales: i32 = 40;
export const bandGains: usize = memory.data(maxScales * 4, 16);

function readRange(scales: usize, from: i32, to: i32, size: i32): void {
  for (let band = from; band < to; band++) store<u8>(scales + <usize>band, bits(size));
}

/** Ends of the groups of bands that the second granule of long blocks can share (scfsi). */
const groupEnds: StaticArray<u8> = [6, 11, 16, 21];

function readMpeg1(granule: Granule, index: i32, channel: i32): void {
  const scales = granule.scales;
  const low = <i32>unchecked(lowBits[granule.scaleCompress]);
  const high = <i32>unchecked(highBits[granule.scaleCompress]);
  const layout = layoutOf(granule);
  if (layout !== 0) {
    const middle = layout === 2 ? 17 : 18;
    readRange(scales, 0, middle, low);
    readRange(scales, middle, middle + 18, high);
    readRange(scales, middle + 18, maxScales, 0);
    return;
  }
  const first = granuleOf(0, channel).scales;
  const shared = index === 0 ? 0 : sharedScales(channel);
  let band = 0;
  for (let group = 0; group < 4; group++) {
    const end = <i32>unchecked(groupEnds[group]);
    if (((shared >> (3 - group)) & 1) === 1)
      memory.copy(scales + <usize>band, first + <usize>band, <usize>(end - band));
    else readRange(scales, band, end, group < 2 ? low : high);
    band = end;
  }
  readRange(scales, 21, maxScales, 0);
}

function readMpeg2(granule: Granule, isIntensity: bool): void {
  let code = granule.scaleCompress;
  let range = 0;
  let size0 = 0;
  let size1 = 0;
  let size2 = 0;
  let size3 = 0;
  granule.hasPreemphasis = false;
  if (isIntensity) {
    code >>= 1;
    if (code < 180) {
      range = 3;
      size0 = code / 36;
      size1 = (code % 36) / 6;
      size2 = code % 6;
    } else if (code < 244) {
      range = 4;
      code -= 180;
      size0 = code >> 4;
      size1 = (code >> 2) & 3;
      size2 = code & 3;
    } else {
      range = 5;
      size0 = (code - 244) / 3;
      size1 = (code - 244) % 3;
    }
  } else if (code < 400) {
    size0 = (code >> 4) / 5;
    size1 = (code >> 4) % 5;
    size2 = (code >> 2) & 3;
    size3 = code & 3;
  } else if (code < 500) {
    range = 1;
    code -= 400;
    size0 = (code >> 2) / 5;
    size1 = (code >> 2) % 5;
    size2 = code & 3;
  } else {
    range = 2;
    size0 = (code - 500) / 3;
    size1 = (code - 500) % 3;
    granule.hasPreemphasis = true;
  }
  let band = 0;
  const row = range * 12 + layoutOf(granule) * 4;
  for (let part = 0; part < 4; part++) {
    const size = part === 0 ? size0 : part === 1 ? size1 : part === 2 ? size2 : size3;
    const end = band + <i32>unchecked(partitions[row + part]);
    readRange(granule.scales, band, end, size);
    band = end;
  }
  readRange(granule.scales, band, maxScales, 0);
}

export function readScales(granule: Granule, index: i32, channel: i32, isLsf: bool, isIntensity: bool): void {
  if (isLsf) readMpeg2(granule, isIntensity && channel === 1);
  else readMpeg1(granule, index, channel);
}

/** Fills `bandGains`; `mixedBands`: number of long bands in a mixed block. */
export function gainBands(granule: Granule, mixedBands: i32): void {
  const layout = layoutOf(granule);
  const longBands = layout === 0 ? 22 : layout === 1 ? 0 : mixedBands;
  const base = granule.globalGain - 210 + 400;
  for (let band = 0; band < maxScales; band++) {
    let scale = <i32>load<u8>(granule.scales + <usize>band);
    let exponent = base;
    if (band < longBands) {
      if (granule.hasPreemphasis) scale += <i32>unchecked(preemphasis[band]);
    } else if (layout !== 0) {
      const window = (band - longBands) % 3;
      exponent -=
        8 *
        (window === 0 ? granule.subblockGain0 : window === 1 ? granule.subblockGain1 : granule.subblockGain2);
    }
    exponent -= scale << granule.scaleShift;
    store<f32>(
      bandGains + ((<usize>band) << 2),
      load<f32>(tables + gains + ((<usize>max(0, exponent)) << 2)),
    );
  }
}
