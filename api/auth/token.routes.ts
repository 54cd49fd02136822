import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { placeOf } from '#api/http/place-of.ts';
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
import type { UserStore } from '#api/user/user.store.ts';
import { refuseLocked } from './refuse-locked.ts';

type Deps = { identity: IdentityProvider; users: Pick<UserStore, 'isSignInLocked'> };

/** Creates the routes for the tokens of the page, which the identity provider issues, refreshes and revokes (§7.2). */
export function createTokenRoutes({ identity, users }: Deps) {
  const tokens = { 200: { schema: tokenResponseSchema } };
  const answer = async (c: Context<AppEnv>, given: TokenResponse) => {
    await refuseLocked({ identity, users, log: c.get('log') }, given, placeOf(c));
    return c.json<TokenResponse>(given);
  };

  return new Hono<AppEnv>()
    .post(
      '/token',
      describe('auth', 'Exchange the code for tokens', tokens, {
        errors: ['auth.code_rejected', 'auth.forbidden', 'auth.not_configured', 'auth.provider_unreachable'],
      }),
      jsonBody(tokenRequestSchema),
      async (c) => {
        const { code, code_verifier: codeVerifier, redirect_uri: redirectUri, nonce } = c.req.valid('json');
        c.header('Cache-Control', 'no-store');
        return answer(c, await identity.exchange({ code, codeVerifier, redirectUri, nonce }, placeOf(c)));
      },
    )
    .post(
      '/refresh',
      describe('auth', 'New tokens for a refresh token, which is used up by this', tokens, {
        errors: ['auth.refresh_rejected', 'auth.forbidden', 'auth.provider_unreachable'],
      }),
      headers(refreshHeaderSchema),
      jsonBody(refreshRequestSchema),
      async (c) => {
        const { refresh_token: refreshToken } = c.req.valid('json');
        const attempt = c.req.header('idempotency-key');
        c.header('Cache-Control', 'no-store');
        return answer(c, await identity.refresh(refreshToken, placeOf(c), attempt));
      },
    )
    .post(
      '/logout',
      describe(
        'auth',
        'End the sign-in of a refresh token',
        { 204: { description: 'Ended.' } },
        {
          errors: ['auth.not_configured', 'auth.provider_unreachable'],
        },
      ),
      jsonBody(refreshRequestSchema),
      async (c) => {
        await identity.logout(c.req.valid('json').refresh_token, placeOf(c));
        return c.body(null, 204);
      },
    );
}
