export const mp3SampleRates = [16_000, 24_000, 32_000, 48_000] as const;

export type Mp3Settings = {
  /** Hz. At these rates every frame has the same size, so that chunks can be made apart and put together. */
  sampleRate: (typeof mp3SampleRates)[number];
  /** kbit/s, constant. */
  bitrate: number;
};

/** Samples per frame: two granules in MPEG-1, one in MPEG-2 (ISO/IEC 11172-3, 13818-3). */
export const mp3FrameSamples = (sampleRate: number): number => (sampleRate >= 32_000 ? 1_152 : 576);

/** Size of every frame at one of `mp3SampleRates`, bytes. */
export const frameBytes = ({ sampleRate, bitrate }: Mp3Settings): number =>
  (bitrate * 125 * mp3FrameSamples(sampleRate)) / sampleRate;

/** Silence that LAME puts before the first sample, and what it asks for at least after the last one, samples. */
export const lameDelaySamples = 576;
const leastPaddingSamples = 576;
/** What a decoder adds to the encoder's delay: the filter bank's 528 samples and one (LAME's tag counts without them). */
export const decoderDelaySamples = 529;

/** Frames that LAME makes of so many samples. */
export function frameCount(samples: number, frameSamples: number): number {
  const delayed = lameDelaySamples + samples;
  const missing = frameSamples - (delayed % frameSamples);
  return (delayed + (missing < leastPaddingSamples ? missing + frameSamples : missing)) / frameSamples;
}

/** What LAME adds after the last sample to fill its frames, as its tag tells it. */
export const paddingSamples = (samples: number, frameSamples: number): number =>
  frameCount(samples, frameSamples) * frameSamples - lameDelaySamples - samples;
