import type { SessionDraft } from '#api/contract/session.ts';
import { WorkerError } from '#workers/rpc.ts';
import type { SendState, SendTimings } from '#workers/send/send.contract.ts';
import { createSender, type Sender, type SenderOptions } from '#workers/send/sender.ts';
import type { Transport } from '#workers/send/transport.ts';
import { xhrTransport } from '#workers/send/xhr-transport.ts';
import type { PieceFile } from '#workers/store/piece-store.ts';
import type { GrowingSource } from './growing-source.ts';
import { createLane } from './lane.ts';

export type SendingsOptions = Pick<SenderOptions, 'headers' | 'online' | 'now'> & {
  timings: SendTimings;
  transport?: Transport;
  /** A recording has no session yet: `giveSession` answers. */
  askSession(id: string, draft: SessionDraft): void;
  onState(id: string, send: SendState): void;
  /** Ended with all there (null), or with an error code that no retry mends. */
  onEnd(id: string, code: string | null): void;
};

/** What is on its way to the server, each recording by its own sender. */
export type Sendings = Disposable & {
  /** Sends what there is and what comes, once there is a session. */
  begin(id: string, file: PieceFile, source: GrowingSource): void;
  /** Null: there is none to be had now. Asked for again after a while. */
  giveSession(id: string, sessionId: string | null): Promise<void>;
  /** From the first byte on. */
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
  /** Recorded here, or still being: goes before what was left from earlier. */
  isUrgent: boolean;
  /** Ended with an error. */
  isRefused: boolean;
  /** `askSession` was not answered yet. */
  isAsked: boolean;
  asking: ReturnType<typeof setTimeout> | undefined;
};

const fileName = 'recording.mp3';
const fileType = 'audio/mpeg';

export function createSendings(options: SendingsOptions): Sendings {
  const { timings, askSession, onState, onEnd } = options;
  const inLane = createLane(options.transport ?? xhrTransport);
  const entries = new Map<string, Entry>();
  let isStopped = false;

  function run(entry: Entry): void {
    const { id, file, source } = entry;
    const { sessionId, session, uploadUrl } = file.record;
    clearTimeout(entry.asking);
    entry.isRefused = false;
    if (sessionId === null) {
      if (entry.isAsked) return;
      entry.isAsked = true;
      return askSession(id, session);
    }
    const sender = createSender({
      ...options,
      source,
      metadata: { session_id: sessionId, file_name: fileName, file_type: fileType },
      url: uploadUrl,
      onState: (state) => onState(id, state),
      onUrl: (url) => void file.update({ uploadUrl: url }),
      transport: inLane(entry.isUrgent),
    });
    entry.sender = sender;
    if (isStopped) sender.stop();
    const ended = (code: string | null) => {
      // Another sender may have taken its place, or the recording was removed.
      if (entry.sender !== sender || entries.get(id) !== entry) return;
      entry.isRefused = code !== null;
      onEnd(id, code);
    };
    sender.run().then(
      () => ended(null),
      (error: unknown) => ended(error instanceof WorkerError ? error.code : 'worker.failed'),
    );
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
        ...{ id, file, source, sender: null, isUrgent: !source.isFinal() },
        ...{ isRefused: false, isAsked: false, asking: undefined },
      };
      entries.set(id, entry);
      run(entry);
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
      await entry.file.update({ uploadUrl: null, ...(sessionId === null ? {} : { sessionId }) });
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
      for (const entry of entries.values()) halt(entry);
      entries.clear();
    },
  };
}
