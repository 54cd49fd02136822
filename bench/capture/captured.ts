export type CaptureTask = { seconds: number; samples: string; sampleRate: number };
export type Captured = {
  /** Time from Stop to the answer of recording-complete, ms. */
  stopMs: number;
  feedMs: number;
  durationS: number;
  bytes: number;
  stage: string;
  problem: string | null;
  longestTaskMs: number;
  storage: string;
};
