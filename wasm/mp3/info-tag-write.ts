import { crc16 } from './crc16.ts';
import { bitratesOf, frameBytesAt, headerBytes, sideInfoBytes, type StreamFormat } from './header.ts';

export type InfoTagInput = {
  /** Of the frames that follow; bitrate in kbit/s. */
  format: StreamFormat;
  bitrate: number;
  /** What follows the tag's own frame. */
  frames: number;
  audioBytes: number;
  /** Samples that the encoder put before the sound (without the decoder's own 529) and after it; at most 4095 each. */
  delaySamples: number;
  paddingSamples: number;
  /** `crc16` over the frames that follow. */
  musicCrc: number;
  /** Where frames differ in size: position in 256ths of the file for each percent of the time. */
  toc?: Uint8Array;
};

const writer = 'LAME3.100';
const maxGap = 4_095;
/** The two bits of the header, by the rate in kHz of MPEG-1; the lower ones are halves and quarters. */
const rateBits: Record<number, number> = { 44_100: 0, 48_000: 1, 32_000: 2 };
const mpeg1Rate = ({ version, sampleRate }: StreamFormat) => sampleRate * { 3: 1, 2: 2, 0: 4 }[version];

/** Lengths of the Xing part (name, flags, frames, octets, table, quality) and of LAME's extension. */
const xingBytes = 120;
const lameBytes = 36;

const linear = () => Uint8Array.from({ length: 100 }, (_, percent) => Math.floor((percent * 256) / 100));

/**
 * The frame before all others that tells how many there are, where, and how many samples at both ends are not sound: the
 * Info tag (Xing where `toc` is given: frames of varying size) with LAME's extension ("Mp3 Info Tag rev 1"). It decodes to
 * silence where a player does not know it, and takes the lowest bitrate from `bitrate` on that has room for it.
 */
export function buildInfoTag(input: InfoTagInput): Uint8Array<ArrayBuffer> {
  const { format, frames, audioBytes, delaySamples, paddingSamples, toc } = input;
  if (Math.max(delaySamples, paddingSamples) > maxGap)
    throw new RangeError('the tag has 12 bits for each end');
  const xing = headerBytes + sideInfoBytes(format);
  const lame = xing + xingBytes;
  const hasRoom = (bitrate: number) => frameBytesAt(bitrate, format) >= lame + lameBytes;
  const index = bitratesOf(format.version).findIndex((rate) => rate >= input.bitrate && hasRoom(rate));
  const bytes = new Uint8Array(frameBytesAt(bitratesOf(format.version)[index]!, format));
  const view = new DataView(bytes.buffer);
  const text = (value: string, at: number) => bytes.set(new TextEncoder().encode(value), at);
  bytes.set([
    ...[0xff, 0xe3 | (format.version << 3), ((index + 1) << 4) | (rateBits[mpeg1Rate(format)]! << 2)],
    format.channels === 1 ? 0xc0 : 0x40,
  ]);
  text(toc ? 'Xing' : 'Info', xing);
  view.setUint32(xing + 4, 0b1111);
  view.setUint32(xing + 8, frames);
  view.setUint32(xing + 12, bytes.length + audioBytes);
  bytes.set((toc ?? linear()).subarray(0, 100), xing + 16);
  text(writer, lame);
  // Method 1 is constant bitrate, 2 average; low-pass, peak, replay gain and the encoder's flags are not stated.
  bytes[lame + 9] = toc ? 2 : 1;
  bytes[lame + 20] = Math.min(255, input.bitrate);
  view.setUint16(lame + 21, (delaySamples << 4) | (paddingSamples >> 8));
  bytes[lame + 23] = paddingSamples & 0xff;
  view.setUint32(lame + 28, bytes.length + audioBytes);
  view.setUint16(lame + 32, input.musicCrc);
  view.setUint16(lame + 34, crc16(bytes.subarray(0, lame + 34)));
  return bytes;
}
