import { Hono, type Context } from 'hono';
import {
  changePasswordSchema,
  closeAccountSchema,
  signInsSchema,
  type SignIns,
} from '#api/contract/account.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { clientAddress } from '#api/http/client-address.ts';
import { describe } from '#api/http/describe.ts';
import { actingOf } from '#api/http/owner-of.ts';
import { jsonBody } from '#api/http/validate.ts';
import type { AccountRoutesDeps } from './link.routes.ts';

const done = { 204: { description: 'Done.' } };
const guarded = true;
const ofPassword = [
  'auth.not_local',
  'auth.credentials_wrong',
  'auth.too_many_attempts',
  'auth.busy',
] as const;

/** Creates the routes by which people care for their own account (§10.5). They must be behind the guard. */
export function createAccountRoutes({ selfService, trustProxy }: AccountRoutesDeps) {
  const { own, confirmation, closeAccount } = selfService;
  const selfOf = (c: Context<AppEnv>) => ({ user: c.get('user'), address: clientAddress(c, trustProxy) });

  return new Hono<AppEnv>()
    .post(
      '/confirm-address',
      describe('user', 'Send a link that confirms the own e-mail address', done, {
        guarded,
        errors: [
          'share.mail_missing',
          'share.mail_failed',
          'share.recipient_refused',
          'auth.too_many_attempts',
        ],
      }),
      async (c) => {
        await confirmation.ask(actingOf(c), { languages: c.req.header('accept-language') ?? '' });
        return c.body(null, 204);
      },
    )
    .post(
      '/password',
      describe('user', 'Change the own password. It ends all other sign-ins.', done, {
        guarded,
        errors: [...ofPassword, 'auth.password_weak'],
      }),
      jsonBody(changePasswordSchema),
      async (c) => {
        await own.changePassword(selfOf(c), c.req.valid('json'));
        return c.body(null, 204);
      },
    )
    .get(
      '/sign-ins',
      describe(
        'user',
        'Own sign-ins',
        { 200: { schema: signInsSchema } },
        { guarded, errors: ['auth.not_local'] },
      ),
      async (c) => c.json<SignIns>(await own.listSignIns(c.get('user'))),
    )
    .delete(
      '/sign-ins',
      describe('user', 'End all own sign-ins, this one too', done, { guarded, errors: ['auth.not_local'] }),
      async (c) => {
        await own.endAllSignIns(c.get('user'));
        return c.body(null, 204);
      },
    )
    .delete(
      '/sign-ins/:id',
      describe('user', 'End one own sign-in', done, {
        guarded,
        errors: ['auth.not_local', 'request.not_found'],
      }),
      async (c) => {
        await own.endSignIn(c.get('user'), c.req.param('id'));
        return c.body(null, 204);
      },
    )
    .post(
      '/close',
      describe('user', 'Close the own account and delete all its data', done, {
        guarded,
        errors: [...ofPassword, 'domain.last_superuser'],
      }),
      jsonBody(closeAccountSchema),
      async (c) => {
        await closeAccount(selfOf(c), c.req.valid('json').password);
        return c.body(null, 204);
      },
    );
}
