/** Synthetic signals for tests: levels in dB below full scale, times in s, frequencies in Hz. */
export type Tone = {
  frequency: number;
  /** Peak level, dBFS. */
  dbfs: number;
  durationS: number;
  sampleRate: number;
  /** Phase at the start, degrees. */
  phase?: number;
};

export const sine = ({ frequency, dbfs, durationS, sampleRate, phase = 0 }: Tone): Float32Array => {
  const amplitude = 10 ** (dbfs / 20);
  const start = (phase * Math.PI) / 180;
  return Float32Array.from(
    { length: Math.round(durationS * sampleRate) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * frequency * i) / sampleRate + start),
  );
};

export const silence = (durationS: number, sampleRate: number) =>
  new Float32Array(Math.round(durationS * sampleRate));

/** White noise of a level (RMS, dBFS), the same at every run. */
export function noise(dbfs: number, durationS: number, sampleRate: number, seed = 1): Float32Array {
  let state = seed >>> 0 || 1;
  const random = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  // The RMS of a uniform distribution is its half width over √3.
  const half = 10 ** (dbfs / 20) * Math.sqrt(3);
  return Float32Array.from({ length: Math.round(durationS * sampleRate) }, () => (random() * 2 - 1) * half);
}

export function concat(...parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function interleave(...channels: Float32Array[]): Float32Array {
  const frames = channels[0]?.length ?? 0;
  const all = new Float32Array(frames * channels.length);
  for (const [c, channel] of channels.entries())
    for (let i = 0; i < frames; i++) all[i * channels.length + c] = channel[i]!;
  return all;
}

export const mix = (a: Float32Array, b: Float32Array) => a.map((sample, i) => sample + (b[i] ?? 0));

/** Simulates clipping after too much gain. */
export const clipped = (samples: Float32Array, gain: number) =>
  samples.map((sample) => Math.max(-1, Math.min(1, sample * gain)));

/** Yields whole frames in chunks of uneven size, as from a decoder. */
export function* pieces(samples: Float32Array, channels = 1): Generator<Float32Array> {
  const sizes = [1, 480, 7, 4_096, 1_023];
  for (let at = 0, i = 0; at < samples.length; i++) {
    const end = Math.min(samples.length, at + sizes[i % sizes.length]! * channels);
    yield samples.subarray(at, end);
    at = end;
  }
}
