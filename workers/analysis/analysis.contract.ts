import type { Verdict } from '#api/contract/recording.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { SoundMeasures } from '#wasm/measure/measures.ts';
import type { Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { JobSink } from '#workers/encode/job-stream.ts';
import type { PcmSource } from '#workers/media/pcm/pcm-stream.ts';

export type { TimeSpan } from '#wasm/dsp/time-span.ts';

export type AnalysisProgress = {
  stage: 'opening' | 'analysing';
  positionS: number;
  durationS: number | null;
  /** Peaks since the previous event, in pairs (minimum, maximum) as in `SoundAnalysis`. */
  peaks: Int8Array<ArrayBuffer>;
  speech: TimeSpan[];
};

/** Result of analysing the samples; `Analysis` adds the facts of the file. */
export type SoundAnalysis = {
  /** Length of the decoded audio, s. It may differ from the length in the header. */
  durationS: number;
  /** Pairs of signed 8-bit (min, max), `limits.peaksRate` pairs a second. */
  peaks: Int8Array<ArrayBuffer>;
  /** Pairs as in `peaks`, but `finePeaksRate` of them a second, for the zoomed ruler. They are not uploaded. */
  finePeaks: Int8Array<ArrayBuffer>;
  /** Speech regions, ascending, not overlapping. */
  speech: TimeSpan[];
  verdict: Verdict;
  measures: SoundMeasures;
};

/** Pairs a second in `finePeaks`: each pair covers 10 ms. */
export const finePeaksRate = 100;

export type Analysis = SoundAnalysis & {
  /**
   * True if the file is an mp3 whose own frames can be sent without encoding. The field is absent in results that an earlier
   * version of the page stored.
   */
  hasOwnFrames?: boolean;
  /**
   * Length of the audio that the header states exactly, s. The field is absent if the header states none, and in results of
   * an earlier version of the page.
   */
  statedS?: number;
  container: string;
  codec: string;
  sampleRate: number;
  channels: number;
};

/**
 * A difference between the stated and the decoded length up to this (s, or share of the length) is explained by encoder
 * padding and rounded headers.
 */
const toleratedS = 1;
const toleratedShare = 0.01;

/**
 * Returns by how much the decoded audio is shorter than the length that the header states, s. Returns 0 if the audio is
 * complete.
 */
export function missingS({
  durationS,
  statedS = durationS,
}: Pick<Analysis, 'durationS' | 'statedS'>): number {
  const missing = statedS - durationS;
  return missing > Math.max(toleratedS, toleratedShare * durationS) ? missing : 0;
}

/** Busy time of each stage of the pass, ms. Stages run in parallel, so the times overlap. */
type BusyMs = {
  /** Time of the decoder. The browser's own decoder reports none: then the time that the pass waited for its samples. */
  decode: number;
  /** Time of the whole analysis worker. It includes the next four fields. */
  analysis: number;
  voice: number;
  resample: number;
  /** Time for the measures of the channels at their own sample rate, the peaks and the downmix. */
  levels: number;
  /** Time for the measures of speech and room at 16 kHz. */
  room: number;
  encode: number;
};

export type AnalysedFile = Analysis & {
  /** The mp3 that was encoded in the same pass; null if none was requested. */
  draft: Mp3Draft | null;
  /** Number of mp3 chunks that were reused from an earlier pass. */
  resumedChunks: number;
  /** False if the chunks could not be stored: then a reload of the page must encode from the beginning. */
  isKept: boolean;
  busyMs: BusyMs;
};

/**
 * Progress of an analysis. `speech` holds only the regions from index `speechFrom` on: new ones and those that may have
 * grown.
 */
export type AnalysisEvent = Omit<AnalysisProgress, 'stage' | 'durationS'> & { speechFrom: number };

/** Requests an mp3 from the same pass. The first chunk to encode is `firstChunk`; `sink` receives the encode jobs. */
export type DraftInput = { settings: Mp3Settings; firstChunk: number; sink: JobSink };

export type AnalysisContract = {
  load: { input: undefined; output: undefined };
  /** Analyses all samples of `source`. `draftSamples` is the number of mono samples at the mp3's sample rate. */
  analyse: {
    input: { source: PcmSource; sampleRate: number; channels: number; draft: DraftInput | null };
    output: { sound: SoundAnalysis; draftSamples: number; busyMs: Omit<BusyMs, 'encode' | 'decode'> };
    event: AnalysisEvent;
  };
};
