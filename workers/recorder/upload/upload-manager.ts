import type { SessionDraft } from '#api/contract/session.ts';
import { audioUrlSchema } from '#api/contract/player.ts';
import type { AdoptedUpload } from '#api/contract/upload.ts';
import { WorkerError } from '#workers/rpc.ts';
import type { SendState, SendTimings } from '#workers/send/send.contract.ts';
import { toRefusal, UnreadError, uploadBytes } from '#workers/send/read-upload.ts';
import { AdoptedError, createSender, type Sender, type SenderOptions } from '#workers/send/sender.ts';
import type { Transport } from '#workers/send/transport.ts';
import { createTusClient } from '#workers/send/tus-client.ts';
import { tusHeaders } from '#workers/send/tus.rules.ts';
import { xhrTransport } from '#workers/send/xhr-transport.ts';
import type { PieceFile } from '#workers/store/piece-store.ts';
import { catchUp, endsAlike, isBeginning } from './catch-up.ts';
import { finishAsItLies } from '#workers/recorder/digest.ts';
import type { GrowingSource } from './growing-source.ts';
import { createUploadSlot } from './upload-slot.ts';
import type { Finished } from '#workers/recorder/recorder.contract.ts';

type UploadManagerOptions = Pick<SenderOptions, 'headers' | 'online' | 'now'> & {
  timings: SendTimings;
  transport?: Transport;
  /** Requests a session for a recording; answered by `giveSession`. */
  askSession(id: string, draft: SessionDraft, key: string): void;
  onState(id: string, send: SendState): void;
  onEnd(id: string, end: SendingEnd): void;
};

export type SendingEnd =
  /** Everything is uploaded. `finished`: length and digest of the whole recording if the server had more than this device. */
  | { code: null; finished: Finished | null }
  /** An error code that no retry fixes. `adopted`: facts of the adopted upload, with code `upload.adopted`. */
  | { code: string; adopted: AdoptedUpload | null };

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
  /** Null: no session can be created now; it is requested again after `pausesMs[0]`. */
  giveSession(id: string, sessionId: string | null): Promise<void>;
  /** Uploads again from the first byte. */
  sendAnew(id: string, sessionId: string | null): Promise<void>;
  end(id: string): void;
  retryNow(): void;
  stop(): void;
  resume(): void;
};

type Entry = {
  id: string;
  file: PieceFile;
  source: GrowingSource;
  sender: Sender | null;
  /** True if it is being recorded: its requests precede those of earlier recordings. */
  isUrgent: boolean;
  isRefused: boolean;
  /** True if bytes from the server may have been appended: length and digest must be computed again. */
  isCaughtUp: boolean;
  /** True until `askSession` is answered. */
  isAsked: boolean;
  asking: ReturnType<typeof setTimeout> | undefined;
};

const fileName = 'recording.mp3';
const fileType = 'audio/mpeg';

