import { connect } from '#workers/rpc.ts';
import type { SendContract, SendEvent, SendInput, SendState } from './send.contract.ts';

export type Sending = {
  /** Resolves when all is there. Rejects with a `WorkerError` (codes as in `SendContract`) or with the reason of `signal`. */
  done: Promise<void>;
  /** Ends a wait, or takes a request that does not move up anew. */
  retryNow(): void;
  /** Nothing is sent until `resume`; what the server has stays there. */
  stop(): void;
  resume(): void;
};

export type SendBlobOptions = SendInput & {
  /** Headers of a request; `refused`: those that the server has just refused, to be renewed. */
  headers(refused?: Record<string, string>): Promise<Record<string, string>>;
  signal: AbortSignal;
  onState(state: SendState): void;
  /** Where the bytes go, to be kept for the next try; null: what was kept is of no use. */
  onUrl(url: string | null): void;
};

/** Sends a file from a worker of its own, which ends with it. */
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
    // without headers nothing can be sent any more
    else void give(event.ask, event.refused).catch(reject);
  };
  const tell = (what: 'retryNow' | 'stop' | 'resume') => () => {
    // an ended worker needs no telling
    connection.call(what, undefined).catch(() => {});
  };

  connection
    .call('send', { file, metadata, url, timings }, { signal, onEvent })
    .then(() => resolve(), reject);
  const end = () => connection[Symbol.dispose]();
  done.then(end, end);
  return { done, retryNow: tell('retryNow'), stop: tell('stop'), resume: tell('resume') };
}
