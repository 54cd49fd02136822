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
  /** Peaks since the previous event: (min, max) pairs as in `SoundAnalysis`. */
  peaks: Int8Array<ArrayBuffer>;
  speech: TimeSpan[];
};

/** Result of analysing the samples; `Analysis` adds the facts of the file. */
export type SoundAnalysis = {
  /** Decoded length, s; may differ from the length in the header. */
  durationS: number;
  /** Pairs of signed 8-bit (min, max), `limits.peaksRate` pairs a second. */
  peaks: Int8Array<ArrayBuffer>;
  /** As `peaks`, at `finePeaksRate` pairs a second, for the zoomed ruler; stays on the device. */
  finePeaks: Int8Array<ArrayBuffer>;
  /** Speech regions, ascending, not overlapping. */
  speech: TimeSpan[];
  verdict: Verdict;
  measures: SoundMeasures;
};

/** Pairs a second (10 ms each). */
export const finePeaksRate = 100;

export type Analysis = SoundAnalysis & {
  /** True if the file is an mp3 whose own frames can be sent. Absent in results that an earlier version of the page stored. */
  hasOwnFrames?: boolean;
  /** Length that the header counts, s. Absent if it counts none, and in results of an earlier version of the page. */
  statedS?: number;
  container: string;
  codec: string;
  sampleRate: number;
  channels: number;
};

/** Up to this, s or share of the length, encoder padding and rounded headers explain a difference. */
const toleratedS = 1;
const toleratedShare = 0.01;

/** Returns how much sound, s, a file lacks of the length that its header states; 0 if it is complete. */
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
  /** The whole analysis worker; includes the next four. */
  analysis: number;
  voice: number;
  resample: number;
  /** Measures of the channels at their own rate, peaks and downmix. */
  levels: number;
  /** Measures of speech and room at 16 kHz. */
  room: number;
  encode: number;
};

export type AnalysedFile = Analysis & {
  /** Mp3 encoded in the same pass; null if none was requested. */
  draft: Mp3Draft | null;
  /** Chunks reused from an earlier pass. */
  resumedChunks: number;
  /** False if chunks could not be stored, so that a reload starts again. */
  isKept: boolean;
  busyMs: BusyMs;
};

/**
 * Progress of an analysis. `speech` holds only the regions from index `speechFrom` on: new ones and those that may have
 * grown.
 */
export type AnalysisEvent = Omit<AnalysisProgress, 'stage' | 'durationS'> & { speechFrom: number };

/** Requests an mp3 from the same pass, from chunk `firstChunk` on; `sink` receives the encode jobs. */
export type DraftInput = { settings: Mp3Settings; firstChunk: number; sink: JobSink };

export type AnalysisContract = {
  load: { input: undefined; output: undefined };
  /** Reads `source` to its end. `draftSamples`: mono samples at the mp3's sample rate. */
  analyse: {
    input: { source: PcmSource; sampleRate: number; channels: number; draft: DraftInput | null };
    output: { sound: SoundAnalysis; draftSamples: number; busyMs: Omit<BusyMs, 'encode' | 'decode'> };
    event: AnalysisEvent;
  };
};
