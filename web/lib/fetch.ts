import type { TokenResponse } from '#api/contract/auth.ts';
import { ApiError, responseToError } from './api-error.ts';
import {
  isPermissionDenied,
  isQuickPath,
  isRetriable,
  isSlowPath,
  isTokenExpired,
  maxRetries,
  refreshOutcome,
  retryDelayMs,
} from './http.rules.ts';
import { sleep, type Timings } from './time.ts';
import type { TokenStore } from './tokens.ts';

export type SignOutReason = 'ended' | 'failed' | 'permission';

export type FetchDeps = {
  fetch: typeof fetch;
  tokens: TokenStore;
  timings: Timings;
  now(): number;
  /** Host name of the page, sent as X-Client-Host. */
  host: string;
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  onSignedOut(reason: SignOutReason): void;
  onNetworkFailure(): void;
};

type ApiFetch = {
  /** Like `fetch`, but a status other than 2xx and 304 throws an `ApiError`. */
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  /**
   * Headers for requests sent elsewhere (resumable uploads); renews an expired token first. `refused`: headers that the server
   * has just answered with 401 although the token had not expired.
   */
  headers(refused?: Record<string, string>): Promise<Record<string, string>>;
  /** Renews the tokens unless another caller or tab has done so since `usedAccess`; false if that failed. */
  renew(usedAccess: string): Promise<boolean>;
};

export function createApiFetch(deps: FetchDeps): ApiFetch {
  const { tokens, timings } = deps;
  let renewing: Promise<boolean> | null = null;

  /** Throws `ApiError` with status 0 if there is no answer. */
  async function send(request: Request, quick: boolean): Promise<Response> {
    const usualMs = quick ? timings.healthTimeoutMs : timings.requestTimeoutMs;
    const isSlow = isSlowPath(new URL(request.url).pathname);
    const timeout = AbortSignal.timeout(isSlow ? timings.slowTimeoutMs : usualMs);
    try {
      return await deps.fetch(request, { signal: AbortSignal.any([request.signal, timeout]) });
    } catch (cause) {
      if (request.signal.aborted) throw cause;
      throw new ApiError(timeout.aborted ? 'network.timeout' : 'network.failed', 0, null, cause);
    }
  }

  async function renewNow(usedAccess: string): Promise<boolean> {
    const current = tokens.read();
    // Another tab has renewed the tokens already.
    if (current && current.access !== usedAccess) return true;
    if (!current?.refresh) return signOut('ended');
    const request = new Request(new URL('/api/auth/refresh', self.location.origin), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client-host': deps.host,
        'idempotency-key': tokens.attempt(),
      },
      body: JSON.stringify({ refresh_token: current.refresh }),
    });
    const response = await send(request, false).catch((error: unknown) => {
      if (error instanceof ApiError) return null;
      throw error;
    });
    const outcome = refreshOutcome(response?.status ?? 0);
    if (outcome === 'renewed' && response) {
      const renewed = await answerOf(response);
      if (!renewed) return false;
      tokens.write({ refresh_token: current.refresh, ...renewed }, deps.now());
      return true;
    }
    return outcome === 'unreachable' ? false : signOut(outcome === 'failed' ? 'failed' : 'ended');
  }

  function signOut(reason: SignOutReason): false {
    tokens.clear();
    deps.onSignedOut(reason);
    return false;
  }

  function renew(usedAccess: string): Promise<boolean> {
    renewing ??= deps
      .exclusively(() => renewNow(usedAccess))
      .finally(() => {
        renewing = null;
      });
    return renewing;
  }

  /** The access token, renewed first if expired. If the renewal fails, the expired one is used. */
  async function currentAccess(): Promise<string | null> {
    const current = tokens.read();
    if (!current) return null;
    if (isTokenExpired(current.expiresAtMs, deps.now(), timings.tokenExpiryMarginMs)) {
      await renew(current.access);
    }
    return tokens.read()?.access ?? null;
  }

  function withHeaders(request: Request, access: string | null): Request {
    const headers = new Headers(request.headers);
    headers.set('x-client-host', deps.host);
    if (access) headers.set('authorization', `Bearer ${access}`);
    return new Request(request, { headers });
  }

  async function authorized(request: Request, quick: boolean, isPublic: boolean): Promise<Response> {
    const access = isPublic ? null : await currentAccess();
    const response = await send(withHeaders(request.clone(), access), quick);
    if (response.status !== 401 || !access) return response;
    if (!(await renew(access))) {
      // The tokens are still there: the provider could not be reached.
      if (tokens.read()) throw new ApiError('network.failed', 0);
      return response;
    }
    return send(withHeaders(request.clone(), tokens.read()?.access ?? null), quick);
  }

  return {
    renew,
    async headers(refused) {
      const refusedAccess = /^Bearer (.+)$/.exec(refused?.['authorization'] ?? '')?.[1];
      if (refusedAccess) await renew(refusedAccess);
      const access = await currentAccess();
      const headers: Record<string, string> = { 'x-client-host': deps.host };
      if (access) headers['authorization'] = `Bearer ${access}`;
      return headers;
    },
    async fetch(input, init) {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const quick = isQuickPath(pathname);
      for (let attempt = 1; ; attempt++) {
        const outcome = await authorized(request, quick, isPublicPath(pathname)).catch((error: unknown) => {
          if (error instanceof ApiError) return error;
          throw error;
        });
        if (outcome.status === 304 || (outcome.status >= 200 && outcome.status < 300)) {
          return outcome as Response;
        }
        const isTimeout = outcome instanceof ApiError && outcome.code === 'network.timeout';
        if (attempt <= maxRetries && isRetriable(request.method, outcome.status, isTimeout) && !quick) {
          await sleep(retryDelayMs(attempt, timings.retryBaseMs), request.signal);
          continue;
        }
        const error = outcome instanceof ApiError ? outcome : await responseToError(outcome);
        if (error.status === 0) deps.onNetworkFailure();
        if (isPermissionDenied(error.status, error.code)) signOut('permission');
        throw error;
      }
    },
  };
}

async function answerOf(response: Response): Promise<TokenResponse | null> {
  const body = (await response.json().catch(() => null)) as Partial<TokenResponse> | null;
  return body?.access_token ? (body as TokenResponse) : null;
}

/** Calls that need no token; their 401 does not mean an expired one. */
const isPublicPath = (pathname: string): boolean =>
  /^\/api\/auth\/(config|token|refresh|logout|interaction\/)/.test(pathname) || pathname === '/api/v1/health';
