import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/app-env.ts';
import { interactionResponseSchema, loginRequestSchema, registerRequestSchema } from '#api/contract/auth.ts';
import { describe } from '#api/docs/describe.ts';
import type { EmbeddedProvider } from '#api/engines/identity/embedded-provider.ts';
import { clientAddress } from '#api/lib/address.ts';
import { AppError } from '#api/lib/error.ts';
import { jsonBody } from '#api/lib/validate.ts';
import type { Accounts } from './accounts.ts';

/** The embedded provider and its local accounts; absent with an external provider. */
export type Embedded = { provider: EmbeddedProvider; accounts: Accounts };

export type InteractionDeps = { embedded: Embedded | null; trustProxy: boolean };

/** The forms of the embedded provider, for the page's own `/signin?interaction=…`. */
export function createInteractionRoutes({ embedded, trustProxy }: InteractionDeps) {
  const finish = async (
    c: Context<AppEnv>,
    uid: string,
    account: (accounts: Accounts) => Promise<string>,
  ) => {
    if (!embedded) throw new AppError('request.not_found');
    const { incoming, outgoing } = c.env;
    const expired = new AppError('auth.interaction_expired');
    if (!(await embedded.provider.isInteractionOpen(incoming, outgoing, uid))) throw expired;
    const accountId = await account(embedded.accounts);
    const redirectTo = await embedded.provider.finishLogin(incoming, outgoing, uid, accountId);
    if (!redirectTo) throw expired;
    return { redirect_to: redirectTo };
  };

  return new Hono<AppEnv>()
    .post(
      '/:uid/login',
      describe(
        'auth',
        'Sign in with a local account',
        { 200: { schema: interactionResponseSchema } },
        {
          errors: [
            'auth.credentials_wrong',
            'auth.too_many_attempts',
            'auth.busy',
            'auth.interaction_expired',
          ],
        },
      ),
      jsonBody(loginRequestSchema),
      async (c) => {
        const form = c.req.valid('json');
        const address = clientAddress(c, trustProxy);
        return c.json(await finish(c, c.req.param('uid'), (accounts) => accounts.signIn(form, address)));
      },
    )
    .post(
      '/:uid/register',
      describe(
        'auth',
        'Register a local account and sign in',
        { 200: { schema: interactionResponseSchema } },
        {
          errors: [
            'auth.email_taken',
            'auth.registration_closed',
            'auth.too_many_attempts',
            'auth.busy',
            'auth.interaction_expired',
          ],
        },
      ),
      jsonBody(registerRequestSchema),
      async (c) => {
        const form = c.req.valid('json');
        const address = clientAddress(c, trustProxy);
        return c.json(await finish(c, c.req.param('uid'), (accounts) => accounts.register(form, address)));
      },
    );
}
