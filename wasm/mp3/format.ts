export const mp3SampleRates = [16_000, 24_000, 32_000, 48_000] as const;

export type Mp3Settings = {
  /**
   * Sample rate, Hz. At these rates every frame has the same size, so that chunks can be encoded separately and
   * concatenated.
   */
  sampleRate: (typeof mp3SampleRates)[number];
  /** Constant bitrate, kbit/s. */
  bitrate: number;
};

/** Returns the number of samples per frame: two granules in MPEG-1, one in MPEG-2 (ISO/IEC 11172-3, 13818-3). */
export const mp3FrameSamples = (sampleRate: number): number => (sampleRate >= 32_000 ? 1_152 : 576);

export const frameBytes = ({ sampleRate, bitrate }: Mp3Settings): number =>
  (bitrate * 125 * mp3FrameSamples(sampleRate)) / sampleRate;

/** LAME's delay before the first sample, and its least padding after the last one, samples. */
export const lameDelaySamples = 576;
const leastPaddingSamples = 576;
/** Delay that a decoder adds to the encoder's: the 528 samples of the filter bank and one (LAME's tag excludes them). */
export const decoderDelaySamples = 529;

export function frameCount(samples: number, frameSamples: number): number {
  const delayed = lameDelaySamples + samples;
  const missing = frameSamples - (delayed % frameSamples);
  return (delayed + (missing < leastPaddingSamples ? missing + frameSamples : missing)) / frameSamples;
}

/** Returns the number of samples that LAME adds at the end to fill its last frame, as its tag states it. */
export const paddingSamples = (samples: number, frameSamples: number): number =>
  frameCount(samples, frameSamples) * frameSamples - lameDelaySamples - samples;
