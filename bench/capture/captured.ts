/** What `capture.ts` asks of its page, and what it is answered. */
export type CaptureTask = { seconds: number; samples: string; sampleRate: number };
export type Captured = {
  /** From Stop until recording-complete was answered, ms. */
  stopMs: number;
  /** Of the whole feed, ms. */
  feedMs: number;
  durationS: number;
  bytes: number;
  stage: string;
  problem: string | null;
  longestTaskMs: number;
  storage: string;
};
