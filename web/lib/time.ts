import { limits } from '#api/contract/limits.ts';

/** Every waiting time of the page in one object, ms. Tests shorten them through `setTimings`. */
const specified = {
  requestTimeoutMs: limits.requestTimeoutMs as number,
  healthTimeoutMs: limits.healthTimeoutMs as number,
  /** A little longer than the server's own limit, so that its answer comes first. */
  slowTimeoutMs: limits.enhanceNotesTimeoutMs + 10_000,
  profileCacheMs: limits.profileCacheMs as number,
  domainConfigCacheMs: limits.domainConfigCacheMs as number,
  sessionPollMs: limits.sessionPollMs as number,
  networkCheckMs: limits.networkCheckMs as number,
  routerReadyMs: limits.routerReadyMs as number,
  uploadRetryDelaysMs: limits.uploadRetryDelaysMs as readonly number[],
  uploadProgressThrottleMs: limits.uploadProgressThrottleMs as number,
  /** While a recording goes on, what has gathered is sent this often. */
  sendPartEveryMs: 10_000,
  /** A request of an upload without any progress for so long is taken up anew. */
  sendStalledAfterMs: 30_000,
  /** After the retry delays of §7 nothing is sent for so long, the first, the second … time. */
  circuitPausesMs: [30_000, 60_000, 120_000] as readonly number[],
  /** So long without a failure and a connection counts as well again. */
  connectionSettledMs: 20_000,
  tokenExpiryMarginMs: limits.tokenExpiryMarginMs as number,
  /** First delay of the library default; doubled with each attempt (§9). */
  retryBaseMs: 300,
  /** How often it is looked whether another tab has left a recording on this device. */
  lookForKeptMs: 3_000,
  /** Interval of the look for recordings that only the server has. */
  lookForUploadsMs: 15_000,
  /** Interval of the look for notes and edits that closed tabs have left on this device. */
  lookForLeftMs: 10_000,
  /** A tab that was closed this long ago is not being reloaded. */
  reloadWithinMs: 5_000,
  searchDebounceMs: 250,
  /** Notes are saved when nothing was typed for so long. */
  saveNotesMs: 1_000,
  /** What is written in a transcript is on the device after so long; keys that follow each other within it are one writing. */
  keepEditsMs: 250,
  /** It is sent when nothing was changed for so long, and while somebody goes on at the latest after so long. */
  sendEditsMs: 800,
  sendEditsAtMostMs: 5_000,
  /** A pause of this length in writing begins a new step of undo. */
  burstPauseMs: 1_000,
  /** What cannot be taken back later is sent so long after it was asked for, and can be undone until then. */
  undoMs: 5_000,
  /** Server-sent events: taken up anew so long after a connection broke, doubled each time up to the second; without any byte
   * for the third a connection counts as broken (the server sends a sign of life every 15 s). */
  streamRetryMs: 1_000,
  streamRetryAtMostMs: 30_000,
  streamSilentMs: 45_000,
  /** Text that comes word by word is drawn this often. */
  streamDrawMs: 100,
  /** An answer that takes longer is one of a language model: what is awaited is told. */
  slowAnswerMs: 2_500,
  /** A screen that takes longer shows that it loads. */
  pendingScreenMs: 400,
};

export type Timings = typeof specified;

export const timings: Timings = { ...specified };

/** Changes some, returns a function that puts the former ones back. */
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
