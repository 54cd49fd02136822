import {
  bitAt,
  bits,
  bitsCreate,
  bitsHeld,
  bitsIn,
  bitsPush,
  bitsRoom,
  isPastEnd,
  octetsFrom,
  seek,
} from './flac-bits';
import { crc16, crcCreate } from './flac-crc';
import { farCreate, joinFar, readFar } from './flac-far';
import {
  blockFrames,
  channelCode,
  frameBits,
  frameRate,
  headed,
  headerShort,
  readHeader,
} from './flac-header';
import { leftSide, midSide, sideRight, writeFrames } from './flac-output';
import { addWasted, readSamples, readType } from './flac-subframe';

// FLAC decoder (RFC 9639): one instance decodes one stream.
const short: i32 = 0;
const damaged: i32 = -1;
const noFrame: i32 = -2;

let channels: i32 = 0;
let rate: i32 = 0;
let streamBits: i32 = 0;
let maxFrames: i32 = 0;
let planes: usize = 0;
let planeBytes: usize = 0;
let out: usize = 0;

/**
 * Takes the values of STREAMINFO, and `inputBytes`, the size of the buffer for undecoded bytes, which is larger than
 * any frame. Call once per instance.
 */
export function flacCreate(
  channelCount: i32,
  sampleRate: i32,
  sampleBits: i32,
  maxBlockFrames: i32,
  inputBytes: i32,
): void {
  channels = channelCount;
  rate = sampleRate;
  streamBits = sampleBits;
  maxFrames = maxBlockFrames;
  bitsCreate(inputBytes);
  crcCreate();
  // Vectors may exceed the last sample.
  planeBytes = ((<usize>maxFrames) << 2) + 64;
  planes = heap.alloc(planeBytes * <usize>channels);
  out = heap.alloc(planeBytes * <usize>channels);
  if (streamBits === 32 && channels === 2) farCreate(maxFrames);
}

/** Drops the decoded bytes; returns the address for the next ones. */
export function flacIn(): usize {
  return bitsIn();
}

export function flacRoom(): i32 {
  return bitsRoom();
}

export function flacPush(count: i32): void {
  bitsPush(count);
}

export function flacHeld(): i32 {
  return bitsHeld() - (bitAt >> 3);
}

export function flacOut(): usize {
  return out;
}

function isOfStream(): bool {
  const stated = channelCode < leftSide ? channelCode + 1 : 2;
  return (
    stated === channels &&
    (frameRate === 0 || frameRate === rate) &&
    (frameBits === 0 || frameBits === streamBits) &&
    blockFrames <= maxFrames
  );
}

function readSubframes(): bool {
  let code = channelCode;
  const side = code === sideRight ? 0 : code === leftSide || code === midSide ? 1 : -1;
  for (let channel = 0; channel < channels; channel++) {
    const plane = planes + planeBytes * <usize>channel;
    const size = streamBits + (channel === side ? 1 : 0);
    if (size === 33) {
      if (!readFar(plane, blockFrames)) return false;
      continue;
    }
    const type = readType(size);
    if (type < 0 || !readSamples(plane, blockFrames, type)) return false;
    addWasted(plane, blockFrames);
  }
  if (streamBits === 32 && side >= 0) {
    joinFar(planes, planes + planeBytes, code, blockFrames);
    code = 1;
  }
  writeFrames(out, planes, planeBytes, channels, blockFrames, code, streamBits);
  return true;
}

function readFrame(start: i32): i32 {
  const header = readHeader(start);
  if (header !== headed) return header === headerShort ? short : noFrame;
  if (!isOfStream()) return damaged;
  if (!readSubframes()) return isPastEnd() ? short : damaged;
  const end = (bitAt + 7) >> 3;
  if (end + 2 > bitsHeld()) return short;
  seek(end << 3);
  return bits(16) === crc16(octetsFrom(start), octetsFrom(end)) ? blockFrames : damaged;
}

/**
 * Decodes the next frame into `flacOut`. Returns its samples per channel; 0 if it is incomplete, -1 if it is damaged or of another
 * format, -2 if there is no frame.
 */
export function flacFrame(): i32 {
  const start = bitAt >> 3;
  const result = readFrame(start);
  if (result <= 0) seek(start << 3);
  return result;
}

export function flacIsFollowed(): bool {
  const start = bitAt >> 3;
  let isFollowed = false;
  for (let at = start + 1; at + 2 < bitsHeld() && !isFollowed; at++)
    isFollowed = load<u8>(octetsFrom(at)) === 0xff && readHeader(at) === headed && isOfStream();
  seek(start << 3);
  return isFollowed;
}
