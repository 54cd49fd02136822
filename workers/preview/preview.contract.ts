import type { ModelFile } from '#api/contract/model.ts';
import type { TranscribedSegment } from '#wasm/transcription/segment.ts';
import type { Trial, WeightType } from '#wasm/whisper/whisper-model.ts';

export type { TimeSpan } from '#wasm/dsp/time-span.ts';
export type { FedWindow } from '#wasm/live/window-feed.ts';
export type { TranscribedSegment } from '#wasm/transcription/segment.ts';

/** A Whisper model that runs on the device. The fields are those of `models/manifest.ts`. */
export type PreviewModel = {
  id: string;
  dtype: WeightType;
  hearsTwice: boolean;
  /** Longest window that it takes, s. */
  chunkLengthS: number;
  /** Its files on this device, or else on our own server. */
  files: readonly ModelFile[];
};

export type PreviewWindow = {
  /** Mono samples at 16 kHz, 16 bits. They may be transferred. */
  samples: Int16Array<ArrayBuffer>;
  /** Start of the window in the recording, s. */
  startS: number;
  /** Speech regions of the recording, ascending, s. Text outside of them is not believed. */
  speech: readonly [number, number][];
  language: string;
};

/** What computes the model: the processor (`wasm`), or the graphics card with the help of the processor (`webgpu`). */
export type PreviewBackend = 'wasm' | 'webgpu';

/**
 * Why a back end was chosen. `only`: there is no other one. `faster`: it was measured to be the faster one. `remembered`:
 * the page asked for it. `gpu_failed`: the graphics card did not start, was too slow to wait for, or wrote another text.
 * `gpu_lost`: it failed later on. `gpu_not_tried`: what it needs did not come in time, which says nothing about it.
 */
export type BackendReason = 'only' | 'faster' | 'remembered' | 'gpu_failed' | 'gpu_lost' | 'gpu_not_tried';

/** Times of loading, ms: `fetchMs` until the model can run, `warmUpMs` for a first run. */
type LoadTimes = { fetchMs: number; warmUpMs: number };

export type LoadAnswer = LoadTimes & { trial: Trial | null };

export type PreviewLoaded = LoadTimes & {
  backend: PreviewBackend;
  backendReason: BackendReason;
  threads: number;
};

/**
 * Calls of the preview worker, which runs one call at a time. `transcribe` needs a loaded model. Errors:
 * `previewErrorCodes`, `worker.*`.
 */
export type PreviewContract = {
  /** Loads the code of a back end, and fetches what it would load by itself. Nothing of it is kept in memory. */
  fetchParts: { input: { backend: PreviewBackend }; output: undefined };
  /**
   * `isTried`: the answer has a trial, so that two back ends can be compared. The event says that all is there that a
   * graphics card needs, and that it begins.
   */
  load: {
    input: { model: PreviewModel; threads: number; backend: PreviewBackend; isTried: boolean };
    output: LoadAnswer;
    event: 'gpu_begins';
  };
  transcribe: { input: PreviewWindow; output: TranscribedSegment[] };
};
