import { createMp3Encoder } from 'wasm-media-encoders';

export type Mp3Kind = {
  sampleRate: 8_000 | 11_025 | 12_000 | 16_000 | 22_050 | 24_000 | 32_000 | 44_100 | 48_000;
  bitrate: 16 | 24 | 32 | 64 | 128 | 320;
};

export type VaryingMp3Kind = Pick<Mp3Kind, 'sampleRate'> & { quality: number };

/** Delay of LAME and a decoder together, samples: 576 and 529. */
export const mp3Delay = 1_105;

/** Encodes with LAME, without a tag. `quality`: variable bit rate, from 0 (best) to 9. */
export async function toMp3(
  channels: Float32Array[],
  { sampleRate, ...kind }: Mp3Kind | VaryingMp3Kind,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createMp3Encoder();
  const count = channels.length === 1 ? 1 : 2;
  const rate = 'quality' in kind ? { vbrQuality: kind.quality } : { bitrate: kind.bitrate };
  encoder.configure({ sampleRate, channels: count, outputSampleRate: sampleRate, ...rate });
  // Copied, because the encoder returns views of its own memory.
  const parts = [new Uint8Array(encoder.encode(channels)), new Uint8Array(encoder.finalize())];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A voice's gliding harmonics, with clicks that cause short windows. */
export function glide(seconds: number, sampleRate: number, pitch = 150): Float32Array {
  const top = sampleRate * 0.3;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => {
    const t = i / sampleRate;
    let sum = 0;
    for (let h = 1; h <= 8 && h * pitch * 1.5 < top; h++)
      sum += Math.sin(2 * Math.PI * h * pitch * (t + 0.1 * Math.sin(2 * t))) / h;
    return 0.2 * sum + (i % Math.round(sampleRate / 3) === 0 ? 0.5 : 0);
  });
}

export function signalToNoise(expected: Float32Array, actual: Float32Array): number {
  let [signal, noise] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    signal += expected[i]! ** 2;
    noise += (expected[i]! - actual[i]!) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}
