import type { AdoptedUpload, UploadMetadata } from '#api/contract/upload.ts';
import { WorkerError } from '#workers/rpc.ts';
import type { ByteSource } from './byte-source.ts';
import { browserOnline, createConnectionKeeper } from './connection-keeper.ts';
import type { OnlineSignal } from './connection-keeper.ts';
import { maySend } from './connection.contract.ts';
import { gather } from './gather.ts';
import { createPartSize } from './part-size.ts';
import { toRefusal, UnreadError, uploadBytes, type Refusal, type UploadBytes } from './read-upload.ts';
import { createSendProgress, startSend } from './send-progress.ts';
import type { SendState, SendTimings } from './send.contract.ts';
import { createTusClient } from './tus-client.ts';
import type { Transport } from './transport.ts';
import { creationHeaders, endpoint, partHeaders, tusHeaders } from './tus.rules.ts';
import type { Meaning } from './tus.rules.ts';
import { xhrTransport } from './xhr-transport.ts';

export type SenderOptions = {
  source: ByteSource;
  metadata: UploadMetadata;
  /** URL of an earlier try; null: a new upload is created. */
  url: string | null;
  /** True for a recording: its length is sent with the last part. The server keeps such an upload as long as audio. */
  defersLength?: boolean;
  timings: SendTimings;
  /** Returns headers for a request. `refused`: headers that the server has just answered with 401, to be renewed. */
  headers(refused?: Record<string, string>): Promise<Record<string, string>>;
  onState(state: SendState): void;
  /** Receives the upload's URL, to be stored for the next try; null: forget the stored URL. */
  onUrl(url: string | null): void;
  /**
   * Called if the server has bytes that this run did not send. Compares them with the source and appends bytes that only
   * the server has. Returns false if the bytes differ; then a new upload is created. Rejects with the reason of `signal` or
   * an `UnreadError`. Without `catchUp` a new upload is created if the server has more bytes than the source.
   */
  catchUp?(server: UploadBytes, signal: AbortSignal): Promise<boolean>;
  /** Test doubles of the browser's. */
  transport?: Transport;
  online?: OnlineSignal;
  now?(): number;
};

/** The upload was adopted: its owner completed it without this device. */
export class AdoptedError extends WorkerError {
  readonly adopted: AdoptedUpload;
  constructor(adopted: AdoptedUpload) {
    super('upload.adopted');
    this.adopted = adopted;
  }
}

