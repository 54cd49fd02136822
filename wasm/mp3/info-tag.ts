type Mp3Length = {
  sampleRate: number;
  samples: number;
};

/** Sample rates, Hz, by the version bits of the header: MPEG 2.5, (reserved), MPEG 2, MPEG 1. */
const sampleRates: Record<number, readonly number[]> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
};

const text = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

type InfoTag = {
  sampleRate: number;
  samplesPerFrame: number;
  frames: number;
  /** Encoder delay and padding, samples per channel. */
  delay: number;
  padding: number;
  /** Encoder that wrote the extension with delay and padding: `LAME3.100`, `Lavc59.37`; empty without the extension. */
  writer: string;
};

/**
 * Number of bytes of the longest form of the tag: name, flags, frames, bytes, table of contents, quality, extension.
 */
const tagBytes = 156;
/** Number of bytes from the start of the extension to the end of delay and padding. */
const gapsEnd = 24;

/**
 * Reads the Xing or Info tag of the first frame of an mp3 with its LAME extension (frames, encoder delay, padding). Returns
 * null if the bytes do not begin with such a frame, or if it does not state the number of frames.
 */
export function readInfoTag(bytes: Uint8Array): InfoTag | null {
  const open = readOpenTag(bytes);
  if (!open) return null;
  const { at, frames, ...tag } = open;
  return frames === null || bytes.length < at + tagBytes ? null : { ...tag, frames };
}

/** Like `readInfoTag`, but also reads the tag of a stream, whose number of frames is null. `at`: offset of the tag. */
export function readOpenTag(
  bytes: Uint8Array,
): (Omit<InfoTag, 'frames'> & { at: number; frames: number | null }) | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) >> 5 !== 0x7ff) return null;
  const version = (bytes[1]! >> 3) & 3;
  const isMono = bytes[3]! >> 6 === 3;
  const sampleRate = sampleRates[version]?.[(bytes[2]! >> 2) & 3];
  if (!sampleRate) return null;
  const sideInfo = version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const at = 4 + sideInfo;
  if (bytes.length < at + 8 || !['Xing', 'Info'].includes(text(bytes, at, 4))) return null;
  const flags = view.getUint32(at + 4);
  // Optional fields before the extension: frames, bytes, table of contents (100 entries), quality.
  const lame =
    at + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  if (bytes.length < lame + gapsEnd) return null;
  const gaps = view.getUint32(lame + 20) & 0xffffff;
  return {
    at,
    sampleRate,
    samplesPerFrame: version === 3 ? 1_152 : 576,
    frames: flags & 1 ? view.getUint32(at + 8) : null,
    delay: gaps >> 12,
    padding: gaps & 0xfff,
    writer: text(bytes, lame, 9).replace(/[^ -~].*$/, ''),
  };
}

/** Returns the exact length of an mp3 by its first frame; null if that frame does not state it. */
export function readMp3Length(bytes: Uint8Array): Mp3Length | null {
  const tag = readInfoTag(bytes);
  if (!tag) return null;
  const samples = tag.frames * tag.samplesPerFrame - tag.delay - tag.padding;
  return { sampleRate: tag.sampleRate, samples: Math.max(0, samples) };
}
