import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { UploadMetadata } from '#api/contract/upload.ts';
import type { Trim } from '#web/features/trim/index.ts';
import type { analyseFile } from '#workers/file/analyse-file.client.ts';
import type { EncodedMp3, Loudness, Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { probeFile } from '#workers/media/media.client.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import type { LocalWorkStore } from './local/local-work-store.ts';
import type { FileDraft } from './draft/file-draft.ts';
import type { Output } from './review/output.rules.ts';
import type { SendingFile } from './send/send-file.ts';
import type { ResultDeps } from './review/result-maker.ts';
import type { UploadListening, UploadState } from './upload.rules.ts';

export type UploadDeps = ResultDeps & {
  sessionId: string;
  /** Returns the limit of the host, bytes. It may become known after the upload was opened. */
  maxBytes(): number;
  settings: Mp3Settings;
  /** Stores the work, so that it can be restored after a reload. The upload disposes of this store. */
  localWork: LocalWorkStore;
  /** Writes the draft of the recording. The upload disposes of it. */
  fileDraft: FileDraft;
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
  /** Removes the stored address of an upload, so that the next try starts a new one. */
  forget(upload: { metadata: UploadMetadata; sha256: string }): void;
  complete(
    metadata: RecordingMetadataInput,
    peaks: Int8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void>;
  now(): number;
  onFailure(error: unknown): void;
};

export type Upload = Disposable & {
  readonly state: UploadState;
  readonly fileDraft: FileDraft;
  /** Returns the chosen file; null before one is chosen, and after a reload. */
  file(): File | null;
  draft(): Mp3Draft | null;
  trim(): Trim | null;
  /** Returns the plan of the mp3 to send; null before the analysis. */
  output(): Output | null;
  /** `hasFolder`: a folder is among what was chosen. */
  choose(files: readonly File[], hasFolder?: boolean): Promise<void>;
  accept(): Promise<void>;
  resume(): void;
  setLoudness(loudness: Loudness): void;
  setSettings(settings: Mp3Settings): void;
  /**
   * Makes an mp3 of the whole recording from its draft. The page plays that mp3 if the browser does not play the
   * original format.
   */
  wholeMp3(): Promise<Blob>;
  result(): EncodedMp3 | null;
  /** Plays the recording, or the mp3 that would be sent. That mp3 is made first. */
  listen(to: UploadListening): Promise<void>;
  /**
   * Encodes the mp3, sends it and completes the recording. Steps that are done already are left out. Resolves at the
   * end, also after a failure.
   */
  send(): Promise<void>;
  retry(): Promise<void>;
  retryNow(): void;
  stopSending(): void;
  resumeSending(): void;
  /** Stops the running step. The file stays, and so do the analysis and the edits. */
  cancel(): void;
  /** Discards the file and all work on it, also the work that is stored on this device. */
  discard(): void;
};
