import { phoneTokenStart } from '#api/contract/phone-token.ts';
import { ApiError, responseToError } from './api-error.ts';
import {
  expiryMarginMs,
  isPasswordPath,
  isPermissionDenied,
  isPhonePath,
  isProofRefused,
  isPublicPath,
  isQuickPath,
  isRetriable,
  isServerMissing,
  isSlowPath,
  isTokenExpired,
  maxRetries,
  retryDelayMs,
} from './http.rules.ts';
import type { PassRefusal } from './pass-refusal.ts';
import { sleep, type Timings } from './time.ts';
import { createTokenRenewal, type RenewTokens } from './token-renewal.ts';
import type { TokenStore } from './tokens.ts';

export type SignOutReason = 'ended' | 'failed' | 'permission';

export type FetchDeps = {
  fetch: typeof fetch;
  tokens: TokenStore;
  /**
   * The token of the pass of a phone that records without a sign-in; null if there is none. It is sent if nobody is signed in, and by
   * calls that have it in their headers already (`passHeader`).
   */
  passToken(): string | null;
  onPassRefused: PassRefusal;
  timings: Timings;
  now(): number;
  /** Host name of the page, sent as X-Client-Host. */
  host: string;
  /** Runs `work` while no other tab runs it. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  onSignedOut(reason: SignOutReason): void;
  /** Called with the path of a request to which the server gave no answer, or a proxy answered in its place. */
  onNetworkFailure(path: string): void;
  /** Called when the identity provider goes away, so that tokens cannot be renewed, and when it is back. */
  onProvider(isAway: boolean): void;
  /** Called if the server refused a call of a function that its host does not have. */
  onFunctionOff(): void;
};

type ApiFetch = {
  /** Works like `fetch`, but throws an `ApiError` for a status other than 2xx and 304. */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /**
   * Returns the headers for requests that other code sends, such as uploads. An expired token is renewed first.
   * `refused` are headers that the server has just answered with 401 although their token had not expired.
   * `passHeader` returns the header with the pass of the caller, or nothing. The pass goes in place of a sign-in, which is then left alone.
   */
  headers(
    refused?: Record<string, string>,
    passHeader?: () => Record<string, string>,
  ): Promise<Record<string, string>>;
  renew: RenewTokens;
};

