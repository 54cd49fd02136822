import type { UploadMetadata } from '#api/contract/upload.ts';
import { totalBytes, type ByteSource } from './byte-source.ts';
import type { OnlineSignal } from './connection-keeper.ts';
import { createInterruption } from './interruption.ts';
import { createPartSize } from './part-size.ts';
import { createRemoteUpload } from './remote-upload.ts';
import { createSendConnection } from './send-connection.ts';
import { createSendProgress, startSend } from './send-progress.ts';
import type { SendState, SendTimings } from './send.contract.ts';
import { createTusClient } from './tus-client.ts';
import type { Transport } from './transport.ts';
import { askOffset, createOnServer, createPartSender, type CatchUp } from './upload-steps.ts';
import { xhrTransport } from './xhr-transport.ts';

export type SenderOptions = {
  source: ByteSource;
  metadata: UploadMetadata;
  /** URL of the upload that an earlier try began. If it is null, a new upload is created. */
  url: string | null;
  /** True for a recording: its length is sent with the last part. The server keeps such an upload as long as audio. */
  defersLength?: boolean;
  timings: SendTimings;
  /** Returns headers for a request. `refused`: headers that the server has just answered with 401, to be renewed. */
  headers(refused?: Record<string, string>): Promise<Record<string, string>>;
  onState(state: SendState): void;
  /** Receives the upload's URL, to be stored for the next try. Null means that the stored URL is to be forgotten. */
  onUrl(url: string | null): void;
  /**
   * Called if the server has bytes that this run did not send. Compares them with the source and appends bytes that only
   * the server has. Returns false if the bytes differ; then a new upload is created. Rejects with the reason of `signal` or
   * an `UnreadError`. Without `catchUp` a new upload is created if the server has more bytes than the source.
   */
  catchUp?: CatchUp;
  /** Without these options, those of the browser are used. Tests give doubles. */
  transport?: Transport;
  online?: OnlineSignal;
  now?(): number;
};

export type Sender = Disposable & {
  /**
   * Resolves when the server has the whole source. Rejects with a `WorkerError` (codes as in `SendContract`), with the
   * source's read error, or with an `AbortError` when disposed of. Call it once.
   */
  run(): Promise<void>;
  /** Ends a wait, or restarts a stalled request. */
  retryNow(): void;
  stop(): void;
  resume(): void;
};

/**
 * Uploads a source by the tus protocol: creation (with deferred length while the source grows), then one part at a time.
 * After any failure it asks the server for its offset and continues there. A failing connection never ends it. At most one
 * part is in memory.
 */
export function createSender(options: SenderOptions): Sender {
  const { source, metadata, timings, headers } = options;
  const { transport = xhrTransport, now = () => Date.now() } = options;
  const life = new AbortController();
  const interruption = createInterruption(life.signal);
  const size = createPartSize();
  const progress = createSendProgress({
    start: startSend(now(), totalBytes(source), size.bytes()),
    everyMs: timings.progressEveryMs,
    now,
    onState: options.onState,
  });
  const connection = createSendConnection({
    timings,
    now,
    online: options.online,
    onState: progress.connected,
    interrupt: interruption.interrupt,
  });
  const client = createTusClient({ transport, headers, stalledAfterMs: timings.stalledAfterMs, now });
  const { onUrl } = options;
  const remote = createRemoteUpload(options.url, { source, size, progress, connection, onUrl });
  const upload = { source, client, interruption, remote };
  const { partEveryMs } = timings;
  const sendPart = createPartSender(upload, { size, progress, connection, partEveryMs });

  async function nextStep(): Promise<void> {
    const { url, offset } = remote.known;
    if (url === null) {
      const lengthBytes = options.defersLength ? null : totalBytes(source);
      await createOnServer(upload, metadata, lengthBytes);
    } else if (offset === null) await askOffset(upload, url, options.catchUp);
    else await sendPart(url, offset);
  }

  return {
    async run() {
      while (!remote.isComplete()) {
        await connection.ready(life.signal);
        await nextStep();
      }
      progress.grown(totalBytes(source));
      progress.done();
    },
    retryNow: connection.retryNow,
    stop: connection.stop,
    resume: connection.resume,
    [Symbol.dispose]() {
      life.abort(new DOMException('The sending was ended.', 'AbortError'));
      connection[Symbol.dispose]();
    },
  };
}
