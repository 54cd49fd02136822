import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { EngineSegment } from '#api/engines/transcription/engine.ts';

/** Setup of the child process, which gets it as JSON in its first argument. */
export type WhisperSetup = {
  /** Folder of the model. Its name is the id of the model. */
  modelDir: string;
  dtype: 'q8';
  threads: number;
  /** Whether sentences are also decoded one by one. */
  hearsTwice: boolean;
};

export type WindowRequest = {
  id: number;
  pcmPath: string;
  sampleRate: number;
  startS: number;
  endS: number;
  speech: TimeSpan[];
  language: string;
  /** Corrected words, the most important first. Empty for models without prompts. */
  vocabulary: string[];
};

export type WindowResult = {
  segments: EngineSegment[];
  /** True if there is still speech without text, and the window has no segment that could be marked. */
  isMissing: boolean;
  /** The decoder prompt of each run. */
  prompts: number[][];
};

export type WhisperReply = { ready: true } | ({ id: number } & (WindowResult | { failure: string }));
