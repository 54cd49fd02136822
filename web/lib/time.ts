import { limits } from '#api/contract/limits.ts';

/** All waiting times of the page, ms. Tests shorten them through `setTimings`. */
const specified = {
  requestTimeoutMs: limits.requestTimeoutMs as number,
  healthTimeoutMs: limits.healthTimeoutMs as number,
  /** Longer than the server's own limit, so that the server answers first. */
  slowTimeoutMs: limits.enhanceNotesTimeoutMs + 10_000,
  profileCacheMs: limits.profileCacheMs as number,
  domainConfigCacheMs: limits.domainConfigCacheMs as number,
  sessionPollMs: limits.sessionPollMs as number,
  networkCheckMs: limits.networkCheckMs as number,
  routerReadyMs: limits.routerReadyMs as number,
  uploadRetryDelaysMs: limits.uploadRetryDelaysMs as readonly number[],
  uploadProgressThrottleMs: limits.uploadProgressThrottleMs as number,
  sendPartEveryMs: 10_000,
  /** A request of an upload that makes no progress for this time is aborted and repeated. */
  sendStalledAfterMs: 30_000,
  /** Pauses of the circuit breaker after the retry delays of §7; the first pause, the second, and so on. */
  circuitPausesMs: [30_000, 60_000, 120_000] as readonly number[],
  connectionSettledMs: 20_000,
  tokenExpiryMarginMs: limits.tokenExpiryMarginMs as number,
  /** Delay before the first retry of a read, doubled with each further one (§9). */
  retryBaseMs: 300,
  /** Interval between two searches of this device for recordings that another tab has left. */
  lookForKeptMs: 3_000,
  lookForUploadsMs: 15_000,
  /** Interval between two searches of this device for unsent notes and edits of closed tabs. */
  lookForLeftMs: 10_000,
  /** Longest time that a reload of a tab takes. A tab closed for longer counts as closed for good. */
  reloadWithinMs: 5_000,
  searchDebounceMs: 250,
  /** Notes are sent when nothing was typed for this time. */
  saveNotesMs: 1_000,
  /** Delay before an edit of a transcript is written to the device. Keys pressed within it make one write. */
  keepEditsMs: 250,
  /** Edits are sent when nothing was changed for `sendEditsMs`, and during continued editing after `sendEditsAtMostMs`. */
  sendEditsMs: 800,
  sendEditsAtMostMs: 5_000,
  /** A pause of this length in writing begins a new step of undo. */
  burstPauseMs: 1_000,
  /** Delay before an irreversible action is sent. Until then it can be undone. */
  undoMs: 5_000,
  /**
   * Server-sent events: delay before reconnecting, doubled each time up to `streamRetryAtMostMs`. A stream silent for
   * `streamSilentMs` counts as broken; the server sends a comment every 15 s.
   */
  streamRetryMs: 1_000,
  streamRetryAtMostMs: 30_000,
  streamSilentMs: 45_000,
  streamDrawMs: 100,
  /** After this time a request to a language model shows what it waits for. */
  slowAnswerMs: 2_500,
  /** After this time a screen shows that it loads. */
  pendingScreenMs: 400,
};

export type Timings = typeof specified;

export const timings: Timings = { ...specified };

/** Overrides some timings for tests; returns a function that restores them. */
export function setTimings(overrides: Partial<Timings>): () => void {
  const former = { ...timings };
  Object.assign(timings, overrides);
  return () => {
    Object.assign(timings, former);
  };
}

/** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
