import type { Verdict } from '#api/contract/recording.ts';

/** `[start, end]` in seconds of the original. */
export type Span = [start: number, end: number];

export type AnalysisProgress = {
  stage: 'opening' | 'analysing';
  /** s of the recording that have been looked at, of its length where known. */
  positionS: number;
  durationS: number | null;
};

export type Analysis = {
  /** Decoded length, s; may differ from what the header says. */
  durationS: number;
  container: string;
  codec: string;
  sampleRate: number;
  channels: number;
  /** Pairs of signed 8-bit (min, max), `limits.peaksRate` pairs a second. */
  peaks: Int8Array<ArrayBuffer>;
  /** Speech regions, ascending, not overlapping. */
  speech: Span[];
  verdict: Verdict;
};
