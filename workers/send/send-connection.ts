import { browserOnline, createConnectionKeeper, type OnlineSignal } from './connection-keeper.ts';
import { maySend } from './connection.contract.ts';
import type { ConnectionState, ConnectionTimings } from './connection.contract.ts';

/** The connection of an upload, judged by the answers to its requests. */
export type SendConnection = Disposable & {
  readonly maySend: boolean;
  /** Resolves when a request may begin; rejects with the reason of `signal`. */
  ready(signal: AbortSignal): Promise<void>;
  /** A request failed. `isBreak` is true if it got no answer in time. */
  failed(failure?: { retryAfterMs: number; isBreak: boolean }): void;
  /** The server has another offset, or still writes an earlier part. */
  conflicted(): void;
  /** Bytes of a part arrived. */
  partArrived(): void;
  partFailed(): void;
  /**
   * The server told its offset. `hasAdvanced` is true if it has more bytes than before; `isComplete` if it has them
   * all.
   */
  stored(answer: { hasAdvanced: boolean; isComplete: boolean }): void;
  /** Ends a wait, or restarts a stalled request. */
  retryNow(): void;
  stop(): void;
  resume(): void;
};

export function createSendConnection(options: {
  timings: ConnectionTimings;
  online?: OnlineSignal | undefined;
  now(): number;
  onState(state: ConnectionState): void;
  /** Aborts the current request or wait, so that the connection is checked again. */
  interrupt(): void;
}): SendConnection {
  const { timings, online = browserOnline, now, onState, interrupt } = options;
  /** True after a failed part until bytes arrive: an answer to a `HEAD` does not prove that parts get through. */
  let isDoubtful = false;
  /** Number of conflicts since the server last got new bytes. */
  let conflicts = 0;

  const keeper = createConnectionKeeper({
    timings,
    now,
    onChange(state) {
      onState(state);
      if (!maySend(state)) interrupt();
    },
  });
  const stopListening = online.listen(() => {
    if (online.isOnline()) keeper.dispatch({ type: 'online' });
    // Only a request can tell whether the server is reachable: it may be on this device.
    else if (maySend(keeper.state)) interrupt();
  });

  return {
    get maySend() {
      return maySend(keeper.state);
    },
    ready: keeper.ready,
    failed({ retryAfterMs, isBreak } = { retryAfterMs: 0, isBreak: false }) {
      if (isBreak && !online.isOnline()) keeper.dispatch({ type: 'offline' });
      else keeper.dispatch(retryAfterMs > 0 ? { type: 'failed', retryAfterMs } : { type: 'failed' });
    },
    conflicted() {
      conflicts += 1;
      // A first conflict is no failure: the server was still writing an earlier part.
      if (conflicts > 1) keeper.dispatch({ type: 'failed' });
    },
    partArrived() {
      isDoubtful = false;
    },
    partFailed() {
      isDoubtful = true;
    },
    stored({ hasAdvanced, isComplete }) {
      if (hasAdvanced) {
        conflicts = 0;
        isDoubtful = false;
      }
      if (!isDoubtful || isComplete) keeper.dispatch({ type: 'succeeded' });
    },
    retryNow() {
      if (maySend(keeper.state)) interrupt();
      else keeper.dispatch({ type: 'retryNow' });
    },
    stop: () => keeper.dispatch({ type: 'stop' }),
    resume: () => keeper.dispatch({ type: 'resume' }),
    [Symbol.dispose]() {
      stopListening();
      keeper[Symbol.dispose]();
    },
  };
}
