import type { ConnectionState } from './connection.rules.ts';

/** Where a sending stands. Told when it changes, at most every `progressEveryMs` for bytes alone. */
export type SendState = {
  connection: ConnectionState;
  /** Bytes on their way or there, bytes that the server has acknowledged, and of how many; null while recording goes on. */
  bytesSent: number;
  bytesStored: number;
  bytesTotal: number | null;
  /** Requests that carried bytes and were acknowledged; those begun or known to come. */
  partsStored: number;
  partsTotal: number;
  /** Bytes of the part under way. */
  partBytes: number;
  /** Last time that more bytes had gone, ms since the epoch. */
  movedAtMs: number;
  /** All of the source is on the server. */
  isDone: boolean;
};

/** Where a sending stands before its first request. */
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

type SendProgress = {
  readonly state: SendState;
  connected(connection: ConnectionState): void;
  /** A part goes out, from `from` on. */
  began(from: number, partBytes: number): void;
  /** So many bytes of it have gone. */
  moved(bytes: number): void;
  /** No part is under way any more; what the server has is unchanged. */
  ended(): void;
  /** The server has so many bytes; `nextPartBytes` is what a part will hold. */
  stored(bytes: number, nextPartBytes: number): void;
  /** As far as the source is known. */
  grown(bytesTotal: number | null): void;
  done(): void;
};

/** Keeps what is told about a sending; bytes alone at most every `everyMs`, all else at once. */
export function createSendProgress(options: {
  start: SendState;
  everyMs: number;
  now(): number;
  onState(state: SendState): void;
}): SendProgress {
  const { everyMs, now, onState } = options;
  let state = options.start;
  let toldAtMs = -Infinity;
  let isUnderWay = false;

  const set = (change: Partial<SendState>) => {
    state = { ...state, ...change };
  };
  const tell = (change: Partial<SendState>) => {
    set(change);
    toldAtMs = now();
    onState(state);
  };
  /** With the length known, as many as the rest needs; else the one that is under way. */
  const partsTotal = (bytesStored: number, partsStored: number, partBytes: number): number =>
    partsStored +
    (state.bytesTotal === null
      ? Number(isUnderWay)
      : Math.ceil(Math.max(0, state.bytesTotal - bytesStored) / partBytes));

  return {
    get state() {
      return state;
    },
    connected: (connection) => tell({ connection }),
    began(from, partBytes) {
      isUnderWay = true;
      const total = partsTotal(from, state.partsStored, partBytes);
      tell({ bytesSent: from, partBytes, partsTotal: total, movedAtMs: now() });
    },
    moved(bytes) {
      const bytesSent = state.bytesStored + Math.min(bytes, state.partBytes);
      if (bytesSent <= state.bytesSent) return;
      set({ bytesSent, movedAtMs: now() });
      const sinceMs = now() - toldAtMs;
      // a clock that was set back must not silence it
      if (sinceMs < 0 || sinceMs >= everyMs) tell({});
    },
    ended() {
      if (!isUnderWay) return;
      isUnderWay = false;
      const { bytesStored, partsStored, partBytes } = state;
      tell({ bytesSent: bytesStored, partsTotal: partsTotal(bytesStored, partsStored, partBytes) });
    },
    stored(bytes, nextPartBytes) {
      isUnderWay = false;
      const isMore = bytes > state.bytesStored;
      const partsStored = bytes === 0 ? 0 : state.partsStored + Number(isMore);
      tell({
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
      tell({ partsTotal: partsTotal(state.bytesStored, state.partsStored, state.partBytes) });
    },
    done: () => tell({ isDone: true }),
  };
}
