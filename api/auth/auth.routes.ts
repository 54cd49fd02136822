import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import {
  authConfigSchema,
  meSchema,
  refreshHeaderSchema,
  refreshRequestSchema,
  tokenRequestSchema,
  tokenResponseSchema,
  type AuthConfig,
  type Me,
  type TokenResponse,
} from '#api/contract/auth.ts';
import { describe } from '#api/http/describe.ts';
import type { IdentityProvider } from '#api/engines/identity/identity.ts';
import { AppError } from '#api/lib/error.ts';
import { headers, jsonBody } from '#api/http/validate.ts';
import type { QuotaStore } from '#api/upload/quota.store.ts';
import type { UserStore } from '#api/user/user.store.ts';
import { rowToMe } from '#api/user/user.rules.ts';
import { createInteractionRoutes, type Embedded } from './interaction.routes.ts';
import { requireUser } from './require-user.ts';

export type AuthDeps = {
  identity: IdentityProvider;
  embedded: Embedded | null;
  users: UserStore;
  /** Used and allowed storage of a person. */
  quota: QuotaStore;
  /** Account of a demo installation. */
  demo: AuthConfig['demo'];
  trustProxy: boolean;
};

/** Sign-in with OpenID Connect, for the embedded identity provider and external ones (§7.2, §10.5). */
export function createAuthRoutes(deps: AuthDeps) {
  const { identity, embedded, users, quota, demo } = deps;
  const tokens = { 200: { schema: tokenResponseSchema } };

  return new Hono<AppEnv>()
    .get(
      '/config',
      describe(
        'auth',
        'How this host signs in',
        { 200: { schema: authConfigSchema } },
        {
          errors: ['auth.provider_unreachable'],
        },
      ),
      async (c) => {
        const config: AuthConfig = {
          ...(await identity.configFor(c.get('host'))),
          embedded: embedded !== null,
          register: (await embedded?.accounts.mayRegister()) ?? false,
          reset: false,
          demo,
        };
        return c.json(config);
      },
    )
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
    )
    .get(
      '/me',
      describe('auth', 'The person who is signed in', { 200: { schema: meSchema } }, { guarded: true }),
      requireUser(identity, users),
      async (c) => {
        const { host, id } = c.get('user');
        const row = await users.find(host, id);
        if (!row) throw new AppError('auth.required');
        return c.json<Me>(rowToMe(row, await quota.find({ host, userId: id })));
      },
    )
    .route('/interaction', createInteractionRoutes(deps));
}
