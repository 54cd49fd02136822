import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { EngineSegment } from '#api/engines/transcription/engine.ts';

/** What the child is started with, as its one argument in JSON. */
export type WhisperSetup = {
  /** The model's folder, whose name is its id. */
  modelDir: string;
  dtype: 'q8';
  /** Threads of the inference. */
  threads: number;
  /** Sentences are heard by themselves as well. */
  hearsTwice: boolean;
};

/** One window of a recording; times in s. */
export type WindowRequest = {
  id: number;
  pcmPath: string;
  sampleRate: number;
  startS: number;
  endS: number;
  /** Known speech in it, ascending. */
  speech: TimeSpan[];
  language: string;
  /** The most important first; empty for models that were not taught what a prompt is. */
  vocabulary: string[];
};

export type WindowResult = {
  segments: EngineSegment[];
  /** Speech remained without a word, and there is no segment here to tell it by. */
  isMissing: boolean;
  /** What the decoder was given to begin with, for each time that it was asked. */
  prompts: number[][];
};

export type WhisperReply = { ready: true } | ({ id: number } & (WindowResult | { failure: string }));
