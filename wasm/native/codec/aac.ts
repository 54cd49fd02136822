import { aacFilter, aacFilterCreate, aacFilterForget } from './aac-filterbank';
import { isBurst } from './bursts';
import { bits, bitsAt, bitsFrom, bitsTo } from './layer3-bits';
import { channelOf, channelsCreate, copyInfo, damaged, fine, foreign, readInfo } from './aac-channel';
import { interleave } from './layer3-synthesis';
import { noiseCreate } from './aac-noise';
import { readPulses, readScales, readSections } from './aac-scales';
import { readShaping, shapeSpectrum, shapingCreate } from './aac-shaping';
import { readSpectrum } from './aac-spectrum';
import { joinStereo, noMasks, readMasks, reservedMasks } from './aac-stereo';
import { bandCount, tables, tablesCreate } from './aac-tables';

const maxPacketBytes: usize = 8192;
/**
 * Number of bytes that may be read beyond the end of a damaged packet before the damage is noticed: a band of 96
 * escapes, and more.
 */
const beyondBytes: usize = 4096;
const frameLength: usize = 1024;

// Syntactic elements of a packet (ISO/IEC 14496-3 4.4.2.1).
const oneChannel: i32 = 0;
const channelPair: i32 = 1;
const dataElement: i32 = 4;
const fillElement: i32 = 6;
const endElement: i32 = 7;
const plainFill: i32 = 0;
/** Fill extensions that change the output: spectral band replication, without and with a checksum. */
const replication: i32 = 13;
const checkedReplication: i32 = 14;

let channels: i32 = 0;
let input: usize = 0;
let planes: usize = 0;
let output: usize = 0;
let end: i32 = 0;

/** Call once per instance, and write the tables to `aacTables` before decoding. */
export function aacCreate(channelCount: i32): void {
  channels = channelCount;
  input = heap.alloc(maxPacketBytes + beyondBytes);
  memory.fill(input, 0, maxPacketBytes + beyondBytes);
  planes = heap.alloc(2 * frameLength * 4);
  output = heap.alloc(2 * frameLength * 4);
  tablesCreate();
  channelsCreate();
  shapingCreate();
  noiseCreate();
  aacFilterCreate();
}

export function aacTables(): usize {
  return tables;
}

export function aacIn(): usize {
  return input;
}

export function aacOut(): usize {
  return output;
}

function readChannel(index: i32, hasInfo: bool): i32 {
  const channel = channelOf(index);
  channel.globalGain = bits(8);
  let result = hasInfo ? fine : readInfo(channel);
  if (result === fine) result = readSections(channel, end);
  if (result === fine) result = readScales(channel);
  if (result === fine) result = readPulses(channel, bandCount(false));
  if (result === fine) result = readShaping(channel, index);
  if (result !== fine) return result;
  if (bits(1) !== 0) return foreign;
  return bitsAt() > end ? damaged : readSpectrum(channel, end);
}

function readPair(): i32 {
  bits(4);
  const left = channelOf(0);
  const right = channelOf(1);
  const isCommon = bits(1) !== 0;
  let masks = noMasks;
  if (isCommon) {
    const result = readInfo(left);
    if (result !== fine) return result;
    copyInfo(left, right);
    masks = readMasks(left);
    if (masks === reservedMasks) return damaged;
  }
  let result = readChannel(0, isCommon);
  if (result === fine) result = readChannel(1, isCommon);
  if (result === fine) joinStereo(left, right, masks);
  return result;
}

function skipData(): void {
  bits(4);
  const isAligned = bits(1) !== 0;
  let count = bits(8);
  if (count === 255) count += bits(8);
  if (isAligned) bitsTo((bitsAt() + 7) & ~7);
  bitsTo(bitsAt() + count * 8);
}

/** True if a fill element names the encoder libfaac, whose first frame ffmpeg drops. */
function isLibfaac(): bool {
  bits(13);
  return bits(32) === 0x6c696266 && bits(24) === 0x616163;
}

function skipFill(): i32 {
  let count = bits(4);
  if (count === 15) count += bits(8) - 1;
  if (count === 0) return fine;
  const next = bitsAt() + count * 8;
  const kind = bits(4);
  const isNamed = kind === plainFill && count >= 10 && isLibfaac();
  bitsTo(next);
  return isNamed || kind === replication || kind === checkedReplication ? foreign : fine;
}

/** Reads a whole packet, which must contain exactly the one element for its channels. */
function readPacket(): i32 {
  let hasSound = false;
  while (bitsAt() + 3 <= end) {
    const element = bits(3);
    let result = fine;
    if (element === endElement) return hasSound ? fine : damaged;
    else if (element === dataElement) skipData();
    else if (element === fillElement) result = skipFill();
    else if (element !== (channels === 1 ? oneChannel : channelPair) || hasSound) return foreign;
    else {
      hasSound = true;
      if (channels === 2) result = readPair();
      else {
        bits(4);
        result = readChannel(0, false);
      }
    }
    if (result !== fine) return result;
    if (bitsAt() > end) return damaged;
  }
  return damaged;
}

/** Decodes the packet of `bytes` bytes at `aacIn`. Returns 0 if fine; without output 1 if damaged, 2 if unsupported. */
export function aacDecode(bytes: i32): i32 {
  bitsFrom(input, 0);
  end = bytes * 8;
  let result = readPacket();
  for (let index = 0; index < channels && result === fine; index++) result = shapeSpectrum(index);
  if (result !== fine) return result;
  for (let index = 0; index < channels; index++) {
    const channel = channelOf(index);
    const out = channels === 1 ? output : planes + <usize>index * frameLength * 4;
    aacFilter(index, channel.spectrum, channel.windowSequence, channel.windowShape, out);
  }
  if (channels === 2) interleave(planes, planes + frameLength * 4, output, <i32>frameLength);
  if (isBurst(output, <i32>frameLength * channels)) {
    // The frame is damaged, but was decoded.
    memory.fill(output, 0, frameLength * 4 * <usize>channels);
    aacFilterForget();
  }
  return fine;
}
