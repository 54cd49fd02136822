import { Hono, type MiddlewareHandler } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { placeOf } from '#api/http/place-of.ts';
import { authConfigSchema, meSchema, type AuthConfig, type Me } from '#api/contract/auth.ts';
import { describe } from '#api/http/describe.ts';
import type { IdentityProvider } from '#api/engines/identity/identity.ts';
import type { MailSender } from '#api/engines/mail/mail.ts';
import { AppError } from '#api/lib/error.ts';
import type { QuotaStore } from '#api/upload/quota.store.ts';
import type { UserStore } from '#api/user/user.store.ts';
import { rowToMe } from '#api/user/user.rules.ts';
import { createInteractionRoutes, type Embedded, type InteractionDeps } from './interaction.routes.ts';
import { createTokenRoutes } from './token.routes.ts';

export type AuthDeps = {
  identity: IdentityProvider;
  embedded: Embedded | null;
  users: UserStore;
  /** Used and allowed storage of a person. */
  quota: QuotaStore;
  /** Account of a demo installation. */
  demo: AuthConfig['demo'];
  trustProxy: boolean;
  /** Outgoing mail, by which passwords are reset. */
  sender: MailSender | null;
};

/**
 * Creates the routes for signing in with OpenID Connect, at the embedded identity provider or an external one (§7.2,
 * §10.5).
 */
export function createAuthRoutes(
  deps: AuthDeps & Pick<InteractionDeps, 'onRecoveryCode'> & { guard: MiddlewareHandler<AppEnv> },
) {
  const { identity, embedded, users, quota, demo, sender, guard } = deps;

  return new Hono<AppEnv>()
    .get(
      '/config',
      describe(
        'auth',
        'How this host signs in',
        { 200: { schema: authConfigSchema } },
        {
          errors: ['auth.not_configured', 'auth.provider_unreachable'],
        },
      ),
      async (c) => {
        const signIn = await identity.configFor(placeOf(c));
        const config: AuthConfig = {
          ...signIn,
          register: signIn.embedded && ((await embedded?.accounts.mayRegister()) ?? false),
          reset: signIn.embedded && sender !== null,
          demo: signIn.embedded ? demo : null,
        };
        return c.json(config);
      },
    )
    .route('/', createTokenRoutes({ identity, users }))
    .get(
      '/me',
      describe('auth', 'The person who is signed in', { 200: { schema: meSchema } }, { guarded: true }),
      guard,
      async (c) => {
        const { host, id, sub } = c.get('user');
        const row = await users.find(host, id);
        if (!row) throw new AppError('auth.required');
        // A joined person has several sign-ins. The page compares the subject with that of its token.
        return c.json<Me>(rowToMe({ ...row, sub }, await quota.find({ host, userId: id })));
      },
    )
    .route('/interaction', createInteractionRoutes(deps));
}
