import { limits } from '#api/contract/limits.ts';

/** All times for which the page waits, ms. Tests shorten them through `setTimings`. */
const specified = {
  requestTimeoutMs: limits.requestTimeoutMs as number,
  healthTimeoutMs: limits.healthTimeoutMs as number,
  /** This is longer than the server's own limit, so that the server answers first. */
  slowTimeoutMs: limits.enhanceNotesTimeoutMs + 10_000,
  profileCacheMs: limits.profileCacheMs as number,
  /** Longest time that the page waits for the profile if it has one of an earlier page. */
  profilePatienceMs: 1_500,
  domainConfigCacheMs: limits.domainConfigCacheMs as number,
  /** Longest time for which a screen waits for the first answer about its host. After that the defaults hold. */
  domainConfigPatienceMs: 500,
  /** Time for which the thanks of a survey stay (§9). */
  surveyThanksMs: 3_000,
  sessionPollMs: limits.sessionPollMs as number,
  networkCheckMs: limits.networkCheckMs as number,
  routerReadyMs: limits.routerReadyMs as number,
  uploadRetryDelaysMs: limits.uploadRetryDelaysMs as readonly number[],
  uploadProgressThrottleMs: limits.uploadProgressThrottleMs as number,
  sendPartEveryMs: 10_000,
  /** Time without progress after which a request of an upload is aborted and repeated. */
  sendStalledAfterMs: 30_000,
  /** Pauses of the circuit breaker, in their order. They follow the retry delays of §7. */
  circuitPausesMs: [30_000, 60_000, 120_000] as readonly number[],
  connectionSettledMs: 20_000,
  tokenExpiryMarginMs: limits.tokenExpiryMarginMs as number,
  /** Pause after a renewal that the identity provider did not answer, ms, while the token is still valid. */
  renewalPauseMs: 10_000,
  /** Longest time that a browser takes to show one tab what another one has put into local storage, ms. */
  otherTabStoresMs: 500,
  /** Delay before the first retry of a read. It doubles with each further retry (§9). */
  retryBaseMs: 300,
  /** Interval between two searches of this device for recordings that another tab has left. */
  lookForKeptMs: 3_000,
  lookForUploadsMs: 15_000,
  /** Interval between two searches of this device for unsent notes and edits of closed tabs. */
  lookForLeftMs: 10_000,
  /** Longest time that a reload of a tab takes. If a tab has been closed for longer, it does not come back. */
  reloadWithinMs: 5_000,
  searchDebounceMs: 250,
  /** Time without typing after which notes are sent. */
  saveNotesMs: 1_000,
  /** Delay before an edit of a transcript is written to the device. All keys pressed during it lead to one write. */
  keepEditsMs: 250,
  /** Edits are sent when nothing was changed for `sendEditsMs`, and during continued editing after `sendEditsAtMostMs`. */
  sendEditsMs: 800,
  sendEditsAtMostMs: 5_000,
  /** Length of a pause in writing after which a new step of undo begins. */
  burstPauseMs: 1_000,
  /** Delay before an irreversible action is sent. Until then it can be undone. */
  undoMs: 5_000,
  /**
   * Times of server-sent events. `streamRetryMs` is the delay before connecting again; it doubles each time up to
   * `streamRetryAtMostMs`. A stream that is silent for `streamSilentMs` counts as broken, because the server sends a
   * comment every 15 s.
   */
  streamRetryMs: 1_000,
  streamRetryAtMostMs: 30_000,
  streamSilentMs: 45_000,
  streamDrawMs: 100,
  /**
   * Times of the link of a pairing. A stream without a byte after `pairingFirstByteMs` is held back by the network; the events
   * are then asked for every `pairingPollMs`. The stream is tried again after `pairingStreamAgainMs`, which doubles up to
   * `pairingStreamAgainAtMostMs`.
   */
  pairingFirstByteMs: 3_000,
  pairingPollMs: 1_000,
  pairingStreamAgainMs: 15_000,
  pairingStreamAgainAtMostMs: 10 * 60_000,
  /** Time after which the page says what a request to a language model waits for. */
  slowAnswerMs: 2_500,
  /** Time after which a screen shows that it is loading. */
  pendingScreenMs: 400,
  /** Time for which a screen settles before its tour begins, and between two looks whether a dialog is open. */
  tourDelayMs: 700,
};

export type Timings = typeof specified;

export const timings: Timings = { ...specified };

/** Overrides some timings for tests. Returns a function that restores them. */
export function setTimings(overrides: Partial<Timings>): () => void {
  const former = { ...timings };
  Object.assign(timings, overrides);
  return () => {
    Object.assign(timings, former);
  };
}

/** Resolves after `ms`. Rejects with the signal's reason if the signal is aborted before that. */
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
