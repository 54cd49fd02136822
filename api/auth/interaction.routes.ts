import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import {
  interactionResponseSchema,
  loginRequestSchema,
  loginResponseSchema,
  registerRequestSchema,
  type LoginResponse,
} from '#api/contract/auth.ts';
import {
  factorSignInSchema,
  passkeyRequestSchema,
  type PasskeyRequest,
} from '#api/contract/second-factor.ts';
import { describe } from '#api/http/describe.ts';
import type { EmbeddedProvider } from '#api/engines/identity/embedded-provider.ts';
import type { SignInStore } from '#api/engines/identity/sign-in.store.ts';
import { clientAddress } from '#api/http/client-address.ts';
import { AppError } from '#api/lib/error.ts';
import { toSignInError } from '#api/storage/storage-error.ts';
import { jsonBody } from '#api/http/validate.ts';
import type { SecondFactors } from '#api/second-factor/second-factors.ts';
import { emailKey } from './account.store.ts';
import type { Accounts } from './accounts.ts';
import type { FactorSignIn } from './factor-sign-in.ts';
import { withFactor, type KnownDevices } from './known-device.ts';
import type { Place } from './sign-in-limits.ts';

/** The embedded provider and its local accounts. */
export type Embedded = {
  provider: EmbeddedProvider;
  accounts: Accounts;
  devices: KnownDevices;
  signIns: SignInStore;
  factors: SecondFactors;
  factorSignIn: FactorSignIn;
};

export type InteractionDeps = {
  embedded: Embedded | null;
  trustProxy: boolean;
  /** Tells the person of an account that somebody has signed in with a recovery code. */
  onRecoveryCode(accountId: string, languages: string): void;
};

const storageErrors = ['storage.full', 'storage.busy', 'storage.damaged'] as const;
const ofInteraction = ['auth.interaction_expired', 'auth.too_many_attempts', ...storageErrors] as const;

/** Creates the steps that a request of the sign-in form takes within the sign-in that its browser has begun. */
function createWithin({ embedded, trustProxy }: Pick<InteractionDeps, 'embedded' | 'trustProxy'>) {
  const stepsOf = async (c: Context<AppEnv>) => {
    if (!embedded || !c.get('tenant').isPublic) throw new AppError('request.not_found');
    const { provider, accounts, devices, factorSignIn } = embedded;
    const uid = c.req.param('uid') ?? '';
    const request = { ...c.env, name: c.get('host'), uid };
    const expired = new AppError('auth.interaction_expired');
    if (!(await provider.isInteractionOpen(request))) throw expired;
    const device = devices.read(c);
    const placeFor = (name: string): Place => ({
      address: clientAddress(c, trustProxy),
      deviceId: devices.knows(device, name),
    });
    return {
      uid,
      accounts,
      factorSignIn,
      placeOf: (email: string): Place => placeFor(emailKey(email)),
      /** Returns the client address, and whether a second factor was proved from this browser before: both for the limits. */
      factorPlaceOf: (email: string): Place => placeFor(withFactor(emailKey(email))),
      /**
       * Signs the account in, and marks the browser as known. It is not marked before: otherwise whoever knows the
       * password would be at a new place with each guess of the second factor.
       */
      async enter(accountId: string, email: string, isProved = false): Promise<{ redirect_to: string }> {
        const name = emailKey(email);
        devices.remember(c, device, name, ...(isProved ? [withFactor(name)] : []));
        const redirectTo = await provider.finishLogin(request, accountId);
        if (!redirectTo) throw expired;
        return { redirect_to: redirectTo };
      },
    };
  };

  /** Does `work` within the sign-in that this browser has begun. */
  return async <T>(
    c: Context<AppEnv>,
    work: (steps: Awaited<ReturnType<typeof stepsOf>>) => Promise<T>,
  ): Promise<T> => {
    try {
      return await work(await stepsOf(c));
    } catch (error) {
      throw toSignInError(error);
    }
  };
}

type Within = ReturnType<typeof createWithin>;

/** Creates the routes of the second factor, after the right password. */
const createFactorRoutes = (within: Within, onRecoveryCode: InteractionDeps['onRecoveryCode']) =>
  new Hono<AppEnv>()
    .post(
      '/:uid/passkey',
      describe(
        'auth',
        'What a passkey must sign, after the right password',
        { 200: { schema: passkeyRequestSchema } },
        { errors: ['auth.passkey_unavailable', ...ofInteraction] },
      ),
      async (c) =>
        c.json<PasskeyRequest>(await within(c, ({ uid, factorSignIn }) => factorSignIn.askPasskey(uid))),
    )
    .post(
      '/:uid/factor',
      describe(
        'auth',
        'Sign in with the second factor, after the right password',
        { 200: { schema: interactionResponseSchema } },
        { errors: ['auth.factor_wrong', 'auth.factor_used', ...ofInteraction] },
      ),
      jsonBody(factorSignInSchema),
      async (c) => {
        const { factor } = c.req.valid('json');
        const answer = await within(c, async ({ uid, factorSignIn, factorPlaceOf, enter }) => {
          const { account, isRecovery } = await factorSignIn.enter(uid, factor, ({ email }) =>
            factorPlaceOf(email),
          );
          if (isRecovery) onRecoveryCode(account.id, c.req.header('accept-language') ?? '');
          return enter(account.id, account.email, true);
        });
        return c.json(answer);
      },
    );

/**
 * Creates the routes that the form of the page `/signin?interaction=…` uses to sign in or register at the embedded
 * provider.
 */
export function createInteractionRoutes({ onRecoveryCode, ...deps }: InteractionDeps) {
  const within = createWithin(deps);

  return new Hono<AppEnv>()
    .post(
      '/:uid/login',
      describe(
        'auth',
        'Sign in with a local account, or be asked for its second factor',
        { 200: { schema: loginResponseSchema } },
        { errors: ['auth.credentials_wrong', 'auth.busy', ...ofInteraction] },
      ),
      jsonBody(loginRequestSchema),
      async (c) => {
        const form = c.req.valid('json');
        const answer = await within(c, async ({ uid, accounts, factorSignIn, placeOf, enter }) => {
          const accountId = await accounts.signIn(form, placeOf(form.email));
          const factors = await factorSignIn.begin(accountId, uid);
          if (!factors) return enter(accountId, form.email);
          return { redirect_to: `/signin?interaction=${encodeURIComponent(uid)}`, factors };
        });
        return c.json<LoginResponse>(answer);
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
            'auth.busy',
            ...ofInteraction,
          ],
        },
      ),
      jsonBody(registerRequestSchema),
      async (c) => {
        const form = c.req.valid('json');
        const answer = await within(c, async ({ accounts, placeOf, enter }) =>
          enter(await accounts.register(form, placeOf(form.email)), form.email),
        );
        return c.json(answer);
      },
    )
    .route('/', createFactorRoutes(within, onRecoveryCode));
}
