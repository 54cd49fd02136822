import type { Verdict } from '#api/contract/recording.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { SoundMeasures } from '#wasm/measure/measures.ts';
import type { Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { JobSink } from '#workers/encode/job-stream.ts';
import type { PcmSource } from '#workers/media/pcm/pcm-stream.ts';

export type { TimeSpan } from '#wasm/dsp/time-span.ts';

export type AnalysisProgress = {
  stage: 'opening' | 'analysing';
  /** s of the recording that have been looked at, of its length where known. */
  positionS: number;
  durationS: number | null;
  /** What came since the event before, to be appended: pairs as in `Analysis`, `limits.peaksRate` a second. */
  peaks: Int8Array<ArrayBuffer>;
  /** All speech regions so far. */
  speech: TimeSpan[];
};

/** What the samples say; `Analysis` adds what the file says. */
export type SoundAnalysis = {
  /** Decoded length, s; may differ from what the header says. */
  durationS: number;
  /** Pairs of signed 8-bit (min, max), `limits.peaksRate` pairs a second. */
  peaks: Int8Array<ArrayBuffer>;
  /** The same at `finePeaksRate` pairs a second, for the zoomed ruler; stays on the device. */
  finePeaks: Int8Array<ArrayBuffer>;
  /** Speech regions, ascending, not overlapping. */
  speech: TimeSpan[];
  verdict: Verdict;
  measures: SoundMeasures;
};

/** Pairs a second: 10 ms each. */
export const finePeaksRate = 100;

export type Analysis = SoundAnalysis & {
  /** True if the file is an mp3 whose own frames can be sent. Absent in results that an earlier version of the page stored. */
  hasOwnFrames?: boolean;
  /** Length as counted by the header, s. Absent if the header has none, and in results of an earlier version of the page. */
  statedS?: number;
  container: string;
  codec: string;
  sampleRate: number;
  channels: number;
};

/** Differences up to this, s or share of the length, come from encoder padding and rounded headers. */
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

/** Time that the workers were busy with a part of the pass, ms; parts overlap, since they run beside each other. */
type BusyMs = {
  /** The decoder; where it is the browser's, the time that it was waited for. */
  decode: number;
  /** Everything in the analysis worker; the next four are within it. */
  analysis: number;
  voice: number;
  resample: number;
  /** Measures of the channels at their own rate, peaks and downmix. */
  levels: number;
  /** Measures of speech and room at 16 kHz. */
  room: number;
  /** The sum of all encode workers. */
  encode: number;
};

export type AnalysedFile = Analysis & {
  /** Null where none was wanted; made of the same pass otherwise. */
  draft: Mp3Draft | null;
  /** Chunks that were found finished, not made. */
  resumedChunks: number;
  /** False where chunks could not be stored (no room, no storage): a reload would begin anew. */
  isKept: boolean;
  busyMs: BusyMs;
};

/** What arrives while a stream is looked at: of the regions only those that are new or may have grown, from `speechFrom` on. */
export type AnalysisEvent = Omit<AnalysisProgress, 'stage' | 'durationS'> & { speechFrom: number };

/** The mp3 that is made of the same pass, from chunk `firstChunk` on; what is to be encoded leaves through `sink`. */
export type DraftInput = { settings: Mp3Settings; firstChunk: number; sink: JobSink };

export type AnalysisContract = {
  /** Loads the voice activity model. */
  load: { input: undefined; output: undefined };
  /** Takes blocks from `source` until it ends. `draftSamples` are mono samples at the mp3's rate. */
  analyse: {
    input: { source: PcmSource; sampleRate: number; channels: number; draft: DraftInput | null };
    output: { sound: SoundAnalysis; draftSamples: number; busyMs: Omit<BusyMs, 'encode' | 'decode'> };
    event: AnalysisEvent;
  };
};
