import { maySend, nextTickMs, reduceConnection, startConnection } from './connection.contract.ts';
import type { ConnectionEvent, ConnectionState, ConnectionTimings } from './connection.contract.ts';

export type OnlineSignal = {
  isOnline(): boolean;
  /** Returns a function that removes the listener. */
  listen(onChange: () => void): () => void;
};

/** The browser's signal. Without `navigator.onLine` the network counts as available. */
export const browserOnline: OnlineSignal = {
  isOnline: () => globalThis.navigator?.onLine !== false,
  listen(onChange) {
    const controller = new AbortController();
    const { signal } = controller;
    globalThis.addEventListener?.('online', onChange, { signal });
    globalThis.addEventListener?.('offline', onChange, { signal });
    return () => controller.abort();
  },
};

type ConnectionKeeper = Disposable & {
  readonly state: ConnectionState;
  dispatch(event: ConnectionEvent): void;
  /** Resolves when a request may begin; rejects with the reason of `signal`. */
  ready(signal: AbortSignal): Promise<void>;
};

/** Runs the connection's state machine with a timer. */
export function createConnectionKeeper(options: {
  timings: ConnectionTimings;
  now(): number;
  onChange(state: ConnectionState): void;
}): ConnectionKeeper {
  const { timings, now, onChange } = options;
  let state = startConnection;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting = new Set<() => void>();

  const arm = () => {
    clearTimeout(timer);
    const dueMs = nextTickMs(state, timings);
    if (dueMs !== null) timer = setTimeout(() => dispatch({ type: 'tick' }), Math.max(1, dueMs - now()));
  };

  function dispatch(event: ConnectionEvent): void {
    const before = state;
    state = reduceConnection(state, event, { nowMs: now(), timings });
    arm();
    if (state === before) return;
    onChange(state);
    if (!maySend(state)) return;
    const woken = waiting;
    waiting = new Set();
    for (const wake of woken) wake();
  }

  return {
    get state() {
      return state;
    },
    dispatch,
    ready: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (maySend(state)) return resolve();
        const wake = () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        };
        const onAbort = () => {
          waiting.delete(wake);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(wake);
      }),
    [Symbol.dispose]() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
