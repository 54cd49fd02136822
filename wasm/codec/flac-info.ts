export type FlacFormat = {
  sampleRate: number;
  channels: number;
  /** Bits per sample, 4 to 32. */
  bits: number;
  maxFrames: number;
};

export type FlacInfo = FlacFormat & {
  /** Number of samples per channel; null if the encoder did not know it. */
  totalFrames: number | null;
};

export const streamInfoBytes = 34;
const minFrames = 16;

/** Reads STREAMINFO (RFC 9639, section 8.2). Returns null if it is invalid. */
export function readStreamInfo(block: DataView): FlacInfo | null {
  if (block.byteLength < streamInfoBytes) return null;
  const maxFrames = block.getUint16(2);
  const packed = block.getUint32(10);
  const sampleRate = packed >>> 12;
  const channels = ((packed >>> 9) & 7) + 1;
  const bits = ((packed >>> 4) & 31) + 1;
  const totalFrames = (packed & 15) * 2 ** 32 + block.getUint32(14);
  if (maxFrames < minFrames || sampleRate === 0 || bits < 4) return null;
  return { sampleRate, channels, bits, maxFrames, totalFrames: totalFrames || null };
}
