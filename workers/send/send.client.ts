import { connect } from '#workers/rpc.ts';
import type { SendContract, SendEvent, SendInput, SendState } from './send.contract.ts';

export type Sending = {
  /**
   * Resolves when the upload is complete. Rejects with a `WorkerError` (codes as in `SendContract`) or with the reason of
   * `signal`.
   */
  done: Promise<void>;
  retryNow(): void;
  /** Sends nothing until `resume`; the server keeps its bytes. */
  stop(): void;
  resume(): void;
};

export type SendBlobOptions = SendInput & {
  /** Returns headers for a request. `refused`: headers that the server has just refused, to be renewed. */
  headers(refused?: Record<string, string>): Promise<Record<string, string>>;
  signal: AbortSignal;
  onState(state: SendState): void;
  /** Receives the upload's URL, to be stored for the next try. Null means that the stored URL is to be forgotten. */
  onUrl(url: string | null): void;
};

export function sendBlob(file: Blob, options: SendBlobOptions): Sending {
  const { metadata, url, timings, headers, signal, onState, onUrl } = options;
  const worker = new Worker(new URL('./send.worker.ts', import.meta.url), { type: 'module' });
  const connection = connect<SendContract>(worker);
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();

  const give = async (ask: number, refused: Record<string, string> | undefined) => {
    await connection.call('giveHeaders', { ask, headers: await headers(refused) });
  };
  const onEvent = (event: SendEvent) => {
    if (event.type === 'state') onState(event.state);
    else if (event.type === 'url') onUrl(event.url);
    // Without headers nothing can be sent.
    else void give(event.ask, event.refused).catch(reject);
  };
  const request = (what: 'retryNow' | 'stop' | 'resume') => () => {
    // The worker may have ended already.
    connection.call(what, undefined).catch(() => {});
  };

  connection
    .call('send', { file, metadata, url, timings }, { signal, onEvent })
    .then(() => resolve(), reject);
  const end = () => connection[Symbol.dispose]();
  done.then(end, end);
  return { done, retryNow: request('retryNow'), stop: request('stop'), resume: request('resume') };
}
