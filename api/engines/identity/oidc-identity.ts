import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { tokenResponseSchema, type TokenResponse } from '#api/contract/auth.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Log } from '#api/lib/log.ts';
import { verifyAccessToken } from './access-token.ts';
import { checkIdToken } from './id-token.ts';
import type { IdentityProvider } from './identity.ts';
import type { SignInPlace } from '#api/http/tenant.ts';
import { createOidcIssuers } from './oidc-issuers.ts';
import { createProviderRequest, providerUnreachable, type ProviderRequest } from './provider-request.ts';
import { createRefreshAnswers } from './refresh-answers.ts';

type OidcOptions = {
  /** Whether this is the embedded provider. */
  embedded: boolean;
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
  /** Whether the claim `host` of an access token stands for the tenant of this place. */
  isOfTenant(host: unknown, at: SignInPlace): boolean | Promise<boolean>;
  /** Whether the sign-in of an access token has not ended (`access-token.ts`). */
  isSignedIn?(payload: JWTPayload): Promise<boolean>;
  /** Whether the row of the host says in which claim roles stand (§10.24). */
  hasRoles: boolean;
  /** Address of the sign-in for people of this host. By default it is the one that the provider names. */
  authorizationFor?(host: string): string;
  clock: Clock;
  log: Log;
};

const tokenSchema = tokenResponseSchema.extend({ id_token: z.string().optional() });
type Answer = z.infer<typeof tokenSchema>;

/**
 * Creates a client of an OpenID provider, which is found by its metadata (OpenID Connect Discovery 1.0). The API is a
 * public client.
 */
export function createOidcIdentity(options: OidcOptions): IdentityProvider {
  const { clientId, audience, scope, clock, log } = options;
  const request = createProviderRequest({ clientId, reach: options.reach });
  const issuers = createOidcIssuers({ request, clock, log });
  const issuerOf = ({ host }: SignInPlace) => issuers.of(options.issuerFor(host));
  const refreshOnce = options.keepAnswers ? createRefreshAnswers(clock) : null;

  type Given = [form: Record<string, string>, rejected: ErrorCode, attempt?: string];
  const askForTokens = async (at: SignInPlace, ...given: Given): Promise<Answer> =>
    requestTokens(request, (await issuerOf(at)).discovery.token_endpoint, ...given);

  return {
    async configFor(at) {
      const url = options.issuerFor(at.host);
      // Whoever begins to sign in leaves the page for the provider, so that must be there now.
      const { discovery } = await (options.embedded ? issuers.of(url) : issuers.present(url));
      const { issuer, authorization_endpoint, end_session_endpoint } = discovery;
      return {
        issuer,
        authorization_endpoint: options.authorizationFor?.(at.host) ?? authorization_endpoint,
        end_session_endpoint: end_session_endpoint ?? null,
        client_id: clientId,
        scope,
        embedded: options.embedded,
      };
    },

    async exchange({ code, codeVerifier, redirectUri, nonce }, at) {
      const answer = await askForTokens(
        at,
        { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri },
        'auth.code_rejected',
      );
      if (nonce !== undefined) {
        const { discovery, key } = await issuerOf(at);
        await checkIdToken(answer.id_token, key, { issuer: discovery.issuer, clientId, nonce, clock });
      }
      return toTokens(answer);
    },

    async refresh(refreshToken, at, attempt) {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const ask = async () => toTokens(await askForTokens(at, form, 'auth.refresh_rejected', attempt));
      const answer = await (refreshOnce
        ? refreshOnce({ refreshToken, tenantKey: at.tenant.key, attempt }, ask)
        : ask());
      // RFC 6749 §6: if the response has no new refresh token, the old one stays valid.
      return { ...answer, refresh_token: answer.refresh_token ?? refreshToken };
    },

    async logout(refreshToken, at) {
      const { revocation_endpoint } = (await issuerOf(at)).discovery;
      if (!revocation_endpoint) return;
      const form = { token: refreshToken, token_type_hint: 'refresh_token' };
      const response = await request(revocation_endpoint, form);
      await response.body?.cancel();
      if (response.status >= 500) throw providerUnreachable(response.status);
    },

    async verify(accessToken, at, { isExpiredAllowed = false } = {}) {
      const { discovery, key } = await issuerOf(at);
      return verifyAccessToken(accessToken, key, {
        issuer: discovery.issuer,
        clientId,
        audience,
        isOfTenant: (host) => options.isOfTenant(host, at),
        ...(options.isSignedIn ? { isSignedIn: options.isSignedIn } : {}),
        roleClaim: options.hasRoles ? at.tenant.identity : null,
        clock,
        isExpiredAllowed,
      });
    },
  };
}

async function requestTokens(
  request: ProviderRequest,
  endpoint: string,
  form: Record<string, string>,
  rejected: ErrorCode,
  attempt?: string,
): Promise<Answer> {
  const response = await request(endpoint, form, attempt);
  const body: unknown = await response.json().catch(() => null);
  if (response.status >= 500) throw providerUnreachable(body);
  const parsed = tokenSchema.safeParse(body);
  if (!response.ok || !parsed.success) throw new AppError(rejected, { cause: body });
  return parsed.data;
}

/** Returns what the page gets. It has no use for the ID token. */
const toTokens = (answer: Answer): TokenResponse => tokenResponseSchema.parse(answer);
