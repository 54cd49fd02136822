import type { AdoptedUpload } from '#api/contract/upload.ts';
import { WorkerError } from '#workers/rpc.ts';
import { finishStored } from '#workers/recorder/digest.ts';
import type { Finished } from '#workers/recorder/recorder.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import type { Sender, SenderOptions } from '#workers/send/sender.ts';
import { AdoptedError } from '#workers/send/upload-steps.ts';
import type { PieceFile } from '#workers/store/piece-store.ts';
import { catchUp, endsAlike } from './catch-up.ts';
import type { GrowingSource } from './growing-source.ts';

export type SendingEnd =
  /**
   * Everything is uploaded. `finished` is the length and digest of the whole recording if the server had more than this
   * device.
   */
  | { code: null; finished: Finished | null }
  /**
   * The upload failed with an error code that no retry fixes. `adopted` are the facts of the adopted upload if the code
   * is `upload.adopted`.
   */
  | { code: string; adopted: AdoptedUpload | null };

/** A recording on this device whose bytes are uploaded. */
export type UploadedRecording = { id: string; file: PieceFile; source: GrowingSource };

/** What the sender of a recording needs to know about it. */
export type SentUpload = Omit<SenderOptions, 'timings' | 'headers' | 'transport' | 'online' | 'now'>;

export type RecordingSenderDeps = {
  /** Creates a sender. If `isUrgent`, its requests precede those of earlier recordings. */
  createSender(upload: SentUpload, isUrgent: boolean): Sender;
  onState(id: string, send: SendState): void;
  onEnd(id: string, end: SendingEnd): void;
};

/** Sends the bytes of one recording, present and future ones. `begin` may be called again after `halt`. */
type RecordingSender = {
  /** True between `begin` and `halt`, also after the end of the upload. */
  readonly isBegun: boolean;
  /** True after an error that no retry fixes. */
  readonly isRefused: boolean;
  begin(sessionId: string): void;
  /** Ends the upload without a report; the server keeps its bytes. */
  halt(): void;
  retryNow(): void;
  stop(): void;
  resume(): void;
};

const fileName = 'recording.mp3';
const fileType = 'audio/mpeg';

export function createRecordingSender(
  { id, file, source }: UploadedRecording,
  { createSender, onState, onEnd }: RecordingSenderDeps,
): RecordingSender {
  /** True for the running recording. */
  const isUrgent = !source.isFinal();
  let sender: Sender | null = null;
  let isRefused = false;
  /** True if bytes from the server may have been appended: length and digest must be computed again. */
  let isCaughtUp = false;

  const uploadTo = (sessionId: string): SentUpload => ({
    source,
    metadata: { session_id: sessionId, file_name: fileName, file_type: fileType, mode: file.record.mode },
    url: file.record.uploadUrl,
    defersLength: true,
    onState: (state) => onState(id, state),
    onUrl: (url) => void file.update({ uploadUrl: url }),
    async catchUp(server, signal) {
      const both = Math.min(server.offset, file.bytes);
      if (!(await endsAlike(file, { ...server, offset: both }, signal))) return false;
      if (server.offset <= file.bytes) return true;
      // A running recording cannot append bytes from the server: it gets a new upload, and the former one stays.
      if (!source.isFinal()) return false;
      isCaughtUp = true;
      return await catchUp(file, server, signal);
    },
  });

  async function sendAll(begun: Sender): Promise<SendingEnd> {
    await begun.run();
    // Bytes from the server change length and digest.
    return { code: null, finished: isCaughtUp ? await finishStored(file) : null };
  }

  return {
    get isBegun() {
      return sender !== null;
    },
    get isRefused() {
      return isRefused;
    },
    begin(sessionId) {
      isRefused = false;
      const begun = (sender = createSender(uploadTo(sessionId), isUrgent));
      const ended = (end: SendingEnd) => {
        // Another sender may have replaced it, or the recording was removed.
        if (sender !== begun) return;
        isRefused = end.code !== null;
        onEnd(id, end);
      };
      sendAll(begun).then(ended, (error: unknown) => ended(toFailedEnd(error)));
    },
    halt() {
      const halted = sender;
      sender = null;
      halted?.[Symbol.dispose]();
    },
    retryNow: () => sender?.retryNow(),
    stop: () => sender?.stop(),
    resume: () => sender?.resume(),
  };
}

const toFailedEnd = (error: unknown): SendingEnd => ({
  code: error instanceof WorkerError ? error.code : 'worker.failed',
  adopted: error instanceof AdoptedError ? error.adopted : null,
});
