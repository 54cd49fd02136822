import { hc } from 'hono/client';
import type { Api } from '#api/app.ts';
import { localStore } from './browser-storage.ts';
import { fetchOrTake } from './early-calls.ts';
import { createApiFetch, type SignOutReason } from './fetch.ts';
import { passHead } from './pass-token.ts';
import { tabLocks } from './tab-locks.ts';
import { timings } from './time.ts';
import { createTokenLock } from './token-lock.ts';
import { createTokenStore } from './tokens.ts';

export { ApiError, isAbort, isApiError } from './api-error.ts';

type HttpEvents = {
  onSignedOut(reason: SignOutReason): void;
  onNetworkFailure(path: string): void;
  onProvider(isAway: boolean): void;
  onFunctionOff(): void;
};

const listeners: HttpEvents = {
  onSignedOut: () => {},
  onNetworkFailure: () => {},
  onProvider: () => {},
  onFunctionOff: () => {},
};

/**
 * Sets the handlers that are called when a call has ended the sign-in, got no answer of the server, could not renew the tokens because the
 * provider is away, or was refused because its function is off. The page calls this once at its start.
 */
export function listenToHttp(events: HttpEvents): void {
  Object.assign(listeners, events);
}

export const tokens = createTokenStore(localStore);

const http = createApiFetch({
  fetch: fetchOrTake,
  tokens,
  passToken: () => passHead()?.token ?? null,
  // Most pages never need the rest of the pass, so it is loaded here. If it cannot be loaded, the next refusal tries again.
  onPassRefused: (...refusal) =>
    import('./pass-refusal.ts').then((code) => code.onPassRefused(...refusal)).catch(() => {}),
  timings,
  now: () => Date.now(),
  host: location.hostname,
  exclusively: createTokenLock({
    locks: tabLocks,
    page: self,
    patienceMs: () => timings.otherTabStoresMs,
  }),
  onSignedOut: (reason) => listeners.onSignedOut(reason),
  onNetworkFailure: (path) => listeners.onNetworkFailure(path),
  onProvider: (isAway) => listeners.onProvider(isAway),
  onFunctionOff: () => listeners.onFunctionOff(),
});

/**
 * Works like `fetch`, with the headers of the API, token renewal, time-out and retries. Throws `ApiError` if the status
 * is neither 2xx nor 304.
 */
export const apiFetch = http.fetch;

/** Returns the headers for requests that do not go through `apiFetch`, with a fresh token. */
export const apiHeaders = http.headers;

/** The typed client of the API: `await (await api.v1.health.$get()).json()`. */
export const api = hc<Api>(location.origin, { fetch: http.fetch }).api;
