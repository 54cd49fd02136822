import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { TranscribedSound } from '#wasm/whisper/transcribe-sound.ts';
import type { WeightType } from '#wasm/whisper/whisper-model.ts';

/** Setup of the child process, which gets it as JSON in its first argument. */
export type WhisperSetup = {
  /** Folder of the model. Its name is the id of the model. */
  modelDir: string;
  dtype: WeightType;
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

export type WhisperReply = { ready: true } | ({ id: number } & (TranscribedSound | { failure: string }));