export function createUploadManager(options: UploadManagerOptions): UploadManager {
  const { timings, askSession, onState, onEnd } = options;
  const inSlot = createUploadSlot(options.transport ?? xhrTransport);
  const entries = new Map<string, Entry>();
  const life = new AbortController();
  const { headers, now = () => Date.now() } = options;
  /** For requests outside a sender. */
  const client = createTusClient({
    headers,
    now,
    stalledAfterMs: timings.stalledAfterMs,
    transport: inSlot(true),
  });
  let isStopped = false;

  function run(entry: Entry): void {
    const { id, file, source } = entry;
    const { sessionId, session, uploadUrl, mode } = file.record;
    clearTimeout(entry.asking);
    entry.isRefused = false;
    if (sessionId === null) {
      if (entry.isAsked) return;
      entry.isAsked = true;
      return askSession(id, session, file.record.sessionKey ?? id);
    }
    const sender = createSender({
      ...options,
      source,
      metadata: { session_id: sessionId, file_name: fileName, file_type: fileType, mode },
      url: uploadUrl,
      defersLength: true,
      onState: (state) => onState(id, state),
      onUrl: (url) => void file.update({ uploadUrl: url }),
      transport: inSlot(entry.isUrgent),
      // A running recording cannot append bytes from the server: it gets a new upload, and the former one stays.
      async catchUp(server, signal) {
        const both = Math.min(server.offset, file.bytes);
        if (!(await endsAlike(file, { ...server, offset: both }, signal))) return false;
        if (server.offset <= file.bytes) return true;
        if (!source.isFinal()) return false;
        entry.isCaughtUp = true;
        return await catchUp(file, server, signal);
      },
    });
    entry.sender = sender;
    if (isStopped) sender.stop();
    const ended = (end: SendingEnd) => {
      // Another sender may have replaced it, or the recording was removed.
      if (entry.sender !== sender || entries.get(id) !== entry) return;
      entry.isRefused = end.code !== null;
      onEnd(id, end);
    };
    sendAll(sender, entry).then(ended, (error: unknown) =>
      ended({
        code: error instanceof WorkerError ? error.code : 'worker.failed',
        adopted: error instanceof AdoptedError ? error.adopted : null,
      }),
    );
  }

  async function sendAll(sender: Sender, entry: Entry): Promise<SendingEnd> {
    await sender.run();
    // Bytes from the server change length and digest.
    return { code: null, finished: entry.isCaughtUp ? await finishAsItLies(entry.file) : null };
  }

  function halt(entry: Entry): void {
    clearTimeout(entry.asking);
    const { sender } = entry;
    entry.sender = null;
    sender?.[Symbol.dispose]();
  }

  const entryOf = (id: string) => {
    const entry = entries.get(id);
    if (!entry) throw new WorkerError('recording.not_kept');
    return entry;
  };

  const askAgain = (entry: Entry) => {
    clearTimeout(entry.asking);
    if (entry.file.record.sessionId === null) run(entry);
  };

  return {
    begin(id, file, source) {
      if (entries.has(id)) return;
      const entry: Entry = {
        id,
        file,
        source,
        sender: null,
        isUrgent: !source.isFinal(),
        isRefused: false,
        isCaughtUp: false,
        isAsked: false,
        asking: undefined,
      };
      entries.set(id, entry);
      run(entry);
    },
    async catchUp(file, signal) {
      const { uploadUrl: url } = file.record;
      if (url === null) return;
      try {
        const meaning = await client({ method: 'HEAD', url, headers: tusHeaders, signal });
        if (meaning.type !== 'stored' || meaning.offset <= file.bytes) return;
        await catchUp(file, uploadBytes(client, url, meaning.offset), signal);
      } catch {
        // The library offers the bytes that stay on the server.
      }
    },
    async endUploads(file, isThrownAway, signal) {
      const { uploadUrl, formerUrls = [] } = file.record;
      try {
        if (isThrownAway && uploadUrl)
          await client({ method: 'DELETE', url: uploadUrl, headers: tusHeaders, signal });
        for (const url of formerUrls) {
          const meaning = await client({ method: 'HEAD', url, headers: tusHeaders, signal });
          if (meaning.type !== 'stored') continue;
          if (!(await isBeginning(file, uploadBytes(client, url, meaning.offset), signal))) continue;
          await client({ method: 'DELETE', url, headers: tusHeaders, signal });
        }
      } catch {
        // The library offers uploads that were not deleted.
      }
    },
    async readAudio(sessionId, from, to) {
      const { signal } = life;
      const path = `/api/v1/sessions/${encodeURIComponent(sessionId)}/audio-url`;
      const answer = await client({ method: 'GET', url: path, headers: {}, signal });
      if (answer.type !== 'bytes') throw new UnreadError(toRefusal(answer));
      const { url } = audioUrlSchema.parse(JSON.parse(new TextDecoder().decode(answer.bytes)));
      return await uploadBytes(client, url, to).read(from, to, signal);
    },
    async giveSession(id, sessionId) {
      const entry = entries.get(id);
      if (!entry || entry.file.record.sessionId !== null) return;
      entry.isAsked = false;
      if (sessionId === null) {
        clearTimeout(entry.asking);
        entry.asking = setTimeout(() => askAgain(entry), timings.pausesMs[0] ?? 0);
        return;
      }
      await entry.file.update({ sessionId });
      if (entries.get(id) === entry && !entry.sender) run(entry);
    },
    async sendAnew(id, sessionId) {
      const entry = entryOf(id);
      halt(entry);
      const settled = sessionId === null ? {} : { sessionId, sessionKey: null };
      const { uploadUrl, formerUrls = [] } = entry.file.record;
      const former = uploadUrl === null ? formerUrls : [...formerUrls, uploadUrl];
      await entry.file.update({ uploadUrl: null, formerUrls: former, ...settled });
      if (entries.get(id) === entry && !entry.sender) run(entry);
    },
    end(id) {
      const entry = entries.get(id);
      entries.delete(id);
      if (entry) halt(entry);
    },
    retryNow() {
      for (const entry of entries.values()) {
        if (entry.isRefused || !entry.sender) {
          halt(entry);
          run(entry);
        } else entry.sender.retryNow();
      }
    },
    stop() {
      isStopped = true;
      for (const { sender } of entries.values()) sender?.stop();
    },
    resume() {
      isStopped = false;
      for (const { sender } of entries.values()) sender?.resume();
    },
    [Symbol.dispose]() {
      life.abort(new DOMException('The sending was ended.', 'AbortError'));
      for (const entry of entries.values()) halt(entry);
      entries.clear();
    },
  };
}
