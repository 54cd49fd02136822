import { seeded } from './random.ts';
import { concat } from './signals.ts';
import type { Codec } from '#wasm/codec/codec.ts';
import type { FlacDecoder } from '#wasm/codec/flac.ts';
import type { FlacFormat } from '#wasm/codec/flac-info.ts';

/** Integers of `bits` bits: a slow wave plus noise, which has the share `noise` of the scale. */
export function wave(frames: number, bits: number, noise = 0.1, seed = 7): number[] {
  const random = seeded(seed);
  const half = 2 ** (bits - 1);
  return Array.from({ length: frames }, (_, i) => {
    const level = (1 - noise) * Math.sin(i / 20 + seed) + noise * (2 * random() - 1);
    // Adding 0 turns -0 into 0, since FLAC's integers have no -0.
    return Math.max(-half, Math.min(half - 1, Math.round(level * half))) + 0;
  });
}

/** Sequences of the extreme values of `bits` bits. */
export const extremes = (frames: number, bits: number, seed = 3): number[] => {
  const random = seeded(seed);
  return Array.from({ length: frames }, () => (random() < 0.5 ? -(2 ** (bits - 1)) : 2 ** (bits - 1) - 1));
};

export const toFloats = (channels: number[][], bits: number) =>
  Float32Array.from(
    { length: channels.length * channels[0]!.length },
    (_, i) => channels[i % channels.length]![Math.floor(i / channels.length)]! / 2 ** (bits - 1),
  );

export const formatOf = (channels: number, bits: number, maxFrames = 4_096): FlacFormat => ({
  sampleRate: 48_000,
  channels,
  bits,
  maxFrames,
});

export function* framesOf(decoder: FlacDecoder): Generator<Float32Array> {
  for (let samples = decoder.next(); samples; samples = decoder.next()) yield samples.slice();
}

export function decodeFlac(
  codec: Codec,
  octets: ArrayLike<number>,
  format: FlacFormat,
  pieceBytes = Infinity,
): Float32Array {
  const bytes = Uint8Array.from(octets);
  const decoder = codec.createFlacDecoder(format);
  const parts: Float32Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    decoder.push(bytes.subarray(at, at + pieceBytes));
    parts.push(...framesOf(decoder));
  }
  decoder.finish();
  return concat(...parts);
}
