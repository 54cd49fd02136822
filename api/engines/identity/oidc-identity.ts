import { z } from 'zod';
import type { TokenResponse } from '#api/contract/auth.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Log } from '#api/lib/log.ts';
import { verifyAccessToken } from './access-token.ts';
import type { IdentityProvider } from './identity.ts';
import { createOidcIssuers } from './oidc-issuers.ts';
import { createProviderRequest, providerUnreachable } from './provider-request.ts';
import { createRefreshAnswers } from './refresh-answers.ts';

type OidcOptions = {
  issuerFor(host: string): string;
  clientId: string;
  audience: string | null;
  scope: string;
  /** Maps a published URL to the one that the server calls. For the embedded provider this is the loopback listener. */
  reach(url: string): string;
  /**
   * True if refresh responses are stored for repeated requests. That is needed if the provider treats the reuse of a
   * refresh token as theft.
   */
  keepAnswers: boolean;
  clock: Clock;
  log: Log;
};

const tokenSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
});

/**
 * Creates a client of an OpenID provider, which is found by its metadata (OpenID Connect Discovery 1.0). The API is a
 * public client.
 */
export function createOidcIdentity(options: OidcOptions): IdentityProvider {
  const { clientId, audience, scope, clock, log } = options;
  const request = createProviderRequest({ clientId, reach: options.reach });
  const issuers = createOidcIssuers({ issuerFor: options.issuerFor, request, clock, log });
  const refreshOnce = options.keepAnswers ? createRefreshAnswers(clock) : null;

  const askForTokens = async (
    host: string,
    form: Record<string, string>,
    rejected: ErrorCode,
    attempt?: string,
  ): Promise<TokenResponse> => {
    const { discovery } = await issuers.of(host);
    const response = await request(discovery.token_endpoint, form, attempt);
    const body: unknown = await response.json().catch(() => null);
    if (response.status >= 500) throw providerUnreachable(body);
    const parsed = tokenSchema.safeParse(body);
    if (!response.ok || !parsed.success) throw new AppError(rejected, { cause: body });
    return parsed.data;
  };

  return {
    async configFor(host) {
      const { issuer, authorization_endpoint, end_session_endpoint } = (await issuers.of(host)).discovery;
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
      const answer = await (refreshOnce ? refreshOnce({ refreshToken, host, attempt }, ask) : ask());
      // RFC 6749 §6: if the response has no new refresh token, the old one stays valid.
      return { ...answer, refresh_token: answer.refresh_token ?? refreshToken };
    },

    async logout(refreshToken, host) {
      const { revocation_endpoint } = (await issuers.of(host)).discovery;
      if (!revocation_endpoint) return;
      const form = { token: refreshToken, token_type_hint: 'refresh_token' };
      const response = await request(revocation_endpoint, form);
      await response.body?.cancel();
      if (response.status >= 500) throw providerUnreachable(response.status);
    },

    async verify(accessToken, host) {
      const { discovery, key } = await issuers.of(host);
      return verifyAccessToken(accessToken, key, {
        issuer: discovery.issuer,
        clientId,
        audience,
        host,
        clock,
      });
    },
  };
}
