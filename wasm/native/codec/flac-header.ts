import { bits, bitAt, bitsHeld, octetsFrom, seek } from './flac-bits';
import { crc8 } from './flac-crc';

export const headed: i32 = 1;
export const headerShort: i32 = 0;
const noHeader: i32 = -1;

/**
 * Values of the last header that was read: samples per channel; sample rate, Hz, and bits per sample (0: as in
 * STREAMINFO); channel code of RFC 9639, 9.1.3.
 */
export let blockFrames: i32 = 0;
export let frameRate: i32 = 0;
export let frameBits: i32 = 0;
export let channelCode: i32 = 0;

const maxHeaderBytes: i32 = 16;
const ratesHz: StaticArray<i32> = [
  0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000,
];

function readBlockFrames(code: u32): i32 {
  if (code === 1) return 192;
  if (code < 6) return 576 << (code - 2);
  if (code === 6) return <i32>bits(8) + 1;
  if (code === 7) return <i32>bits(16) + 1;
  return 256 << (code - 8);
}

function readRate(code: u32): i32 {
  if (code < 12) return unchecked(ratesHz[code]);
  if (code === 12) return <i32>bits(8) * 1000;
  return code === 13 ? <i32>bits(16) : <i32>bits(16) * 10;
}

function bitsOf(code: u32): i32 {
  if (code === 0) return 0;
  if (code < 3) return code === 1 ? 8 : 12;
  return code === 7 ? 32 : 16 + ((<i32>code - 4) << 2);
}

/** Skips the frame or sample number in extended UTF-8, up to seven bytes. Returns false if it is invalid. */
function skipNumber(): bool {
  let first = bits(8);
  if (first < 0x80) return true;
  if (first < 0xc0 || first === 0xff) return false;
  for (first <<= 1; first & 0x80; first <<= 1) if (bits(8) >> 6 !== 2) return false;
  return true;
}

/** Reads the frame header (RFC 9639, section 9.1) at a byte offset and verifies its checksum. */
export function readHeader(at: i32): i32 {
  const short = bitsHeld() - at < maxHeaderBytes ? headerShort : noHeader;
  seek(at << 3);
  if (bits(15) !== 0x7ffc) return bitsHeld() - at < 2 ? headerShort : noHeader;
  bits(1);
  const blockCode = bits(4);
  const rateCode = bits(4);
  channelCode = <i32>bits(4);
  const sizeCode = bits(3);
  const isReserved =
    bits(1) !== 0 || blockCode === 0 || rateCode === 15 || channelCode > 10 || sizeCode === 3;
  if (isReserved || !skipNumber()) return short;
  blockFrames = readBlockFrames(blockCode);
  frameRate = readRate(rateCode);
  frameBits = bitsOf(sizeCode);
  const end = bitAt >> 3;
  if (end >= bitsHeld()) return headerShort;
  if (crc8(octetsFrom(at), octetsFrom(end)) !== bits(8)) return short;
  return headed;
}
