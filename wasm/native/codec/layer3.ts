import { isBurst } from './bursts';
import { bitsFrom, bitsAt, bitsTo } from './layer3-bits';
import { granuleOf, granulesCreate, Granule } from './layer3-granule';
import { copyOverlap, hybridCreate, hybridForget, synthesiseSubbands } from './layer3-hybrid';
import { readSpectrum } from './layer3-huffman';
import { gainBands, readScales } from './layer3-scales';
import { readSide, reservoirBytes } from './layer3-side';
import { separateAll, shareBands } from './layer3-stereo';
import {
  copySlots,
  interleave,
  planeOf,
  synthesise,
  synthesisCreate,
  synthesisForget,
} from './layer3-synthesis';
import { tables, tablesCreate } from './layer3-tables';

/**
 * Numbers of bytes of the largest reservoir, of the largest frame, and of the room after them: that much may be read
 * beyond the end of a damaged frame (288 pairs of 47 bits).
 */
const keptBytes: i32 = 512;
const maxFrameBytes: i32 = 1448;
const beyondBytes: i32 = 4096;

let channels: i32 = 0;
let isLsf: bool = false;
let splitLong: i32 = 0;
let splitShort: i32 = 0;
let mixedBands: i32 = 0;
let main: usize = 0;
let mainBytes: i32 = 0;
/**
 * Number of successive granules with two identical channels. After two of them the state of both filters is identical.
 */
let alike: i32 = 2;
/** True if the second channel's state was not updated because it equals the first one's. */
let isShared: bool = false;

/** Returns the address for the tables. Call once per instance. */
export function layer3Create(
  channelCount: i32,
  isLowSampling: bool,
  longSplit: i32,
  shortSplit: i32,
  bandsOfMixed: i32,
): usize {
  channels = channelCount;
  isLsf = isLowSampling;
  splitLong = longSplit;
  splitShort = shortSplit;
  mixedBands = bandsOfMixed;
  main = heap.alloc(keptBytes + maxFrameBytes + beyondBytes);
  memory.fill(main, 0, keptBytes + maxFrameBytes + beyondBytes);
  granulesCreate();
  hybridCreate();
  synthesisCreate();
  tablesCreate();
  return tables;
}

function silence(granule: Granule): void {
  memory.fill(granule.spectrum, 0, 576 * 4);
  granule.end = 0;
  granule.blockType = 0;
}

function readGranule(index: i32, isIntensity: bool, isSumCoded: bool): bool {
  const left = granuleOf(index, 0);
  for (let channel = 0; channel < channels; channel++) {
    const granule = granuleOf(index, channel);
    const end = bitsAt() + granule.dataBits;
    if (end > mainBytes * 8) return false;
    readScales(granule, index, channel, isLsf, isIntensity);
    if (bitsAt() > end) return false;
    gainBands(granule, mixedBands);
    if (!readSpectrum(granule, end)) return false;
  }
  const right = granuleOf(index, 1);
  if (channels === 2 && isIntensity) shareBands(left, right, isLsf, isSumCoded, mixedBands);
  else if (isSumCoded && !isTwin(index)) separateAll(left, right);
  return true;
}

/** True if both channels of a mid/side granule are identical: the side channel is zero. */
function isTwin(index: i32): bool {
  const left = granuleOf(index, 0);
  const right = granuleOf(index, 1);
  return (
    right.end === 0 &&
    left.blockType === right.blockType &&
    (left.blockType === 0 || left.isMixed === right.isMixed)
  );
}

/** Keeps the main data after what was read, as the reservoir of the next frames. */
function keepRest(): void {
  const from = (bitsAt() + 7) >> 3;
  const rest = min(max(0, mainBytes - from), keptBytes);
  memory.copy(main, main + <usize>(mainBytes - rest), rest);
  mainBytes = rest;
}

function decodeChannels(granules: i32, isSumCoded: bool, isIntensity: bool, silent: i32): i32 {
  let twins = 0;
  if (channels === 2 && !isIntensity)
    for (let index = 0; index < granules; index++)
      if ((isSumCoded || index < silent || granuleOf(index, 0).end === 0) && isTwin(index)) twins++;
  const isOne = twins === granules && alike >= 2;
  if (isShared && !isOne) {
    copyOverlap();
    copySlots();
  }
  isShared = isOne;
  alike = twins === granules ? min(2, alike + twins) : 0;
  const count = isOne ? 1 : channels;
  for (let channel = 0; channel < count; channel++) {
    for (let index = 0; index < granules; index++) {
      // Without a side signal the left channel stands for both.
      const isCopy = channel === 1 && isSumCoded && !isIntensity && isTwin(index) && index >= silent;
      synthesiseSubbands(granuleOf(index, isCopy ? 0 : channel), index, channel);
    }
    synthesise(channel, granules * 18);
  }
  return count;
}

/** Silences a damaged frame that was decoded to noise, and resets the state, so that later frames are not affected. */
function beSilent(out: usize, frames: i32): void {
  memory.fill(out, 0, (<usize>(frames * channels)) << 2);
  hybridForget();
  synthesisForget();
  alike = 2;
  isShared = false;
}

/**
 * Decodes the frame of `bytes` bytes at `frame` to interleaved samples. Returns its samples per channel, or −1 if it is
 * damaged or ambiguous.
 */
export function layer3Decode(frame: usize, bytes: i32, out: usize): i32 {
  const isProtected = (load<u8>(frame, 1) & 1) === 0;
  const last = <i32>load<u8>(frame, 3);
  const isJoint = last >> 6 === 1;
  const isIntensity = isJoint && ((last >> 4) & 1) === 1;
  const isSumCoded = isJoint && ((last >> 5) & 1) === 1;
  // Without joint stereo this bit has no meaning, and decoders differ.
  if (!isJoint && ((last >> 5) & 1) === 1) return -1;
  const side = isProtected ? 6 : 4;
  const body = side + (isLsf ? (channels === 1 ? 9 : 17) : channels === 1 ? 17 : 32);
  if (bytes < body || bytes > maxFrameBytes) return -1;
  bitsFrom(frame + <usize>side, 0);
  if (!readSide(channels, isLsf, isSumCoded && !isIntensity, splitLong, splitShort)) return -1;
  const kept = mainBytes;
  memory.copy(main + <usize>kept, frame + <usize>body, <usize>(bytes - body));
  mainBytes += bytes - body;
  const granules = isLsf ? 1 : 2;
  let silent = 0;
  // If data of earlier frames is missing, granules that begin in it are silent.
  let available = kept * 8;
  while (silent < granules && available >> 3 < reservoirBytes) {
    for (let channel = 0; channel < channels; channel++) {
      available += granuleOf(silent, channel).dataBits;
      silence(granuleOf(silent, channel));
    }
    silent++;
  }
  bitsFrom(main, available - 8 * reservoirBytes);
  if (available < 8 * reservoirBytes) bitsTo(0);
  for (let index = silent; index < granules; index++)
    if (!readGranule(index, isIntensity, isSumCoded)) return -1;
  keepRest();
  const made = decodeChannels(granules, isSumCoded, isIntensity, silent);
  const frames = granules * 576;
  if (channels === 1) memory.copy(out, planeOf(0), (<usize>frames) << 2);
  else interleave(planeOf(0), planeOf(made === 1 ? 0 : 1), out, frames);
  if (isBurst(out, frames * channels)) beSilent(out, frames);
  return frames;
}

export function layer3Room(bytes: i32): usize {
  return heap.alloc(<usize>bytes);
}
