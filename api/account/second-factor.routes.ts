import { Hono, type Context } from 'hono';
import {
  confirmPasskeySchema,
  confirmTotpSchema,
  newPasskeySchema,
  newTotpSchema,
  passkeyRequestSchema,
  proofSchema,
  recoveryCodesSchema,
  removeFactorSchema,
  secondFactorSchema,
  type NewPasskey,
  type NewTotp,
  type PasskeyRequest,
  type RecoveryCodes,
  type SecondFactor,
} from '#api/contract/second-factor.ts';
import { adminOf } from '#api/http/admin-of.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { clientAddress } from '#api/http/client-address.ts';
import { describe } from '#api/http/describe.ts';
import { hostName } from '#api/http/host.rules.ts';
import { jsonBody } from '#api/http/validate.ts';
import type { AccountRoutesDeps } from './link.routes.ts';
import type { Self } from './own-account.ts';
import type { SelfService } from './self-service.ts';

const guarded = true;
const done = { 204: { description: 'Done.' } };
const ofProof = [
  'auth.not_local',
  'auth.credentials_wrong',
  'auth.factor_required',
  'auth.factor_wrong',
  'auth.factor_used',
  'auth.too_many_attempts',
  'auth.busy',
] as const;
const ofConfirming = ['auth.not_local', 'auth.factor_setup_expired', 'auth.factor_wrong'] as const;

const languagesOf = (c: Context<AppEnv>): string => c.req.header('accept-language') ?? '';

type Own = SelfService['secondFactor'];
type SelfOf = (c: Context<AppEnv>) => Self & { languages: string };

/** Creates the routes by which people care for the second factor of their account (§10.5). They must be behind the guard. */
export function createSecondFactorRoutes({
  selfService: { secondFactor: own },
  trustProxy,
}: AccountRoutesDeps) {
  const selfOf: SelfOf = (c) => ({
    user: c.get('user'),
    address: clientAddress(c, trustProxy),
    languages: languagesOf(c),
  });
  return new Hono<AppEnv>()
    .get(
      '/',
      describe(
        'user',
        'Second factor of the own account',
        { 200: { schema: secondFactorSchema } },
        { guarded, errors: ['auth.not_local'] },
      ),
      async (c) => c.json<SecondFactor>(await own.stateOf(c.get('user'))),
    )
    .route('/', createAddingRoutes(own, selfOf))
    .route('/', createChangingRoutes(own, selfOf));
}

const createAddingRoutes = (own: Own, selfOf: SelfOf) =>
  new Hono<AppEnv>()
    .post(
      '/totp',
      describe(
        'user',
        'Begin with an app for one-time codes',
        { 200: { schema: newTotpSchema } },
        { guarded, errors: ofProof },
      ),
      jsonBody(proofSchema),
      async (c) => c.json<NewTotp>(await own.beginTotp(selfOf(c), c.req.valid('json'))),
    )
    .post(
      '/totp/confirm',
      describe(
        'user',
        'Use the app from now on, if its code is right',
        { 200: { schema: recoveryCodesSchema } },
        { guarded, errors: ofConfirming },
      ),
      jsonBody(confirmTotpSchema),
      async (c) => c.json<RecoveryCodes>(await own.confirmTotp(selfOf(c), c.req.valid('json'))),
    )
    .post(
      '/passkeys',
      describe(
        'user',
        'Begin with a passkey',
        { 200: { schema: newPasskeySchema } },
        { guarded, errors: [...ofProof, 'auth.passkey_unavailable', 'auth.passkey_too_many'] },
      ),
      jsonBody(proofSchema),
      async (c) => c.json<NewPasskey>(await own.beginPasskey(selfOf(c), c.req.valid('json'))),
    )
    .post(
      '/passkeys/confirm',
      describe(
        'user',
        'Use the passkey from now on, if it signed the challenge',
        { 200: { schema: recoveryCodesSchema } },
        { guarded, errors: [...ofConfirming, 'auth.passkey_too_many'] },
      ),
      jsonBody(confirmPasskeySchema),
      async (c) => c.json<RecoveryCodes>(await own.confirmPasskey(selfOf(c), c.req.valid('json'))),
    );

const createChangingRoutes = (own: Own, selfOf: SelfOf) =>
  new Hono<AppEnv>()
    .post(
      '/passkey-request',
      describe(
        'user',
        'What a passkey must sign as a proof',
        { 200: { schema: passkeyRequestSchema } },
        { guarded, errors: ['auth.not_local', 'auth.passkey_unavailable'] },
      ),
      async (c) => c.json<PasskeyRequest>(await own.askPasskey(c.get('user'))),
    )
    .post(
      '/recovery-codes',
      describe(
        'user',
        'New recovery codes, in place of all former ones',
        { 200: { schema: recoveryCodesSchema } },
        { guarded, errors: [...ofProof, 'auth.factor_off'] },
      ),
      jsonBody(proofSchema),
      async (c) => c.json<RecoveryCodes>(await own.renewCodes(selfOf(c), c.req.valid('json'))),
    )
    .post(
      '/remove',
      describe('user', 'Remove a factor, or all of them', done, {
        guarded,
        errors: [...ofProof, 'auth.factor_off'],
      }),
      jsonBody(removeFactorSchema),
      async (c) => {
        await own.remove(selfOf(c), c.req.valid('json'));
        return c.body(null, 204);
      },
    );

/** Creates the route by which superusers remove the second factor of a person who has lost it (§10.23). It must be behind the guards. */
export const createFactorResetRoutes = ({ selfService }: Pick<AccountRoutesDeps, 'selfService'>) =>
  new Hono<AppEnv>().delete(
    '/domains/:host/people/:id/second-factor',
    describe('domain', 'Remove the second factor of a person, and end their sign-ins', done, {
      guarded,
      errors: [
        'auth.forbidden',
        'request.not_found',
        'person.not_found',
        'auth.not_local',
        'auth.factor_off',
      ],
    }),
    async (c) => {
      const { host, id } = c.req.param();
      await selfService.resetSecondFactor(adminOf(c), hostName(host), id, languagesOf(c));
      const fields = { host: hostName(host), user_id: id, actor: c.get('user').id };
      c.get('log').info(fields, 'person: the second factor was removed');
      return c.body(null, 204);
    },
  );
