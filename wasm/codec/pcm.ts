import type { Instantiate, WithMemory } from '#wasm/binding/instantiate.ts';

/** Bytes per sample of little-endian formats: unsigned, signed, floating point. */
const pcmFormats = { u8: 1, s16: 2, s24: 3, s32: 4, f32: 4, f64: 8 } as const;
export type PcmFormat = keyof typeof pcmFormats;

export type PcmReader = {
  readonly octets: Uint8Array;
  /** Decodes the first `count` samples of `octets`, from −1 up to 1, to the beginning of `target`. */
  read(count: number, target: Float32Array<ArrayBufferLike>): void;
};

export type PcmExports = WithMemory & {
  pcmCreate(maxBytes: number, maxSamples: number): void;
  pcmIn(): number;
  pcmOut(): number;
  pcmFromU8(count: number): void;
  pcmFromS16(count: number): void;
  pcmFromS24(count: number): void;
  pcmFromS32(count: number): void;
  pcmFromF32(count: number): void;
  pcmFromF64(count: number): void;
};

export function createPcmReader(
  instantiate: Instantiate<PcmExports>,
  format: PcmFormat,
  maxSamples: number,
): PcmReader {
  const { memory, ...kernel } = instantiate();
  const maxBytes = maxSamples * pcmFormats[format];
  kernel.pcmCreate(maxBytes, maxSamples);
  const convert = {
    u8: kernel.pcmFromU8,
    s16: kernel.pcmFromS16,
    s24: kernel.pcmFromS24,
    s32: kernel.pcmFromS32,
    f32: kernel.pcmFromF32,
    f64: kernel.pcmFromF64,
  }[format];
  const samples = new Float32Array(memory.buffer, kernel.pcmOut(), maxSamples);
  return {
    octets: new Uint8Array(memory.buffer, kernel.pcmIn(), maxBytes),
    read(count, target) {
      convert(count);
      target.set(count === maxSamples ? samples : samples.subarray(0, count));
    },
  };
}
