import { WorkerError } from '#workers/rpc.ts';
import type { SendTimings } from '#workers/send/send.contract.ts';
import { createSender, type Sender, type SenderOptions } from '#workers/send/sender.ts';
import type { Transport } from '#workers/send/transport.ts';
import { createTusClient } from '#workers/send/tus-client.ts';
import { xhrTransport } from '#workers/send/xhr-transport.ts';
import type { PieceFile } from '#workers/store/piece-store.ts';
import type { GrowingSource } from './growing-source.ts';
import type { SentUpload } from './recording-sender.ts';
import { createRecordingUpload } from './recording-upload.ts';
import type { RecordingUpload, RecordingUploadDeps } from './recording-upload.ts';
import { catchUpWithServer, deleteUploads, readSessionAudio } from './server-bytes.ts';
import { createUploadSlot } from './upload-slot.ts';

type UploadManagerOptions = Pick<SenderOptions, 'headers' | 'online' | 'now'> &
  Pick<RecordingUploadDeps, 'askSession' | 'onState' | 'onEnd'> & {
    timings: SendTimings;
    transport?: Transport;
  };

/** Uploads recordings, each with its own sender. */
export type UploadManager = Disposable & {
  /** Uploads present and future bytes, as soon as the recording has a session. */
  begin(id: string, file: PieceFile, source: GrowingSource): void;
  /** Appends the bytes that only the server has, until `signal` is aborted. Never rejects. */
  catchUp(file: PieceFile, signal: AbortSignal): Promise<void>;
  /**
   * Deletes the file's former uploads from the server if this file begins with all their bytes, and its current upload if
   * the person has thrown the recording away. Stops when `signal` is aborted. Never rejects.
   */
  endUploads(file: PieceFile, isThrownAway: boolean, signal: AbortSignal): Promise<void>;
  /** Reads the bytes `[from, to)` of a session's audio. Rejects with an `UnreadError`. */
  readAudio(sessionId: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Gives a recording its session. If `sessionId` is null, no session can be created now, and it is requested again
   * after `pausesMs[0]`.
   */
  giveSession(id: string, sessionId: string | null): Promise<void>;
  /** Uploads again from the first byte, to another session if one is given. */
  sendAnew(id: string, sessionId: string | null): Promise<void>;
  end(id: string): void;
  retryNow(): void;
  stop(): void;
  resume(): void;
};

export function createUploadManager(options: UploadManagerOptions): UploadManager {
  const { timings, headers, askSession, onState, onEnd, now = () => Date.now() } = options;
  const inSlot = createUploadSlot(options.transport ?? xhrTransport);
  const uploads = new Map<string, RecordingUpload>();
  const life = new AbortController();
  /** Sends the requests that belong to no sender. */
  const client = createTusClient({
    headers,
    now,
    stalledAfterMs: timings.stalledAfterMs,
    transport: inSlot(true),
  });
  let isStopped = false;

  function createSlottedSender(upload: SentUpload, isUrgent: boolean): Sender {
    const sender = createSender({ ...options, ...upload, transport: inSlot(isUrgent) });
    if (isStopped) sender.stop();
    return sender;
  }

  const uploadDeps: RecordingUploadDeps = {
    askSession,
    askAgainAfterMs: timings.pausesMs[0] ?? 0,
    onState,
    onEnd,
    createSender: createSlottedSender,
  };

  return {
    begin(id, file, source) {
      if (uploads.has(id)) return;
      const upload = createRecordingUpload({ id, file, source }, uploadDeps);
      uploads.set(id, upload);
      upload.run();
    },
    catchUp: (file, signal) => catchUpWithServer(client, file, signal),
    endUploads: (file, isThrownAway, signal) => deleteUploads(client, file, isThrownAway, signal),
    readAudio: (sessionId, from, to) => readSessionAudio(client, sessionId, [from, to], life.signal),
    async giveSession(id, sessionId) {
      await uploads.get(id)?.giveSession(sessionId);
    },
    async sendAnew(id, sessionId) {
      const upload = uploads.get(id);
      if (!upload) throw new WorkerError('recording.not_kept');
      await upload.sendAnew(sessionId);
    },
    end(id) {
      const upload = uploads.get(id);
      uploads.delete(id);
      upload?.[Symbol.dispose]();
    },
    retryNow() {
      for (const upload of uploads.values()) upload.retryNow();
    },
    stop() {
      isStopped = true;
      for (const upload of uploads.values()) upload.stop();
    },
    resume() {
      isStopped = false;
      for (const upload of uploads.values()) upload.resume();
    },
    [Symbol.dispose]() {
      life.abort(new DOMException('The sending was ended.', 'AbortError'));
      for (const upload of uploads.values()) upload[Symbol.dispose]();
      uploads.clear();
    },
  };
}
