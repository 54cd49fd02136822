/** mp3 as it is made on the device. Times in s, sizes in bytes. */
import { snapSpans } from '#wasm/trim/snap.ts';
import { mp3FrameSamples, type Mp3Settings } from '#wasm/mp3/format.ts';
import type { SoundMeasures } from '#wasm/measure/measures.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

export { frameBytes, mp3FrameSamples, mp3SampleRates, type Mp3Settings } from '#wasm/mp3/format.ts';

export const speechMp3: Mp3Settings = { sampleRate: 24_000, bitrate: 64 };

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
  kept: readonly TimeSpan[] | null;
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
  timemap: TimeSpan[] | null;
};

/** What the second pass needs of the first. */
export type EncodeSource = {
  /** Decoded length, s. */
  durationS: number;
  sampleRate: number;
  measures: SoundMeasures;
  draft: Mp3Draft | null;
};

/** Where the second pass stands, in time of the mp3 that is made. */
export type EncodeProgress = { positionS: number; durationS: number };

/**
 * The kept spans as they will be cut: ends moved to the nearest whole mp3 frame, an end at the recording's own end left
 * where it is, spans that vanish or touch put away or together. s.
 */
export const snapKept = (kept: readonly TimeSpan[], durationS: number, settings: Mp3Settings): TimeSpan[] =>
  snapSpans(kept, durationS, mp3FrameS(settings));
