import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { TokenResponse } from '#api/contract/auth.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Log } from '#api/lib/log.ts';
import { verifyAccessToken } from './access-token.ts';
import type { IdentityProvider } from './identity.ts';
import { createRefreshAnswers } from './refresh-answers.ts';
import { createRemoteValue, type RemoteValue } from './remote-value.ts';

export type OidcOptions = {
  issuerFor(host: string): string;
  clientId: string;
  audience: string | null;
  scope: string;
  /** Maps a published URL to the one that the server calls; for the embedded provider the loopback listener. */
  reach(url: string): string;
  /** Keeps refresh responses for repeated requests, for providers that treat the reuse of a refresh token as theft. */
  keepAnswers: boolean;
  clock: Clock;
  log: Log;
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
type Issuer = { description: RemoteValue<Discovery>; keys: RemoteValue<JWTVerifyGetKey> };

const tokenSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
});

const timeoutMs = 10_000;
/**
 * While a provider is unreachable, its last metadata and keys are used for at most a day, even if it has withdrawn a
 * key.
 */
const remote = { believedMs: 86_400_000, paceMs: 30_000 };
const descriptionFreshMs = 3_600_000;
const keysFreshMs = 600_000;

const unreachable = (cause: unknown) => new AppError('auth.provider_unreachable', { cause });

/** An OpenID provider by its metadata (OpenID Connect Discovery 1.0). The API is a public client. */
export function createOidcIdentity(options: OidcOptions): IdentityProvider {
  const { clientId, audience, scope, reach, clock, log } = options;
  const issuers = new Map<string, Issuer>();
  const once = options.keepAnswers ? createRefreshAnswers(clock) : null;

  const request = async (url: string, form?: Record<string, string>, attempt?: string): Promise<Response> => {
    try {
      return await fetch(reach(url), {
        method: form ? 'POST' : 'GET',
        headers: { accept: 'application/json', ...(attempt ? { 'idempotency-key': attempt } : {}) },
        ...(form ? { body: new URLSearchParams({ ...form, client_id: clientId }) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw unreachable(cause);
    }
  };

  const readDescription = async (issuer: string): Promise<Discovery> => {
    const response = await request(`${issuer}/.well-known/openid-configuration`);
    const parsed = discoverySchema.safeParse(await response.json().catch(() => null));
    if (!response.ok || !parsed.success) throw unreachable(parsed.error ?? response.status);
    if (parsed.data.issuer !== issuer) throw unreachable(`The issuer calls itself ${parsed.data.issuer}.`);
    return parsed.data;
  };

  const readKeys = async (address: string): Promise<JWTVerifyGetKey> => {
    const response = await request(address);
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) throw unreachable(response.status);
    try {
      return createLocalJWKSet(body as JSONWebKeySet);
    } catch (cause) {
      throw unreachable(cause);
    }
  };

  const createIssuer = (issuer: string): Issuer => {
    const onStale = (error: unknown, ageMs: number) =>
      log.warn(
        { err: error, age_ms: ageMs },
        'auth: the provider does not answer, what it told before holds',
      );
    const description = createRemoteValue({
      ...remote,
      clock,
      onStale,
      freshMs: descriptionFreshMs,
      read: () => readDescription(issuer),
    });
    const keys = createRemoteValue({
      ...remote,
      clock,
      onStale,
      freshMs: keysFreshMs,
      read: async () => readKeys((await description.get()).jwks_uri),
    });
    return { description, keys };
  };

  /**
   * Returns the issuer of a host. Only issuers that have answered once stay in the map, because a request may name any
   * host.
   */
  const issuerOf = async (host: string): Promise<Issuer & { discovery: Discovery }> => {
    const address = options.issuerFor(host);
    const issuer = issuers.get(address) ?? createIssuer(address);
    issuers.set(address, issuer);
    try {
      return { ...issuer, discovery: await issuer.description.get() };
    } catch (error) {
      if (!issuer.description.isKnown()) issuers.delete(address);
      throw error;
    }
  };

  const discover = async (host: string): Promise<Discovery> => (await issuerOf(host)).discovery;

  /** Returns the key of a token. An unknown key may be new, so the provider's keys are read again. */
  const keyFrom =
    (keys: Issuer['keys']): JWTVerifyGetKey =>
    async (protectedHeader, token) => {
      const known = await keys.get();
      try {
        return await known(protectedHeader, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        return (await keys.renew())(protectedHeader, token);
      }
    };

  const askForTokens = async (
    host: string,
    form: Record<string, string>,
    rejected: ErrorCode,
    attempt?: string,
  ): Promise<TokenResponse> => {
    const { token_endpoint } = await discover(host);
    const response = await request(token_endpoint, form, attempt);
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

    async refresh(refreshToken, host, attempt) {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const ask = () => askForTokens(host, form, 'auth.refresh_rejected', attempt);
      const answer = await (once ? once({ refreshToken, host, attempt }, ask) : ask());
      // RFC 6749 §6: without a new refresh token in the response, the old one stays valid.
      return { ...answer, refresh_token: answer.refresh_token ?? refreshToken };
    },

    async logout(refreshToken, host) {
      const { revocation_endpoint } = await discover(host);
      if (!revocation_endpoint) return;
      const form = { token: refreshToken, token_type_hint: 'refresh_token' };
      const response = await request(revocation_endpoint, form);
      await response.body?.cancel();
      if (response.status >= 500) throw unreachable(response.status);
    },

    async verify(accessToken, host) {
      const { keys, discovery } = await issuerOf(host);
      return verifyAccessToken(accessToken, keyFrom(keys), {
        issuer: discovery.issuer,
        clientId,
        audience,
        host,
        clock,
      });
    },
  };
}
