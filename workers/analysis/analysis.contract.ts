import type { Verdict } from '#api/contract/recording.ts';
import type { PcmSource } from '#workers/media/pcm-stream.ts';

/** `[start, end]` in seconds of the original. */
export type Span = [start: number, end: number];

export type AnalysisProgress = {
  stage: 'opening' | 'analysing';
  /** s of the recording that have been looked at, of its length where known. */
  positionS: number;
  durationS: number | null;
};

/** What the samples say; `Analysis` adds what the file says. */
export type SoundAnalysis = {
  /** Decoded length, s; may differ from what the header says. */
  durationS: number;
  /** Pairs of signed 8-bit (min, max), `limits.peaksRate` pairs a second. */
  peaks: Int8Array<ArrayBuffer>;
  /** Speech regions, ascending, not overlapping. */
  speech: Span[];
  verdict: Verdict;
};

export type Analysis = SoundAnalysis & {
  container: string;
  codec: string;
  sampleRate: number;
  channels: number;
};

export type AnalysisContract = {
  /** Loads the voice activity model. */
  load: { input: undefined; output: undefined };
  /** Takes blocks from `source` until it ends; the event is the position in s. */
  analyse: {
    input: { source: PcmSource; sampleRate: number; channels: number };
    output: SoundAnalysis;
    event: number;
  };
};
