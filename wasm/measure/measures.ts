import type { TimeSpan } from '#wasm/dsp/time-span.ts';

/** Measures of a recording, each with its standard. A measure is null if the recording has nothing to measure. */
export type SoundMeasures = {
  /** Integrated loudness, LUFS (ITU-R BS.1770-4). */
  integratedLufs: number | null;
  /** Highest momentary (400 ms) and short-term (3 s) loudness, LUFS (EBU Tech 3341). */
  maxMomentaryLufs: number | null;
  maxShortTermLufs: number | null;
  /** Loudness range, LU (EBU Tech 3342). */
  loudnessRangeLu: number | null;
  /** True peak, dBTP (ITU-R BS.1770-4 annex 2). */
  truePeakDbtp: number | null;
  /** Flat tops, at full scale or below it (soft-clipped plateaus): share of the 50 ms windows, and their positions. */
  clipping: { share: number; spans: TimeSpan[] };
  /** RMS level of the frames with speech and of those between, dBFS, and their ratio, dB. */
  speechDbfs: number | null;
  noiseDbfs: number | null;
  snrDb: number | null;
  /** Highest frequency with speech, Hz: about 3,400 for a telephone. */
  bandwidthHz: number | null;
  /** Mains hum that stands out of the noise: fundamental, Hz, and level, dBFS. */
  hum: { frequencyHz: 50 | 60; levelDbfs: number } | null;
  /** DC offset: the mean of the samples of the channel in which it is largest, full scale 1. */
  dcOffset: number;
  /** Channels without a signal, if others have one; and whether two channels are inverted copies of each other. */
  deadChannels: number[];
  isInverted: boolean;
  /** Runs of exact zeros within speech. */
  dropouts: { count: number; spans: TimeSpan[] };
  /** Estimated reverberation time T60, s (blind, from the decay of speech). */
  reverberationS: number | null;
  /** Spread of the level between louder and softer stretches of speech, dB. */
  levelSpreadDb: number | null;
  /** Short-term loudness once a second, LUFS; -Infinity for silence. */
  loudnessCurve: { stepS: number; lufs: Float32Array<ArrayBuffer> };
  /** Mean spectrum of speech and of the noise between it, dBFS per band; centre frequencies in Hz. */
  spectrum: {
    frequenciesHz: Float32Array<ArrayBuffer>;
    speechDb: Float32Array<ArrayBuffer>;
    noiseDb: Float32Array<ArrayBuffer>;
  } | null;
};
