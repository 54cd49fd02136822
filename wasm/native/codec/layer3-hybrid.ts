import { layoutOf, Granule } from './layer3-granule';
import { transformLong, transformShort } from './layer3-imdct';
import { groupBytes, reduceAliases, spreadLong, spreadShort } from './layer3-lanes';
import { longWindows, tables } from './layer3-tables';

const overlapBytes: usize = 8 * groupBytes;
/** Rows of 32 subbands, one per time slot: those of a frame, and two that pad them to whole vectors. */
const maxSlots: usize = 38;
export const rowBytes: usize = 32 * 4;

let overlaps: usize = 0;
let subbands: usize = 0;
let lanes: usize = 0;
/** Output of the long transform in vectors that also contain short blocks. */
let otherOut: usize = 0;
let otherOverlap: usize = 0;
/** Number of leading groups of four subbands whose stored overlap may be nonzero; one variable for each channel. */
let sounding0: i32 = 0;
let sounding1: i32 = 0;

export function hybridForget(): void {
  memory.fill(overlaps, 0, overlapBytes * 2);
  sounding0 = 0;
  sounding1 = 0;
}

export function hybridCreate(): void {
  overlaps = heap.alloc(overlapBytes * 2);
  hybridForget();
  subbands = heap.alloc(maxSlots * rowBytes * 2);
  memory.fill(subbands, 0, maxSlots * rowBytes * 2);
  // Shifts read one group further.
  lanes = heap.alloc(9 * groupBytes);
  otherOut = heap.alloc(groupBytes);
  otherOverlap = heap.alloc(groupBytes);
}

/** Returns the address of the frame's subband samples, slot by slot. */
export function subbandsOf(channel: i32): usize {
  return subbands + <usize>channel * maxSlots * rowBytes;
}

export function copyOverlap(): void {
  memory.copy(overlaps + overlapBytes, overlaps, overlapBytes);
  sounding1 = sounding0;
}

function windowOf(granule: Granule, isLowest: bool): usize {
  if (granule.blockType === 0) return tables + longWindows;
  let index: usize = granule.blockType === 1 ? 1 : 2;
  if (granule.isMixed && isLowest) index += 2;
  return tables + longWindows + index * 576;
}

function transformMixed(overlap: usize, out: usize): void {
  memory.copy(otherOverlap, overlap, groupBytes);
  transformLong(lanes, tables + longWindows, otherOverlap, otherOut, 16);
  transformShort(lanes, overlap, out, rowBytes);
  for (let i: usize = 0; i < 18; i++) {
    const at = i * 16;
    store<u64>(out + i * rowBytes, load<u64>(otherOut + at));
    store<u64>(overlap + at, load<u64>(otherOverlap + at));
  }
}

function passOverlap(overlap: usize, out: usize, isSounding: bool): void {
  for (let i: usize = 0; i < 18; i++) {
    v128.store(out + i * rowBytes, isSounding ? v128.load(overlap + i * 16) : f32x4.splat(0));
    if (isSounding) v128.store(overlap + i * 16, f32x4.splat(0));
  }
}

/** Transforms coefficients to 18 slots of 32 subband samples, stored from the frame's slot 18 `index` on. */
export function synthesiseSubbands(granule: Granule, index: i32, channel: i32): void {
  const layout = layoutOf(granule);
  const end = granule.end;
  // Sorted by window, a coefficient moves up at most to the end of its band of three windows; aliasing reaches one subband further.
  const used = layout === 0 ? (end + 17) / 18 + 1 : end === 0 ? 0 : 32;
  const groups = end === 0 ? 0 : min(8, (used + 3) >> 2);
  if (layout === 0) {
    spreadLong(granule.spectrum, lanes, groups);
    if (groups > 0) reduceAliases(lanes, groups, false);
  } else {
    spreadShort(granule.spectrum, lanes, granule.isMixed, end);
    if (granule.isMixed) reduceAliases(lanes, groups, true);
  }
  let out = subbandsOf(channel) + <usize>index * 18 * rowBytes;
  let overlap = overlaps + <usize>channel * overlapBytes;
  const sounding = channel === 0 ? sounding0 : sounding1;
  for (let group = 0; group < 8; group++) {
    const from = lanes + <usize>group * groupBytes;
    if (group >= groups) passOverlap(overlap, out, group < sounding);
    else if (layout === 0) transformLong(from, windowOf(granule, group === 0), overlap, out, rowBytes);
    else if (layout === 2 && group === 0) transformMixed(overlap, out);
    else transformShort(from, overlap, out, rowBytes);
    out += 16;
    overlap += groupBytes;
  }
  if (channel === 0) sounding0 = groups;
  else sounding1 = groups;
}
