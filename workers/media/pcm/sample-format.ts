import type { Codec } from '#wasm/codec/codec.ts';
import type { PcmFormat, PcmReader } from '#wasm/codec/pcm.ts';

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

type ReadSample = (view: DataView, at: number) => number;

export type PcmCodec = {
  /** ffmpeg's name. */
  name: string;
  /** Bytes per sample. */
  bytes: number;
  read: ReadSample;
  /** Format in our own decoders; null if unsupported. */
  format: PcmFormat | null;
};

/** Converts µ-law to 16 bit (ITU-T G.711, table 2a). */
function fromMulaw(octet: number): number {
  const bits = ~octet & 0xff;
  const magnitude = (((bits & 15) << 3) + 132) << ((bits >> 4) & 7);
  return bits & 0x80 ? 132 - magnitude : magnitude - 132;
}

/** Converts A-law to 16 bit (ITU-T G.711, table 1a). */
function fromAlaw(octet: number): number {
  const bits = octet ^ 0x55;
  const segment = (bits >> 4) & 7;
  const mantissa = ((bits & 15) << 4) + 8;
  const magnitude = segment === 0 ? mantissa : (mantissa + 256) << (segment - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

const companded = (expand: (octet: number) => number): ReadSample => {
  const table = Float32Array.from({ length: 256 }, (_, octet) => expand(octet) / 32_768);
  return (view, at) => table[view.getUint8(at)]!;
};

export const pcmCodecs: Record<string, PcmCodec> = {
  'pcm-u8': {
    name: 'pcm_u8',
    bytes: 1,
    read: (view, at) => (view.getUint8(at) - 128) / 128,
    format: 'u8',
  },
  'pcm-s16': {
    name: 'pcm_s16le',
    bytes: 2,
    read: (view, at) => view.getInt16(at, true) / 32_768,
    format: 's16',
  },
  'pcm-s24': {
    name: 'pcm_s24le',
    bytes: 3,
    read: (view, at) => (view.getInt8(at + 2) * 65_536 + view.getUint16(at, true)) / 8_388_608,
    format: 's24',
  },
  'pcm-s32': {
    name: 'pcm_s32le',
    bytes: 4,
    read: (view, at) => view.getInt32(at, true) / 2_147_483_648,
    format: 's32',
  },
  'pcm-f32': { name: 'pcm_f32le', bytes: 4, read: (view, at) => view.getFloat32(at, true), format: 'f32' },
  'pcm-f64': { name: 'pcm_f64le', bytes: 8, read: (view, at) => view.getFloat64(at, true), format: 'f64' },
  ulaw: { name: 'pcm_mulaw', bytes: 1, read: companded(fromMulaw), format: null },
  alaw: { name: 'pcm_alaw', bytes: 1, read: companded(fromAlaw), format: null },
};

/** Creates a reader in JavaScript, which is also the reference for the reader in WebAssembly. */
export function createScriptPcmReader(codec: PcmCodec, maxSamples: number): PcmReader {
  const octets = new Uint8Array(maxSamples * codec.bytes);
  if (codec.name === 'pcm_s16le' && isLittleEndian) {
    const integers = new Int16Array(octets.buffer);
    return {
      octets,
      read(count, target) {
        for (let i = 0; i < count; i++) target[i] = integers[i]! / 32_768;
      },
    };
  }
  const view = new DataView(octets.buffer);
  return {
    octets,
    read(count, target) {
      for (let i = 0; i < count; i++) target[i] = codec.read(view, i * codec.bytes);
    },
  };
}

/** Creates a reader of our own decoders if they support the codec, and else one in JavaScript. */
export const createReader = (codec: PcmCodec, own: Codec | null, maxSamples: number): PcmReader =>
  own && codec.format
    ? own.createPcmReader(codec.format, maxSamples)
    : createScriptPcmReader(codec, maxSamples);
