import type { TimeSpan } from '#wasm/dsp/time-span.ts';

/** What is measured of a recording, each with its standard. Null: there is nothing to measure it on. */
export type SoundMeasures = {
  /** Integrated loudness, LUFS (ITU-R BS.1770-4). */
  integratedLufs: number | null;
  /** Highest momentary (400 ms) and short-term (3 s) loudness, LUFS (EBU Tech 3341). */
  maxMomentaryLufs: number | null;
  maxShortTermLufs: number | null;
  /** Loudness range, LU (EBU Tech 3342). */
  loudnessRangeLu: number | null;
  /** dBTP (ITU-R BS.1770-4 annex 2). */
  truePeakDbtp: number | null;
  /** Flat tops, at full scale or below it (soft-clipped plateaus): share of the 50 ms windows, and where. */
  clipping: { share: number; spans: TimeSpan[] };
  /** Level of the frames with speech and of those between, dBFS (RMS), and what is left between them, dB. */
  speechDbfs: number | null;
  noiseDbfs: number | null;
  snrDb: number | null;
  /** Highest frequency that carries speech, Hz: about 3,400 for a telephone. */
  bandwidthHz: number | null;
  /** Mains hum that stands out of the noise around it: its fundamental, Hz, and its level, dBFS. */
  hum: { frequencyHz: 50 | 60; levelDbfs: number } | null;
  /** Mean of the samples re full scale, of the channel where it is largest. */
  dcOffset: number;
  /** Channels without sound beside channels with sound, and whether two channels are each other's negative. */
  deadChannels: number[];
  isInverted: boolean;
  /** Runs of exact zeros within speech. */
  dropouts: { count: number; spans: TimeSpan[] };
  /** Estimated reverberation time T60, s (blind, from the decay of speech). */
  reverberationS: number | null;
  /** Spread of the level between louder and softer stretches of speech, dB. */
  levelSpreadDb: number | null;
  /** Short-term loudness once a second, LUFS; -Infinity where there is none. For the plot. */
  loudnessCurve: { stepS: number; lufs: Float32Array<ArrayBuffer> };
  /** Mean spectrum of speech and of the noise between it, dBFS per band; centre frequencies in Hz. For the plot. */
  spectrum: {
    frequenciesHz: Float32Array<ArrayBuffer>;
    speechDb: Float32Array<ArrayBuffer>;
    noiseDb: Float32Array<ArrayBuffer>;
  } | null;
};
