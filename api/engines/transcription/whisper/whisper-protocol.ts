import type { EngineSegment } from '../engine.ts';

/** What the child is started with, as its one argument in JSON. */
export type WhisperSetup = {
  /** The model's folder, whose name is its id. */
  modelDir: string;
  dtype: 'q8';
  /** Threads of the inference. */
  threads: number;
};

/** One window of a recording; times in s. */
export type WindowRequest = {
  id: number;
  pcmPath: string;
  sampleRate: number;
  startS: number;
  endS: number;
  language: string;
};

export type WindowResult = {
  segments: EngineSegment[];
  /** Where the last word ends, s of the recording; null where there was none. */
  heardUntilS: number | null;
};

export type WhisperReply = { ready: true } | ({ id: number } & (WindowResult | { failure: string }));
