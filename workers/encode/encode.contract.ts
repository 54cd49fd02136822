/** Mp3 encoding on the device. Times in s, sizes in bytes. */
import { snapSpans } from '#wasm/trim/snap.ts';
import { mp3FrameSamples, type Mp3Settings } from '#wasm/mp3/format.ts';
import type { SoundMeasures } from '#wasm/measure/measures.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

export { frameBytes, mp3FrameSamples, mp3SampleRates, type Mp3Settings } from '#wasm/mp3/format.ts';

export const speechMp3: Mp3Settings = { sampleRate: 24_000, bitrate: 64 };

export const mp3FrameS = ({ sampleRate }: Mp3Settings): number => mp3FrameSamples(sampleRate) / sampleRate;

/**
 * The whole recording as mp3 frames, encoded during the analysis without a tag and without a bit reservoir. The chunks are
 * consecutive, consist of whole frames, and are at most `limits.maxPartBytes` long.
 */
export type Mp3Draft = {
  settings: Mp3Settings;
  chunks: readonly Blob[];
  /** Number of mono samples that were encoded, at the sample rate of the settings. */
  samples: number;
};

export type Loudness = 'as_is' | 'normalised';

export type Edits = {
  /**
   * Spans of the recording to keep, ascending and not overlapping; null keeps the whole recording. The cuts are moved to the
   * ends of mp3 frames.
   */
  kept: readonly TimeSpan[] | null;
  loudness: Loudness;
};

export type EncodedMp3 = {
  mp3: Blob;
  bytes: number;
  /** SHA-256 of the whole file, hex. */
  sha256: string;
  durationS: number;
  /**
   * Pair `[time in the mp3, time in the original]`, s, for the start of each kept span, exact to the sample; null if nothing
   * was cut.
   */
  timemap: TimeSpan[] | null;
};

/** Results of the first pass (the analysis) that the second pass (the mp3 to be sent) needs. */
export type EncodeSource = {
  durationS: number;
  sampleRate: number;
  measures: SoundMeasures;
  draft: Mp3Draft | null;
};

/** Position in the mp3 that the second pass writes. */
export type EncodeProgress = { positionS: number; durationS: number };

/**
 * Moves the ends of the kept spans to the nearest whole mp3 frame. The end of the recording is not moved. Spans that become
 * empty are removed, and spans that touch are merged.
 */
export const snapKept = (kept: readonly TimeSpan[], durationS: number, settings: Mp3Settings): TimeSpan[] =>
  snapSpans(kept, durationS, mp3FrameS(settings));
