import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { TokenResponse } from '#api/contract/auth.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { verifyAccessToken } from './access-token.ts';
import type { IdentityProvider } from './identity.ts';

export type OidcOptions = {
  issuerFor(host: string): string;
  clientId: string;
  /** See `Expected.audience`. */
  audience: string | null;
  scope: string;
  /** From a published address to the one that the server reaches; for the embedded provider a private listener. */
  reach(url: string): string;
  clock: Clock;
};

const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  revocation_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
});
type Discovery = z.infer<typeof discoverySchema>;
type Known = Discovery & { keys: JWTVerifyGetKey; learnedAtMs: number };

const tokenSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
});

const timeoutMs = 10_000;
const discoveryLifeMs = 3_600_000;

const unreachable = (cause: unknown) => new AppError('auth.provider_unreachable', { cause });

/** An OpenID provider by its published description (OpenID Connect Discovery 1.0); the API is its public client. */
export function createOidcIdentity(options: OidcOptions): IdentityProvider {
  const { clientId, audience, scope, reach, clock } = options;
  const known = new Map<string, Known>();

  const request = async (url: string, form?: Record<string, string>): Promise<Response> => {
    try {
      return await fetch(reach(url), {
        method: form ? 'POST' : 'GET',
        headers: { accept: 'application/json' },
        ...(form ? { body: new URLSearchParams({ ...form, client_id: clientId }) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw unreachable(cause);
    }
  };

  const discover = async (host: string): Promise<Known> => {
    const issuer = options.issuerFor(host);
    const before = known.get(issuer);
    if (before && clock.now() - before.learnedAtMs < discoveryLifeMs) return before;
    const response = await request(`${issuer}/.well-known/openid-configuration`);
    const parsed = discoverySchema.safeParse(await response.json().catch(() => null));
    if (!response.ok || !parsed.success) throw unreachable(parsed.error ?? response.status);
    if (parsed.data.issuer !== issuer) throw unreachable(`The issuer calls itself ${parsed.data.issuer}.`);
    const keys = createRemoteJWKSet(new URL(reach(parsed.data.jwks_uri)), { timeoutDuration: timeoutMs });
    const now = { ...parsed.data, keys, learnedAtMs: clock.now() };
    known.set(issuer, now);
    return now;
  };

  const askForTokens = async (
    host: string,
    form: Record<string, string>,
    rejected: ErrorCode,
  ): Promise<TokenResponse> => {
    const { token_endpoint } = await discover(host);
    const response = await request(token_endpoint, form);
    const body: unknown = await response.json().catch(() => null);
    if (response.status >= 500) throw unreachable(body);
    const parsed = tokenSchema.safeParse(body);
    if (!response.ok || !parsed.success) throw new AppError(rejected, { cause: body });
    return parsed.data;
  };

  return {
    async configFor(host) {
      const { issuer, authorization_endpoint, end_session_endpoint } = await discover(host);
      return {
        issuer,
        authorization_endpoint,
        end_session_endpoint: end_session_endpoint ?? null,
        client_id: clientId,
        scope,
      };
    },

    exchange: ({ code, codeVerifier, redirectUri }, host) =>
      askForTokens(
        host,
        { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri },
        'auth.code_rejected',
      ),

    refresh: (refreshToken, host) =>
      askForTokens(
        host,
        { grant_type: 'refresh_token', refresh_token: refreshToken },
        'auth.refresh_rejected',
      ),

    async logout(refreshToken, host) {
      const { revocation_endpoint } = await discover(host);
      if (!revocation_endpoint) return;
      const form = { token: refreshToken, token_type_hint: 'refresh_token' };
      const response = await request(revocation_endpoint, form);
      await response.body?.cancel();
      if (response.status >= 500) throw unreachable(response.status);
    },

    async verify(accessToken, host) {
      const { issuer, keys } = await discover(host);
      return verifyAccessToken(accessToken, keys, { issuer, clientId, audience, host, clock });
    },
  };
}
