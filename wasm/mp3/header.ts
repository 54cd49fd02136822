/** Header of an MPEG audio layer III frame (ISO/IEC 11172-3 2.4.2.3, 13818-3; version 2.5 is the Fraunhofer extension). */
export type FrameHeader = {
  version: MpegVersion;
  sampleRate: number;
  /** Bit rate, kbit/s. */
  bitrate: number;
  channels: 1 | 2;
  isProtected: boolean;
  bytes: number;
};

/** The header's version bits: 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5. */
type MpegVersion = 0 | 2 | 3;

/** Properties that all frames of one stream share. */
export type StreamFormat = Pick<FrameHeader, 'version' | 'sampleRate' | 'channels'>;

const sampleRates: Record<number, readonly number[]> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
};

const bitrates = {
  mpeg1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

export const bitratesOf = (version: MpegVersion): readonly number[] =>
  version === 3 ? bitrates.mpeg1 : bitrates.mpeg2;

export const samplesPerFrame = ({ version }: Pick<StreamFormat, 'version'>): number =>
  version === 3 ? 1_152 : 576;

export const sideInfoBytes = ({ version, channels }: Pick<StreamFormat, 'version' | 'channels'>): number => {
  if (version === 3) return channels === 1 ? 17 : 32;
  return channels === 1 ? 9 : 17;
};

export const frameBytesAt = (bitrate: number, { version, sampleRate }: StreamFormat): number =>
  Math.floor(((version === 3 ? 144_000 : 72_000) * bitrate) / sampleRate);

/** Returns the offset of the frame's body (its main data): after header, checksum and side information. */
export const bodyOffset = (header: FrameHeader): number =>
  4 + (header.isProtected ? 2 : 0) + sideInfoBytes(header);

export const headerBytes = 4;

/** Longest frame, bytes: 320 kbit/s at 32 kHz with padding, and 160 kbit/s at 8 kHz. */
export const maxFrameBytes = 1_441;

/** Reads the header at `at`. Returns null if it is not layer III, has a reserved value, or is of free format (no frame size). */
export function readHeader(bytes: Uint8Array, at = 0): FrameHeader | null {
  if (bytes[at] !== 0xff || at + headerBytes > bytes.length) return null;
  const second = bytes[at + 1]!;
  const third = bytes[at + 2]!;
  const fourth = bytes[at + 3]!;
  if ((second & 0xe6) !== 0xe2) return null;
  const version = ((second >> 3) & 3) as MpegVersion;
  const sampleRate = sampleRates[version]?.[(third >> 2) & 3];
  const index = third >> 4;
  // The two low bits are the emphasis; the value 2 is reserved.
  if (!sampleRate || index === 0 || index === 15 || (fourth & 3) === 2) return null;
  const bitrate = bitratesOf(version)[index - 1]!;
  const channels = fourth >> 6 === 3 ? 1 : 2;
  const padding = (third >> 1) & 1;
  const bytesOfFrame = frameBytesAt(bitrate, { version, sampleRate, channels }) + padding;
  return { version, sampleRate, bitrate, channels, isProtected: (second & 1) === 0, bytes: bytesOfFrame };
}

/** True for a header of free format, which states everything but the frame's size. */
export function isFreeFormat(bytes: Uint8Array, at = 0): boolean {
  if (at + headerBytes > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe6) !== 0xe2) return false;
  return bytes[at + 2]! >> 4 === 0 && ((bytes[at + 2]! >> 2) & 3) !== 3 && ((bytes[at + 1]! >> 3) & 3) !== 1;
}

export const isSameStream = (a: StreamFormat, b: StreamFormat): boolean =>
  a.version === b.version && a.sampleRate === b.sampleRate;
