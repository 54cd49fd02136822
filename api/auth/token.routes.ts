import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import {
  refreshHeaderSchema,
  refreshRequestSchema,
  tokenRequestSchema,
  tokenResponseSchema,
  type TokenResponse,
} from '#api/contract/auth.ts';
import { describe } from '#api/http/describe.ts';
import type { IdentityProvider } from '#api/engines/identity/identity.ts';
import { headers, jsonBody } from '#api/http/validate.ts';

/** Creates the routes for the tokens of the page, which the identity provider issues, refreshes and revokes (§7.2). */
export function createTokenRoutes(identity: IdentityProvider) {
  const tokens = { 200: { schema: tokenResponseSchema } };

  return new Hono<AppEnv>()
    .post(
      '/token',
      describe('auth', 'Exchange the code for tokens', tokens, {
        errors: ['auth.code_rejected', 'auth.provider_unreachable'],
      }),
      jsonBody(tokenRequestSchema),
      async (c) => {
        const { code, code_verifier: codeVerifier, redirect_uri: redirectUri } = c.req.valid('json');
        c.header('Cache-Control', 'no-store');
        const grant = { code, codeVerifier, redirectUri };
        return c.json<TokenResponse>(await identity.exchange(grant, c.get('host')));
      },
    )
    .post(
      '/refresh',
      describe('auth', 'New tokens for a refresh token, which is used up by this', tokens, {
        errors: ['auth.refresh_rejected', 'auth.provider_unreachable'],
      }),
      headers(refreshHeaderSchema),
      jsonBody(refreshRequestSchema),
      async (c) => {
        const { refresh_token: refreshToken } = c.req.valid('json');
        const attempt = c.req.header('idempotency-key');
        c.header('Cache-Control', 'no-store');
        return c.json<TokenResponse>(await identity.refresh(refreshToken, c.get('host'), attempt));
      },
    )
    .post(
      '/logout',
      describe(
        'auth',
        'End the sign-in of a refresh token',
        { 204: { description: 'Ended.' } },
        {
          errors: ['auth.provider_unreachable'],
        },
      ),
      jsonBody(refreshRequestSchema),
      async (c) => {
        await identity.logout(c.req.valid('json').refresh_token, c.get('host'));
        return c.body(null, 204);
      },
    );
}
