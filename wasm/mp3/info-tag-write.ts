import { crc16 } from './crc16.ts';
import { bitratesOf, frameBytesAt, headerBytes, sideInfoBytes, type StreamFormat } from './header.ts';

export type InfoTagInput = {
  format: StreamFormat;
  bitrate: number;
  /** Number of frames, and of bytes, after the tag's own frame. */
  frames: number;
  audioBytes: number;
  /** Encoder delay (without the decoder's 529 samples) and padding, at most 4095 samples each. */
  delaySamples: number;
  paddingSamples: number;
  musicCrc: number;
  /** Table of contents for varying frame sizes: position in 256ths of the file for each percent of the time. */
  toc?: Uint8Array;
};

const writer = 'LAME3.100';
const maxGap = 4_095;
/** Sample-rate bits of the header by the MPEG-1 rate, Hz; MPEG-2 and 2.5 use half and a quarter of it. */
const rateBits: Record<number, number> = { 44_100: 0, 48_000: 1, 32_000: 2 };
const mpeg1Rate = ({ version, sampleRate }: StreamFormat) => sampleRate * { 3: 1, 2: 2, 0: 4 }[version];

/** Lengths of the Xing part (name, flags; frames, bytes, table, quality) and of LAME's extension. */
const xingHeadBytes = 8;
const xingBytes = 120;
const lameBytes = 36;
const allFields = 0b1111;

const linear = () => Uint8Array.from({ length: 100 }, (_, percent) => Math.floor((percent * 256) / 100));
const write = (bytes: Uint8Array, text: string, at: number) => bytes.set(new TextEncoder().encode(text), at);

type Frame = { bytes: Uint8Array<ArrayBuffer>; view: DataView; xing: number };

/** Makes an empty frame of the lowest bitrate from `bitrate` on that has room for the tag, which begins at `xing`. */
function frameFor({ format, bitrate }: Pick<InfoTagInput, 'format' | 'bitrate'>, tagBytes: number): Frame {
  const xing = headerBytes + sideInfoBytes(format);
  const hasRoom = (rate: number) => frameBytesAt(rate, format) >= xing + tagBytes;
  const index = bitratesOf(format.version).findIndex((rate) => rate >= bitrate && hasRoom(rate));
  const bytes = new Uint8Array(frameBytesAt(bitratesOf(format.version)[index]!, format));
  bytes.set([
    0xff,
    0xe3 | (format.version << 3),
    ((index + 1) << 4) | (rateBits[mpeg1Rate(format)]! << 2),
    format.channels === 1 ? 0xc0 : 0x40,
  ]);
  return { bytes, view: new DataView(bytes.buffer), xing };
}

type Lame = Pick<InfoTagInput, 'bitrate' | 'delaySamples' | 'paddingSamples' | 'musicCrc'> & {
  isConstant: boolean;
  fileBytes: number;
};

/** Writes LAME's extension, the last part of the tag. Low-pass, peak, replay gain and encoder flags stay 0. */
function writeLame({ bytes, view }: Frame, at: number, lame: Lame) {
  if (Math.max(lame.delaySamples, lame.paddingSamples) > maxGap)
    throw new RangeError('the tag has 12 bits for each end');
  write(bytes, writer, at);
  // Method 1 is constant bitrate, 2 average.
  bytes[at + 9] = lame.isConstant ? 1 : 2;
  bytes[at + 20] = Math.min(255, lame.bitrate);
  view.setUint16(at + 21, (lame.delaySamples << 4) | (lame.paddingSamples >> 8));
  bytes[at + 23] = lame.paddingSamples & 0xff;
  view.setUint32(at + 28, lame.fileBytes);
  view.setUint16(at + 32, lame.musicCrc);
  view.setUint16(at + 34, crc16(bytes.subarray(0, at + 34)));
}

/**
 * Builds the first frame of an mp3, which states the number of frames, the seek table, delay and padding: an Info tag (Xing with
 * `toc`, for frames of varying size) with LAME's extension ("Mp3 Info Tag rev 1"). Players that do not know it decode silence. The
 * frame has the lowest bitrate from `bitrate` on with room for the tag.
 */
export function buildInfoTag(input: InfoTagInput): Uint8Array<ArrayBuffer> {
  const { frames, audioBytes, toc } = input;
  const frame = frameFor(input, xingBytes + lameBytes);
  const { bytes, view, xing } = frame;
  const fileBytes = bytes.length + audioBytes;
  write(bytes, toc ? 'Xing' : 'Info', xing);
  view.setUint32(xing + 4, allFields);
  view.setUint32(xing + 8, frames);
  view.setUint32(xing + 12, fileBytes);
  bytes.set((toc ?? linear()).subarray(0, 100), xing + 16);
  writeLame(frame, xing + xingBytes, { ...input, isConstant: !toc, fileBytes });
  return bytes;
}

/**
 * Builds the tag of a constant-bitrate stream whose length is not known yet. It states only the delay, so that decoding begins with
 * the first sample of the recording and ends with the stream.
 */
export function buildOpenInfoTag(
  input: Pick<InfoTagInput, 'format' | 'bitrate' | 'delaySamples'>,
): Uint8Array<ArrayBuffer> {
  const frame = frameFor(input, xingHeadBytes + lameBytes);
  write(frame.bytes, 'Info', frame.xing);
  writeLame(frame, frame.xing + xingHeadBytes, {
    ...input,
    isConstant: true,
    fileBytes: 0,
    paddingSamples: 0,
    musicCrc: 0,
  });
  return frame.bytes;
}
