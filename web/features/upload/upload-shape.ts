import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { UploadMetadata } from '#api/contract/upload.ts';
import type { Trim } from '#web/features/trim/index.ts';
import type { analyseFile } from '#workers/file/analyse-file.client.ts';
import type { EncodedMp3, Loudness, Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { probeFile } from '#workers/media/media.client.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import type { KeptWorkStore } from './kept/kept-work-store.ts';
import type { Output } from './review/output.rules.ts';
import type { SendingFile } from './send/send-file.ts';
import type { ResultDeps } from './review/result-maker.ts';
import type { UploadListening, UploadState } from './upload.rules.ts';

/** What an upload needs: the workers, the store for kept work, and the calls to the server. */
export type UploadDeps = ResultDeps & {
  sessionId: string;
  maxBytes: number;
  settings: Mp3Settings;
  /** The store in which a reload finds the work again. The upload disposes of it. */
  keeping: KeptWorkStore;
  probe: typeof probeFile;
  analyse: typeof analyseFile;
  send(
    mp3: Blob,
    options: {
      metadata: UploadMetadata;
      sha256: string;
      signal: AbortSignal;
      onState(state: SendState): void;
    },
  ): SendingFile;
  /** Forgets the address of an upload, so that the next try starts a new one. */
  forget(upload: { metadata: UploadMetadata; sha256: string }): void;
  complete(
    metadata: RecordingMetadataInput,
    peaks: Int8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void>;
  now(): number;
  /** Gets each failure, for the log. */
  onFailure(error: unknown): void;
};

export type Upload = Disposable & {
  readonly state: UploadState;
  /** The chosen file; null before one is chosen, and after a reload. */
  file(): File | null;
  draft(): Mp3Draft | null;
  /** The cuts of the recording; null before the analysis. */
  trim(): Trim | null;
  /** The plan of what would be sent now; null before the analysis. */
  output(): Output | null;
  choose(files: readonly File[]): Promise<void>;
  /** Accepts the offer for a file over the limits, and analyses it. */
  accept(): Promise<void>;
  /** Goes on with the kept work. */
  resume(): void;
  setLoudness(loudness: Loudness): void;
  setSettings(settings: Mp3Settings): void;
  /** The whole recording as mp3, for browsers that do not play the file. Needs a draft. */
  wholeMp3(): Promise<Blob>;
  /** The mp3 that would be sent; null until it is made. */
  result(): EncodedMp3 | null;
  /** Plays the recording, or the mp3 that would be sent, which is made first. */
  listen(to: UploadListening): Promise<void>;
  /** Encodes, sends and completes, skipping steps that are done. Resolves when that has ended, well or not. */
  send(): Promise<void>;
  /** Repeats the step that failed. */
  retry(): Promise<void>;
  /** Ends the wait before the next try of the sending. */
  retryNow(): void;
  /** Pauses the sending until `resumeSending`. */
  stopSending(): void;
  resumeSending(): void;
  /** Stops the current step. The file and what was made of it stay. */
  cancel(): void;
  /** Discards the file, what was made of it, and what is kept of it. */
  discard(): void;
};
