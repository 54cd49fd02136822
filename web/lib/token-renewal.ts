import type { TokenResponse } from '#api/contract/auth.ts';
import { ApiError, responseToError } from './api-error.ts';
import { refreshOutcome } from './http.rules.ts';
import type { TokenStore } from './tokens.ts';

type TokenRenewalDeps = {
  tokens: TokenStore;
  /** Host name of the page, sent as X-Client-Host. */
  host: string;
  now(): number;
  /** Sends a request. Throws `ApiError` if there is no answer. */
  send(request: Request): Promise<Response>;
  /** Runs `work` while no other tab runs it. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Called if the tokens cannot be renewed any more. */
  signOut(reason: 'ended' | 'failed'): void;
  /** Called after each renewal that was answered: whether the identity provider is away, so that the server could not renew. */
  onProvider(isAway: boolean): void;
};

/**
 * Renews the tokens, unless another caller or tab has renewed them since `usedAccess`. Resolves with false if the
 * renewal failed.
 */
export type RenewTokens = (usedAccess: string) => Promise<boolean>;

/** Creates the function that renews the tokens. Calls at the same time share one renewal. */
export function createTokenRenewal(deps: TokenRenewalDeps): RenewTokens {
  let renewing: Promise<boolean> | null = null;
  return (usedAccess) => {
    renewing ??= deps
      .exclusively(() => renewNow(usedAccess, deps))
      .finally(() => {
        renewing = null;
      });
    return renewing;
  };
}

async function renewNow(
  usedAccess: string,
  { tokens, host, now, send, signOut, onProvider }: TokenRenewalDeps,
): Promise<boolean> {
  const current = tokens.read();
  // Another tab has renewed the tokens already.
  if (current && current.access !== usedAccess) return true;
  if (!current?.refresh) {
    signOut('ended');
    return false;
  }
  const request = new Request(new URL('/api/auth/refresh', self.location.origin), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-client-host': host,
      'idempotency-key': tokens.attempt(),
    },
    body: JSON.stringify({ refresh_token: current.refresh }),
  });
  const response = await send(request).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  const outcome = refreshOutcome(response?.status ?? 0);
  if (outcome === 'renewed' && response) {
    const renewed = await tokensOf(response);
    if (!renewed) return false;
    tokens.write({ refresh_token: current.refresh, ...renewed }, now());
    onProvider(false);
    return true;
  }
  if (response && (await responseToError(response)).code === 'auth.provider_unreachable') onProvider(true);
  if (outcome !== 'unreachable') signOut(outcome === 'failed' ? 'failed' : 'ended');
  return false;
}

/** Returns the tokens of an answer. Null if it has none, like the answer of a proxy. */
async function tokensOf(response: Response): Promise<TokenResponse | null> {
  const body = (await response.json().catch(() => null)) as Partial<TokenResponse> | null;
  return body?.access_token ? (body as TokenResponse) : null;
}