export function createApiFetch(deps: FetchDeps): ApiFetch {
  const { tokens, passToken, onPassRefused, timings, host, now, exclusively } = deps;
  const send = (request: Request): Promise<Response> => sendInTime(request, deps);

  function signOut(reason: SignOutReason): void {
    tokens.clear();
    deps.onSignedOut(reason);
  }

  const { isAway, sinceMs, note: onProvider } = watchProvider(deps);
  const renew = createTokenRenewal({ tokens, host, now, send, exclusively, signOut, onProvider });
  const isOfPhone = ({ headers }: Request) => headers.has('authorization') || (!tokens.read() && passToken());

  /**
   * Returns the access token; null if the person is signed out. An expired token is renewed first. If the renewal
   * fails, the expired token is returned. While a provider is away that may take long, so a token that still holds goes
   * without it for a while.
   */
  async function currentAccess(): Promise<string | null> {
    const current = tokens.read();
    const isExpired = (marginMs: number) =>
      current !== null && isTokenExpired(current.expiresAtMs, now(), marginMs);
    const marginMs = expiryMarginMs(current?.lifeMs ?? null, timings.tokenExpiryMarginMs);
    if (!current || !isExpired(marginMs)) onProvider(false);
    else if (isExpired(0) || sinceMs() >= timings.renewalPauseMs) await renew(current.access);
    return tokens.read()?.access ?? null;
  }

  /**
   * Sends a request with the token. If the server refuses the token, the request is sent once more with a renewed
   * token.
   */
  async function sendAuthorized(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    // Only calls of a phone without a sign-in bring a token of their own.
    const own = bearerOf(request.headers.get('authorization'));
    const access = own !== null || isPublicPath(pathname) ? null : await currentAccess();
    const ofPass = own ?? (access === null && isPhonePath(pathname) ? passToken() : null);
    const response = await send(withHeaders(request.clone(), clientHeaders(host, access ?? ofPass)));
    if (ofPass !== null && response.status === 401) await onPassRefused(ofPass, { pathname, response });
    if (response.status !== 401 || !access) return response;
    if (isPasswordPath(pathname) && (await isPasswordWrong(response))) return response;
    if (!(await renew(access))) {
      // If the tokens are still there, the server or the provider could not be reached.
      if (tokens.read()) throw new ApiError(isAway() ? 'auth.provider_unreachable' : 'network.failed', 0);
      return response;
    }
    const renewed = tokens.read()?.access ?? null;
    return send(withHeaders(request.clone(), clientHeaders(host, renewed)));
  }

  return {
    renew,
    async headers(refused, passHeader) {
      const token = bearerOf(refused?.['authorization']);
      const ask = (url: URL) => send(new Request(url, { headers: refused! }));
      if (token) await (isPassToken(token) ? onPassRefused(token, { ask }) : renew(token));
      const own = bearerOf(passHeader?.()['authorization']);
      return clientHeaders(host, own ?? (await currentAccess()) ?? passToken());
    },
    async fetch(input, init) {
      const request = new Request(input, init);
      const mayRetry = !isQuickPath(new URL(request.url).pathname);
      for (let attempt = 1; ; attempt++) {
        const outcome = await sendAuthorized(request).catch(toApiError);
        if (isSuccess(outcome)) return outcome as Response;
        const isTimeout = outcome instanceof ApiError && outcome.code === 'network.timeout';
        if (attempt <= maxRetries && isRetriable(request.method, outcome.status, isTimeout) && mayRetry) {
          await sleep(retryDelayMs(attempt, timings.retryBaseMs), request.signal);
          continue;
        }
        const error = outcome instanceof ApiError ? outcome : await responseToError(outcome);
        if (isServerMissing(error.status, error.code)) deps.onNetworkFailure(new URL(request.url).pathname);
        if (error.code === 'domain.off') deps.onFunctionOff();
        if (isPermissionDenied(error.status, error.code) && !isOfPhone(request)) signOut('permission');
        throw error;
      }
    },
  };
}

const bearerOf = (header: string | null | undefined): string | null =>
  header?.slice('Bearer '.length) ?? null;

// Such a token cannot be renewed.
const isPassToken = (token: string): boolean => token.startsWith(phoneTokenStart);

const isSuccess = ({ status }: { status: number }): boolean =>
  status === 304 || (status >= 200 && status < 300);

/** Returns the error if it is an `ApiError`. @throws every other error, such as that of a cancelled call */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** Remembers whether the identity provider is away, and tells when that changes. */
function watchProvider({ now, onProvider }: Pick<FetchDeps, 'now' | 'onProvider'>) {
  let isAway = false;
  let atMs = -Infinity;
  return {
    isAway: () => isAway,
    /** Time since it was last found away, ms. */
    sinceMs: () => now() - atMs,
    note(found: boolean): void {
      if (found) atMs = now();
      if (found === isAway) return;
      isAway = found;
      onProvider(found);
    },
  };
}

/** Sends a request with the time-out of its path. Throws `ApiError` with status 0 if there is no answer. */
async function sendInTime(
  request: Request,
  { fetch, timings }: Pick<FetchDeps, 'fetch' | 'timings'>,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const usualMs = isQuickPath(pathname) ? timings.healthTimeoutMs : timings.requestTimeoutMs;
  const timeout = AbortSignal.timeout(isSlowPath(pathname) ? timings.slowTimeoutMs : usualMs);
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, timeout]) });
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new ApiError(timeout.aborted ? 'network.timeout' : 'network.failed', 0, null, cause);
  }
}

const isPasswordWrong = async (response: Response): Promise<boolean> =>
  isProofRefused((await responseToError(response.clone())).code);

/** Returns the headers that every request to the server carries. If `access` is null, they contain no token. */
const clientHeaders = (host: string, access: string | null): Record<string, string> => ({
  'x-client-host': host,
  ...(access ? { authorization: `Bearer ${access}` } : {}),
});

function withHeaders(request: Request, added: Record<string, string>): Request {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return new Request(request, { headers });
}
