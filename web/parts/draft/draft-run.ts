import { ref } from 'valtio';
import type { DraftProgress, DraftText, WindowSource } from '#workers/preview/draft-writer.client.ts';
import type {
  PreviewLoaded,
  PreviewModel,
  PreviewWindow,
  TranscribedSegment,
} from '#workers/preview/preview.contract.ts';

/** Where the model runs (processor or graphics card), and why there. */
export type DraftBackend = Pick<PreviewLoaded, 'backend' | 'backendReason'>;

/** The part of `Preview` (`preview.client.ts`) that writes a draft. */
export type DraftPreview = Disposable & {
  load(): Promise<unknown>;
  transcribe(window: PreviewWindow): Promise<TranscribedSegment[]>;
};

export type OpenDraftPreview = (options: {
  model: PreviewModel;
  onBackend(backend: DraftBackend): void;
  onSpeed(timesRealTime: number): void;
}) => DraftPreview;

export type DraftRunStatus =
  /** The model is being loaded. */
  | 'loading'
  | 'writing'
  /** All sound that has come is transcribed. */
  | 'waiting'
  /** The device is too slow: much sound waits. */
  | 'behind'
  | 'failed'
  /** The sound has ended, and all of it is transcribed. */
  | 'ended';

export type DraftRunState = {
  status: DraftRunStatus;
  /** Why the run has failed, an error code; otherwise null. */
  problem: string | null;
  /** Null until the model has said where it runs. */
  backend: DraftBackend | null;
  /** The proxy does not track changes inside it: each change brings another object. */
  text: DraftText;
  /** Time up to which the sound is transcribed, s. */
  writtenUpToS: number;
  /** Length of the sound that waits, s. */
  waitingS: number;
  /** Spans that were skipped because the device is too slow, s. */
  skipped: DraftProgress['skipped'];
};

export type DraftRunInput = {
  openPreview: OpenDraftPreview;
  model: PreviewModel;
  /** The run disposes of it. */
  source: WindowSource;
  /** Language of the session, a tag (BCP 47). */
  language: string;
  /** Length of the sound that waits, s, from which on the run is behind. Infinity for a file, which waits for the run. */
  behindAfterS?: number;
  /** Called after each window. */
  onProgress?(progress: DraftProgress): void;
  /** Called with the speed of the device, s of sound for each s of work. */
  onSpeed?(timesRealTime: number): void;
};

/** Writes the draft of one sound from its windows. Disposing ends it, with its model and its source. */
export type DraftRun = Disposable & {
  readonly state: DraftRunState;
  /** Goes on after a failure, with the window that failed. */
  goOn(): void;
  /** Resolves when the run has ended, has failed, or was disposed of. Never rejects. */
  settled(): Promise<void>;
};

export const emptyDraftText: DraftText = { segments: [], firm: [], rest: [] };

/** Returns the state of a run that has written nothing. */
export const startRunState = (): DraftRunState => ({
  status: 'loading',
  problem: null,
  backend: null,
  text: ref(emptyDraftText),
  writtenUpToS: 0,
  waitingS: 0,
  skipped: ref([]),
});
