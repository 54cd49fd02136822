import { Hono, type Context } from 'hono';
import { confirmSchema, forgotSchema, resetSchema } from '#api/contract/account.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { clientAddress } from '#api/http/client-address.ts';
import { describe } from '#api/http/describe.ts';
import { jsonBody } from '#api/http/validate.ts';
import { AppError } from '#api/lib/error.ts';
import type { Asker } from './forgotten-password.ts';
import type { SelfService } from './self-service.ts';

export type AccountRoutesDeps = { selfService: SelfService; trustProxy: boolean };

const done = { 204: { description: 'Done.' } };

/** Creates the routes that need no sign-in: to ask for a link, and to use one (§10.5). */
export function createLinkRoutes({ selfService, trustProxy }: AccountRoutesDeps) {
  const { forgotten, confirmation } = selfService;
  const askerOf = (c: Context<AppEnv>): Asker => ({
    address: clientAddress(c, trustProxy),
    languages: c.req.header('accept-language') ?? '',
  });

  return new Hono<AppEnv>()
    .post(
      '/forgot',
      describe(
        'auth',
        'Send a link for a new password, if the address has an account',
        { 204: { description: 'The same for every address.' } },
        { errors: ['auth.too_many_attempts', 'share.mail_missing', 'request.not_found'] },
      ),
      jsonBody(forgotSchema),
      async (c) => {
        // Only the host of the public address has local accounts.
        if (!c.get('tenant').isPublic) throw new AppError('request.not_found');
        forgotten.ask(c.req.valid('json').email, askerOf(c));
        return c.body(null, 204);
      },
    )
    .post(
      '/reset',
      describe('auth', 'Set a new password by a link. It ends all sign-ins of the account.', done, {
        errors: ['auth.link_expired', 'auth.password_weak', 'auth.too_many_attempts', 'auth.busy'],
      }),
      jsonBody(resetSchema),
      async (c) => {
        await forgotten.reset(c.req.valid('json'), askerOf(c));
        return c.body(null, 204);
      },
    )
    .post(
      '/confirm',
      describe('auth', 'Confirm an e-mail address by a link', done, {
        errors: ['auth.link_expired', 'auth.too_many_attempts'],
      }),
      jsonBody(confirmSchema),
      async (c) => {
        await confirmation.confirm(c.req.valid('json').token, askerOf(c));
        return c.body(null, 204);
      },
    );
}
