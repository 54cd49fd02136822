/** Sample rates by the sampling frequency index, Hz. The thirteenth, 7350, is not supported. */
const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
];
const lowComplexity = 2;
const maxChannels = 2;
const extensionSync = 0x2b7;
const replicatedBands = 5;
/** Encoders that use SBR without stating it double a core rate of at most this, Hz. */
const maxHalvedRate = 24_000;

/** MPEG-4 audio in its simplest form: AAC-LC with frames of 1,024 samples. */
export type AacFormat = { sampleRate: number; channels: number };

function bitsAt(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let bit = at; bit < at + count; bit++)
    value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  return value;
}

/** Returns whether an extension after the configuration says that there is SBR; null if there is no extension. */
function statedReplication(bytes: Uint8Array, from: number): boolean | null {
  for (let at = from; at + 16 <= bytes.length * 8; at++) {
    if (bitsAt(bytes, at, 11) !== extensionSync) continue;
    return bitsAt(bytes, at + 11, 5) !== replicatedBands || bitsAt(bytes, at + 16, 1) === 1;
  }
  return null;
}

/**
 * Reads an AudioSpecificConfig (ISO/IEC 14496-3, section 1.6.2). Returns null unless it is certainly plain AAC-LC with one
 * or two channels: at low rates it must state that there is no SBR.
 */
export function readAudioConfig(bytes: Uint8Array): AacFormat | null {
  if (bytes.length < 2 || bitsAt(bytes, 0, 5) !== lowComplexity) return null;
  const sampleRate = sampleRates[bitsAt(bytes, 5, 4)];
  const channels = bitsAt(bytes, 9, 4);
  if (!sampleRate || channels < 1 || channels > maxChannels) return null;
  // Three flag bits: shorter frames, a core coder, an extension.
  if (bitsAt(bytes, 13, 3) !== 0) return null;
  const isReplicated = statedReplication(bytes, 16) ?? sampleRate <= maxHalvedRate;
  return isReplicated ? null : { sampleRate, channels };
}

const streamTag = 3;
const decoderTag = 4;
const configTag = 5;
const mpeg4Audio = 0x40;

/** Returns the content of the first descriptor with this tag (ISO/IEC 14496-1, section 7.2.2); null if there is none. */
function descriptorIn(bytes: Uint8Array, wanted: number): Uint8Array | null {
  for (let at = 0; at + 2 <= bytes.length;) {
    const tag = bytes[at++];
    let length = 0;
    for (let more = true; more && at < bytes.length;) {
      const octet = bytes[at++]!;
      length = length * 128 + (octet & 127);
      more = octet > 127;
    }
    if (at + length > bytes.length) return null;
    if (tag === wanted) return bytes.subarray(at, at + length);
    at += length;
  }
  return null;
}

/** Reads the content of an `esds` box (ISO/IEC 14496-14, section 5.6); null if it is not plain AAC-LC. */
export function readStreamDescriptor(bytes: Uint8Array): AacFormat | null {
  const stream = descriptorIn(bytes.subarray(4), streamTag);
  // Flags for fields that depend on other streams.
  if (!stream || stream.length < 3 || stream[2]! & 0xe0) return null;
  const decoder = descriptorIn(stream.subarray(3), decoderTag);
  if (decoder?.[0] !== mpeg4Audio) return null;
  const config = descriptorIn(decoder.subarray(13), configTag);
  return config && readAudioConfig(config);
}
