export type Mp3Length = {
  /** Hz. */
  sampleRate: number;
  /** Samples per channel that a gapless decoder gives. */
  samples: number;
};

/** Hz by the version bits of the header: MPEG 2.5, (reserved), MPEG 2, MPEG 1. */
const sampleRates: Record<number, readonly number[]> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
};

const text = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/**
 * Reads the exact length from the first frame of an mp3, where the encoder wrote it: the Xing or Info tag with its LAME
 * extension (frames, encoder delay, padding). Null where the bytes begin with no such frame.
 */
export function readMp3Length(bytes: Uint8Array): Mp3Length | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 200 || view.getUint16(0) >> 5 !== 0x7ff) return null;
  const version = (bytes[1]! >> 3) & 3;
  const isMono = bytes[3]! >> 6 === 3;
  const sampleRate = sampleRates[version]?.[(bytes[2]! >> 2) & 3];
  if (!sampleRate) return null;
  const sideInfo = version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const tag = 4 + sideInfo;
  if (!['Xing', 'Info'].includes(text(bytes, tag, 4))) return null;
  const flags = view.getUint32(tag + 4);
  if ((flags & 1) === 0) return null;
  const frames = view.getUint32(tag + 8);
  // Optional fields before the extension: frames, octets, 100 entries of a table of contents, quality.
  const lame = tag + 8 + 4 + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  const gaps = view.getUint32(lame + 20) & 0xffffff;
  const delay = gaps >> 12;
  const padding = gaps & 0xfff;
  const samplesPerFrame = version === 3 ? 1_152 : 576;
  return { sampleRate, samples: Math.max(0, frames * samplesPerFrame - delay - padding) };
}
