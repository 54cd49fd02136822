/** mp3 as it is made on the device. Times in s, sizes in bytes. */
import type { Span } from '#workers/analysis/analysis.contract.ts';

export const mp3SampleRates = [16_000, 24_000, 32_000, 48_000] as const;

export type Mp3Settings = {
  /** Hz. At these rates every frame has the same size, so that chunks can be made apart and put together. */
  sampleRate: (typeof mp3SampleRates)[number];
  /** kbit/s, constant. */
  bitrate: number;
};

export const speechMp3: Mp3Settings = { sampleRate: 24_000, bitrate: 64 };

/** Samples per frame: two granules in MPEG-1, one in MPEG-2 (ISO/IEC 11172-3, 13818-3). */
export const mp3FrameSamples = (sampleRate: number): number => (sampleRate >= 32_000 ? 1_152 : 576);
export const mp3FrameS = ({ sampleRate }: Mp3Settings): number => mp3FrameSamples(sampleRate) / sampleRate;

/**
 * The whole recording as mp3 frames, made while it was analysed: no tag, bit reservoir off. Chunks follow on each other and
 * hold whole frames; each is at most `limits.maxPartBytes`.
 */
export type Mp3Draft = {
  settings: Mp3Settings;
  chunks: readonly Blob[];
  /** Samples of mono sound at the settings' rate that went in. */
  samples: number;
};

export type Loudness = 'as_is' | 'normalised';

/** What is done to a recording before it is sent. */
export type Edits = {
  /** What is kept of the original, ascending, not overlapping; null: all of it. Cut at whole mp3 frames. */
  kept: readonly Span[] | null;
  loudness: Loudness;
};

export type EncodedMp3 = {
  mp3: Blob;
  bytes: number;
  /** Hex digest of the whole. */
  sha256: string;
  /** Decoded length, s. */
  durationS: number;
  /** `[time in the mp3, time in the original]`, one pair for each kept span, exact to the sample; null: untouched. */
  timemap: Span[] | null;
};
