import { bits } from './layer3-bits';
import { bandEnd, granuleOf, Granule } from './layer3-granule';

/** Number of bytes of earlier main data that belong to this frame. */
export let reservoirBytes: i32 = 0;
/** Scale factor groups that the second granule shares with the first (scfsi), by channel. */
let shared0: i32 = 0;
let shared1: i32 = 0;

export function sharedScales(channel: i32): i32 {
  return channel === 0 ? shared0 : shared1;
}

const maxBigValues = 288;
/** Value of `splitShort` at 8 kHz only. */
const splitAt8kHz = 72;

/** Reads the side information of a granule. Returns false if it contradicts the standard. */
function readGranule(granule: Granule, isLsf: bool, isSumCoded: bool, splitLong: i32, splitShort: i32): bool {
  granule.dataBits = bits(12);
  granule.bigValues = bits(9);
  // Mid/side coefficients are coded √2 too large.
  granule.globalGain = bits(8) - (isSumCoded ? 2 : 0);
  granule.scaleCompress = bits(isLsf ? 9 : 4);
  granule.blockType = 0;
  granule.isMixed = false;
  granule.table2 = 0;
  granule.end1 = 576;
  if (bits(1) === 1) {
    granule.blockType = bits(2);
    granule.isMixed = bits(1) === 1;
    granule.table0 = bits(5);
    granule.table1 = bits(5);
    granule.subblockGain0 = bits(3);
    granule.subblockGain1 = bits(3);
    granule.subblockGain2 = bits(3);
    if (granule.blockType === 0) return false;
    // Decoders disagree where the long part of a mixed block ends at 8 kHz.
    if (granule.blockType === 2 && granule.isMixed && splitShort === splitAt8kHz) return false;
    granule.end0 = granule.blockType === 2 ? splitShort : splitLong;
  } else {
    granule.table0 = bits(5);
    granule.table1 = bits(5);
    granule.table2 = bits(5);
    const bands0 = bits(4);
    const bands1 = bits(3);
    granule.end0 = bandEnd(0, min(bands0, 21));
    granule.end1 = bandEnd(0, min(bands0 + bands1 + 1, 21));
  }
  granule.hasPreemphasis = !isLsf && bits(1) === 1;
  granule.scaleShift = bits(1) + 1;
  granule.quadTable = 32 + bits(1);
  return granule.bigValues <= maxBigValues;
}

/**
 * Reads the side information. `splitLong` and `splitShort` are the numbers of coefficients in the first region with
 * window switching. Returns false if it contradicts the standard.
 */
export function readSide(
  channels: i32,
  isLsf: bool,
  isSumCoded: bool,
  splitLong: i32,
  splitShort: i32,
): bool {
  reservoirBytes = bits(isLsf ? 8 : 9);
  if (isLsf) bits(channels);
  else {
    bits(channels === 1 ? 5 : 3);
    shared0 = bits(4);
    if (channels === 2) shared1 = bits(4);
  }
  const count = isLsf ? 1 : 2;
  for (let index = 0; index < count; index++)
    for (let channel = 0; channel < channels; channel++)
      if (!readGranule(granuleOf(index, channel), isLsf, isSumCoded, splitLong, splitShort)) return false;
  return true;
}