const refusalOf = (meaning: Meaning): Refusal => {
  if (meaning.type === 'adopted') throw new AdoptedError(meaning.adopted);
  return toRefusal(meaning);
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
  const { source, metadata, timings, headers, onUrl } = options;
  const { transport = xhrTransport, online = browserOnline, now = () => Date.now() } = options;
  const life = new AbortController();
  const size = createPartSize();
  const totalOf = () => (source.isFinal() ? source.bytes() : null);
  const progress = createSendProgress({
    start: startSend(now(), totalOf(), size.bytes()),
    everyMs: timings.progressEveryMs,
    now,
    onState: options.onState,
  });
  /** Aborts the current request or wait, so that the connection is checked again. */
  let interrupt = () => {};
  const connection = createConnectionKeeper({
    timings,
    now,
    onChange(state) {
      progress.connected(state);
      if (!maySend(state)) interrupt();
    },
  });
  const client = createTusClient({ transport, headers, stalledAfterMs: timings.stalledAfterMs, now });
  const stopListening = online.listen(() => {
    if (online.isOnline()) connection.tell({ type: 'online' });
    // Only a request can tell whether the server is reachable: it may be on this device.
    else if (maySend(connection.state)) interrupt();
  });

  let { url } = options;
  /** Acknowledged bytes; null: the server must be asked. */
  let offset: number | null = url === null ? 0 : null;
  let isLengthDeclared = false;
  /** True after a failed part until bytes arrive: an answer to a `HEAD` does not prove that parts get through. */
  let isDoubtful = false;
  let conflicts = 0;
  /** True if this run sent the server's bytes or compared them with the source. */
  let isKnown = url === null;
  /** True if this run created the upload and nothing is stored in it yet. */
  let isFresh = false;
  /** Of `performance.now`. */
  let partBeganAtMs = performance.now();

  const isAllThere = () => url !== null && isLengthDeclared && source.isFinal() && offset === source.bytes();

  /** Runs an interruptible step; null if it was interrupted. */
  async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    life.signal.throwIfAborted();
    const controller = new AbortController();
    const end = () => controller.abort(new DOMException('Interrupted.', 'AbortError'));
    interrupt = end;
    life.signal.addEventListener('abort', end, { once: true });
    try {
      return await work(controller.signal);
    } catch (error) {
      life.signal.throwIfAborted();
      if (!controller.signal.aborted) throw error;
      offset = url === null ? 0 : null;
      return null;
    } finally {
      life.signal.removeEventListener('abort', end);
      interrupt = () => {};
    }
  }

  function failed(meaning: { retryAfterMs: number; isBreak: boolean }): void {
    const { retryAfterMs } = meaning;
    if (meaning.isBreak && !online.isOnline()) connection.tell({ type: 'offline' });
    else connection.tell(retryAfterMs > 0 ? { type: 'failed', retryAfterMs } : { type: 'failed' });
  }

  function beginAnew(): void {
    url = null;
    offset = 0;
    isKnown = true;
    isLengthDeclared = false;
    progress.stored(0, size.bytes());
    onUrl(null);
  }

  /** Handles an unsuccessful answer to any request. */
  function take(meaning: Refusal): void {
    offset = url === null ? 0 : null;
    switch (meaning.type) {
      case 'failed':
        return failed(meaning);
      case 'conflict':
        conflicts += 1;
        // A first conflict is no failure: the server was still writing an earlier part.
        if (conflicts > 1) connection.tell({ type: 'failed' });
        return;
      case 'gone':
        if (isFresh) connection.tell({ type: 'failed' });
        return beginAnew();
      case 'bodyTooLarge':
        throw new WorkerError('network.unexpected', 'Even the smallest body is refused for its size.');
      case 'unauthorized':
      case 'refused':
        throw new WorkerError(meaning.code);
    }
  }

  function stored(bytes: number): void {
    const hasAdvanced = bytes > progress.state.bytesStored;
    offset = bytes;
    if (hasAdvanced) {
      conflicts = 0;
      isFresh = isDoubtful = false;
    }
    progress.stored(bytes, size.bytes());
    if (!isDoubtful || isAllThere()) connection.tell({ type: 'succeeded' });
  }

  async function create(): Promise<void> {
    const length = options.defersLength ? null : totalOf();
    const meaning = await interruptible((signal) =>
      client({ method: 'POST', url: endpoint, headers: creationHeaders(metadata, length), signal }),
    );
    if (meaning?.type === 'created') {
      url = meaning.url;
      isLengthDeclared = length !== null;
      isFresh = true;
      onUrl(url);
      stored(0);
    } else if (meaning) take(toRefusal(meaning));
  }

  async function ask(at: string): Promise<void> {
    const meaning = await interruptible((signal) =>
      client({ method: 'HEAD', url: at, headers: tusHeaders, signal }),
    );
    if (meaning?.type === 'stored') {
      const { lengthBytes } = meaning;
      const isOurs = isKnown || !options.catchUp;
      if ((meaning.offset > source.bytes() || !isOurs) && !(await fetchRest(at, meaning.offset))) return;
      isKnown = true;
      const isOther = lengthBytes !== null && lengthBytes !== totalOf();
      // The length differs: the upload holds another file.
      if (isOther) return beginAnew();
      isLengthDeclared = lengthBytes !== null;
      stored(meaning.offset);
    } else if (meaning) take(refusalOf(meaning));
  }

  /** Calls `catchUp`. Returns true if the source now has all bytes that the server has. */
  async function fetchRest(at: string, offset: number): Promise<boolean> {
    const { catchUp } = options;
    if (!catchUp) {
      beginAnew();
      return false;
    }
    try {
      const isOurs = await interruptible((signal) => catchUp(uploadBytes(client, at, offset), signal));
      if (isOurs === false) beginAnew();
      return isOurs === true && source.bytes() >= offset;
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      take(error.refusal);
      return false;
    }
  }

  async function append(at: string, from: number): Promise<void> {
    const untilMs = partBeganAtMs + timings.partEveryMs;
    const gathered = (signal: AbortSignal) => gather(source, { from, enough: size.bytes(), untilMs, signal });
    if (!(await interruptible(gathered)) || !maySend(connection.state)) return;
    const to = Math.min(from + size.bytes(), source.bytes());
    const declares = !isLengthDeclared && source.isFinal() && to === source.bytes();
    progress.grown(totalOf());
    const body = await source.read(from, to);
    progress.began(from, to - from);
    const beganAtMs = (partBeganAtMs = performance.now());
    const meaning = await interruptible((signal) =>
      client({
        method: 'PATCH',
        url: at,
        headers: partHeaders(from, declares ? to : null),
        body,
        signal,
        onProgress: progress.moved,
      }),
    );
    // An empty part only declares the length.
    if (meaning?.type === 'stored' && meaning.offset <= to && (meaning.offset > from || to === from)) {
      isLengthDeclared ||= declares;
      isDoubtful = false;
      size.acknowledged(to - from, performance.now() - beganAtMs);
      return stored(meaning.offset);
    }
    progress.ended();
    offset = null;
    if (!meaning) return;
    isDoubtful = true;
    if (meaning.type === 'failed' && meaning.isBreak) size.broke();
    if (meaning.type === 'bodyTooLarge' && size.refused(to - from)) return;
    take(refusalOf(meaning));
  }

  return {
    async run() {
      while (!isAllThere()) {
        await connection.ready(life.signal);
        if (url === null) await create();
        else if (offset === null) await ask(url);
        else await append(url, offset);
      }
      progress.grown(totalOf());
      progress.done();
    },
    retryNow() {
      if (maySend(connection.state)) interrupt();
      else connection.tell({ type: 'retryNow' });
    },
    stop: () => connection.tell({ type: 'stop' }),
    resume: () => connection.tell({ type: 'resume' }),
    [Symbol.dispose]() {
      life.abort(new DOMException('The sending was ended.', 'AbortError'));
      stopListening();
      connection[Symbol.dispose]();
    },
  };
}
