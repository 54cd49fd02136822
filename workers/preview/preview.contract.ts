import type { TranscribedSegment } from '#wasm/transcription/segment.ts';
import type { WeightType } from '#wasm/whisper/whisper-model.ts';

export type { TimeSpan } from '#wasm/dsp/time-span.ts';
export type { FedWindow } from '#wasm/live/window-feed.ts';
export type { TranscribedSegment } from '#wasm/transcription/segment.ts';

/** A Whisper model that runs on the device. The fields are those of `models/manifest.ts`. */
export type PreviewModel = {
  dtype: WeightType;
  hearsTwice: boolean;
  /** Longest window that it takes, s. */
  chunkLengthS: number;
  /** Paths in the model's folder, and the URLs of our own server from which the worker fetches the files. */
  files: readonly { path: string; url: string }[];
};

export type PreviewWindow = {
  /** Mono samples at 16 kHz, 16 bits. They are transferred. */
  samples: Int16Array<ArrayBuffer>;
  /** Start of the window in the recording, s. */
  startS: number;
  /** Speech regions of the recording, ascending, s. Text outside of them is not believed. */
  speech: readonly [number, number][];
  language: string;
};

/** Times of loading, ms: `fetchMs` until the model can run, `warmUpMs` for a first run. */
export type PreviewLoaded = { fetchMs: number; warmUpMs: number };

/**
 * Calls of the preview worker, which runs one call at a time. `transcribe` needs a loaded model. Errors:
 * `previewErrorCodes`.
 */
export type PreviewContract = {
  load: { input: { model: PreviewModel; threads: number }; output: PreviewLoaded };
  transcribe: { input: PreviewWindow; output: TranscribedSegment[] };
};
