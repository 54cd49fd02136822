import type { ConnectionState } from './connection.rules.ts';

/** State of an upload. It is reported on every change; for bytes alone at most every `progressEveryMs`. */
export type SendState = {
  connection: ConnectionState;
  /** Numbers of bytes sent, acknowledged by the server, and in total. The total is null during a recording. */
  bytesSent: number;
  bytesStored: number;
  bytesTotal: number | null;
  /** Number of parts that the server has acknowledged, and their number together with the parts begun or expected. */
  partsStored: number;
  partsTotal: number;
  partBytes: number;
  /** Time at which bytes were last sent, ms since the epoch. */
  movedAtMs: number;
  isDone: boolean;
};

export const startSend = (nowMs: number, bytesTotal: number | null, partBytes: number): SendState => ({
  connection: { status: 'ok' },
  bytesSent: 0,
  bytesStored: 0,
  bytesTotal,
  partsStored: 0,
  partsTotal: bytesTotal === null ? 0 : Math.ceil(bytesTotal / partBytes),
  partBytes,
  movedAtMs: nowMs,
  isDone: false,
});

export type SendProgress = {
  readonly state: SendState;
  connected(connection: ConnectionState): void;
  /** A part is sent, starting at byte `from`. */
  began(from: number, partBytes: number): void;
  /** `bytes` of the part have been sent so far. */
  moved(bytes: number): void;
  /** The request ended without new bytes on the server. */
  ended(): void;
  /** The server has `bytes` bytes. `nextPartBytes` is the size of the next part. */
  stored(bytes: number, nextPartBytes: number): void;
  /** The source has grown. `bytesTotal` is null until its length is known. */
  grown(bytesTotal: number | null): void;
  done(): void;
};

/** Collects the state of an upload; reports bytes at most every `everyMs`, other changes at once. */
export function createSendProgress(options: {
  start: SendState;
  everyMs: number;
  now(): number;
  onState(state: SendState): void;
}): SendProgress {
  const { everyMs, now, onState } = options;
  let state = options.start;
  let reportedAtMs = -Infinity;
  let isUnderWay = false;

  const set = (change: Partial<SendState>) => {
    state = { ...state, ...change };
  };
  const report = (change: Partial<SendState>) => {
    set(change);
    reportedAtMs = now();
    onState(state);
  };
  /** With a known length, counts the parts of the rest; otherwise only the current one. */
  const partsTotal = (bytesStored: number, partsStored: number, partBytes: number): number =>
    partsStored +
    (state.bytesTotal === null
      ? Number(isUnderWay)
      : Math.ceil(Math.max(0, state.bytesTotal - bytesStored) / partBytes));

  return {
    get state() {
      return state;
    },
    connected: (connection) => report({ connection }),
    began(from, partBytes) {
      isUnderWay = true;
      const total = partsTotal(from, state.partsStored, partBytes);
      report({ bytesSent: from, partBytes, partsTotal: total, movedAtMs: now() });
    },
    moved(bytes) {
      const bytesSent = state.bytesStored + Math.min(bytes, state.partBytes);
      if (bytesSent <= state.bytesSent) return;
      set({ bytesSent, movedAtMs: now() });
      const sinceMs = now() - reportedAtMs;
      // Reports also if the clock was set back.
      if (sinceMs < 0 || sinceMs >= everyMs) report({});
    },
    ended() {
      if (!isUnderWay) return;
      isUnderWay = false;
      const { bytesStored, partsStored, partBytes } = state;
      report({ bytesSent: bytesStored, partsTotal: partsTotal(bytesStored, partsStored, partBytes) });
    },
    stored(bytes, nextPartBytes) {
      isUnderWay = false;
      const isMore = bytes > state.bytesStored;
      const partsStored = bytes === 0 ? 0 : state.partsStored + Number(isMore);
      report({
        bytesStored: bytes,
        bytesSent: bytes,
        partsStored,
        partsTotal: partsTotal(bytes, partsStored, nextPartBytes),
        partBytes: nextPartBytes,
        ...(isMore ? { movedAtMs: now() } : {}),
      });
    },
    grown(bytesTotal) {
      if (bytesTotal === state.bytesTotal) return;
      set({ bytesTotal });
      report({ partsTotal: partsTotal(state.bytesStored, state.partsStored, state.partBytes) });
    },
    done: () => report({ isDone: true }),
  };
}
