import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { interactionResponseSchema, loginRequestSchema, registerRequestSchema } from '#api/contract/auth.ts';
import { describe } from '#api/http/describe.ts';
import type { EmbeddedProvider } from '#api/engines/identity/embedded-provider.ts';
import type { SignInStore } from '#api/engines/identity/sign-in.store.ts';
import { clientAddress } from '#api/http/client-address.ts';
import { AppError } from '#api/lib/error.ts';
import { toSignInError } from '#api/storage/storage-error.ts';
import { jsonBody } from '#api/http/validate.ts';
import { emailKey } from './account.store.ts';
import type { Accounts } from './accounts.ts';
import type { KnownDevices } from './known-device.ts';
import type { Place } from './sign-in-limits.ts';

/** The embedded provider and its local accounts. */
export type Embedded = {
  provider: EmbeddedProvider;
  accounts: Accounts;
  devices: KnownDevices;
  signIns: SignInStore;
};

type InteractionDeps = { embedded: Embedded | null; trustProxy: boolean };

const storageErrors = ['storage.full', 'storage.busy', 'storage.damaged'] as const;

/**
 * Creates the routes that the form of the page `/signin?interaction=…` uses to sign in or register at the embedded
 * provider.
 */
export function createInteractionRoutes({ embedded, trustProxy }: InteractionDeps) {
  const finish = async (
    c: Context<AppEnv>,
    email: string,
    account: (accounts: Accounts, place: Place) => Promise<string>,
  ) => {
    if (!embedded || !c.get('tenant').isPublic) throw new AppError('request.not_found');
    const { provider, accounts, devices } = embedded;
    const request = { ...c.env, name: c.get('host'), uid: c.req.param('uid') ?? '' };
    const expired = new AppError('auth.interaction_expired');
    try {
      if (!(await provider.isInteractionOpen(request))) throw expired;
      const device = devices.read(c);
      const accountKey = emailKey(email);
      const accountId = await account(accounts, {
        address: clientAddress(c, trustProxy),
        deviceId: devices.knows(device, accountKey),
      });
      devices.remember(c, device, accountKey);
      const redirectTo = await provider.finishLogin(request, accountId);
      if (!redirectTo) throw expired;
      return { redirect_to: redirectTo };
    } catch (error) {
      throw toSignInError(error);
    }
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
            ...storageErrors,
          ],
        },
      ),
      jsonBody(loginRequestSchema),
      async (c) => {
        const form = c.req.valid('json');
        return c.json(await finish(c, form.email, (accounts, place) => accounts.signIn(form, place)));
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
            'auth.password_weak',
            'auth.email_taken',
            'auth.registration_closed',
            'auth.too_many_attempts',
            'auth.busy',
            'auth.interaction_expired',
            ...storageErrors,
          ],
        },
      ),
      jsonBody(registerRequestSchema),
      async (c) => {
        const form = c.req.valid('json');
        return c.json(await finish(c, form.email, (accounts, place) => accounts.register(form, place)));
      },
    );
}
