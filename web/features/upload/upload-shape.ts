import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { UploadMetadata } from '#api/contract/upload.ts';
import type { Trim } from '#web/features/trim/trim.state.ts';
import type { analyseFile } from '#workers/analysis/analysis.client.ts';
import type { EncodedMp3, Loudness, Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { probeFile } from '#workers/media/media.client.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import type { Keeping } from './keeping.ts';
import type { Output } from './output.rules.ts';
import type { SendingFile } from './send-file.ts';
import type { ResultDeps } from './result-maker.ts';
import type { UploadListening, UploadState } from './upload.rules.ts';

/** What an upload needs from outside: the workers, the place where work is kept, and three calls. */
export type UploadDeps = ResultDeps & {
  sessionId: string;
  maxBytes: number;
  settings: Mp3Settings;
  /** Where a reload finds the work again. The upload owns it. */
  keeping: Keeping;
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
  /** Lets go of what is known of an upload, so that the next one starts anew. */
  forget(upload: { metadata: UploadMetadata; sha256: string }): void;
  complete(
    metadata: RecordingMetadataInput,
    peaks: Int8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void>;
  now(): number;
  /** For the log: what a sentence on screen cannot say. */
  onFailure(error: unknown): void;
};

export type Upload = Disposable & {
  readonly state: UploadState;
  /** The chosen file; null before one is chosen, and after a reload. */
  file(): File | null;
  draft(): Mp3Draft | null;
  /** What is kept of the recording; null before it was analysed. */
  trim(): Trim | null;
  /** What would be sent now; null before the analysis. */
  output(): Output | null;
  choose(files: readonly File[]): Promise<void>;
  /** Takes up the offer for a file over the limits. */
  accept(): Promise<void>;
  /** Takes up what a reload left. */
  resume(): void;
  setLoudness(loudness: Loudness): void;
  setSettings(settings: Mp3Settings): void;
  /** The whole recording as mp3, for browsers that do not play the file. Needs a draft. */
  wholeMp3(): Promise<Blob>;
  /** What would be sent; null until it was made. */
  result(): EncodedMp3 | null;
  /** Listens to the recording, or to what would be sent, which is made first. */
  listen(to: UploadListening): Promise<void>;
  /** Makes what is not made, sends what is not there, completes. Resolves when it is over, well or not. */
  send(): Promise<void>;
  /** Takes up where a problem stopped it. */
  retry(): Promise<void>;
  /** While it is sent: tries at once; sends nothing until it is resumed. */
  retryNow(): void;
  stopSending(): void;
  resumeSending(): void;
  /** Ends the current step, keeps the file and what was made of it. */
  cancel(): void;
  /** Lets go of the file and of what was made of it. */
  discard(): void;
};
