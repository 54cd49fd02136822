import { Hono, type Context } from 'hono';
import {
  activatedPairingSchema,
  activatePairingSchema,
  askPairingTokensSchema,
  leavePairingSchema,
  pairingTokensSchema,
  resolvedPairingSchema,
  resolvePairingSchema,
  startedPairingSchema,
  startPairingSchema,
  type ActivatedPairing,
  type PairingTokens,
  type ResolvedPairing,
  type StartedPairing,
} from '#api/contract/pairing.ts';
import { deviceName } from '#api/lib/device-name.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { clientAddress } from '#api/http/client-address.ts';
import { describe } from '#api/http/describe.ts';
import { forGuests, userOrNull } from '#api/http/for-phone.ts';
import { placeOf } from '#api/http/place-of.ts';
import { requireTag } from '#api/http/resolve-tenant.ts';
import { jsonBody } from '#api/http/validate.ts';
import type { Person } from './join-pairing.ts';
import type { Guest } from './pairing-limits.ts';
import type { Pairings } from './pairings.ts';

export type PairingJoinRoutesDeps = {
  pairings: Pairings;
  /** The public address, at which a phone opens the page. */
  phoneUrl: string;
  trustProxy: boolean;
};

const open = { guarded: true, takesGuests: true };

/**
 * Creates the routes on the way into a pairing: to start it, to find it by its code, to join, and for a phone that has joined without a
 * sign-in its token, and the way out before the confirmation.
 */
export const createPairingJoinRoutes = (deps: PairingJoinRoutesDeps) =>
  new Hono<AppEnv>()
    .route('/', createStartRoutes(deps))
    .route('/', createCodeRoutes(deps))
    .route('/', createTokensRoutes(deps));

function createStartRoutes({ pairings, phoneUrl }: PairingJoinRoutesDeps) {
  return new Hono<AppEnv>().post(
    '/',
    describe(
      'pairing',
      'Start a pairing of a session without audio; an earlier one of the session ends, unless it is connected',
      { 201: { schema: startedPairingSchema } },
      {
        guarded: true,
        errors: [
          'domain.off',
          'session.not_found',
          'upload.already_complete',
          'pairing.connected',
          'pairing.address_unusable',
          'pairing.too_many',
        ],
      },
    ),
    requireTag('pairing'),
    jsonBody(startPairingSchema),
    async (c) => {
      const place = { ...placeOf(c), publicUrl: phoneUrl };
      const { session_id: sessionId, replace } = c.req.valid('json');
      return c.json<StartedPairing>(await pairings.start(c.get('user'), { sessionId, replace, place }), 201);
    },
  );
}

function createCodeRoutes({ pairings, trustProxy }: PairingJoinRoutesDeps) {
  /** Returns the person who is signed in; a guest if nobody is. */
  const personOrGuest = (c: Context<AppEnv>): Person | Guest =>
    userOrNull(c) ?? { host: c.get('tenant').key, address: clientAddress(c, trustProxy) };
  return new Hono<AppEnv>()
    .post(
      '/resolve',
      describe(
        'pairing',
        'Find the pairing of a code, without using it up; without a sign-in on hosts with `pairing_quick`',
        { 200: { schema: resolvedPairingSchema } },
        { ...open, errors: ['domain.off', 'pairing.code_wrong', 'pairing.too_many'] },
      ),
      forGuests(),
      requireTag('pairing'),
      jsonBody(resolvePairingSchema),
      async (c) => {
        const { code } = c.req.valid('json');
        return c.json<ResolvedPairing>(await pairings.resolve(personOrGuest(c), code));
      },
    )
    .post(
      '/:id/activate',
      describe(
        'pairing',
        'Join as the phone; the code is used up; without a sign-in on hosts with `pairing_quick`',
        { 200: { schema: activatedPairingSchema } },
        { ...open, errors: ['domain.off', 'pairing.code_wrong', 'pairing.too_many'] },
      ),
      forGuests(),
      requireTag('pairing'),
      jsonBody(activatePairingSchema),
      async (c) => {
        const { code, claim } = c.req.valid('json');
        // The desktop shows the name in its question, so the phone does not choose it: each result of `deviceName` is harmless.
        const device = deviceName(c.req.header('user-agent') ?? '') || null;
        const joining = { id: c.req.param('id'), code, claim, device };
        return c.json<ActivatedPairing>(await pairings.activate(personOrGuest(c), joining));
      },
    );
}

function createTokensRoutes({ pairings }: PairingJoinRoutesDeps) {
  const callerOf = (c: Context<AppEnv>) => ({ host: c.get('tenant').key, userId: userOrNull(c)?.id ?? null });
  return new Hono<AppEnv>()
    .post(
      '/:id/tokens',
      describe(
        'pairing',
        'The token of a phone that has joined without a sign-in (`pairing_quick`); the same one until it is used',
        { 200: { schema: pairingTokensSchema } },
        {
          ...open,
          errors: [
            'domain.off',
            'pairing.not_found',
            'pairing.not_connected',
            'pairing.not_this_phone',
            'pairing.expired',
            'pairing.too_many',
          ],
        },
      ),
      forGuests(),
      requireTag('pairing_quick'),
      jsonBody(askPairingTokensSchema),
      async (c) => {
        const { claim } = c.req.valid('json');
        return c.json<PairingTokens>(await pairings.tokens(callerOf(c), c.req.param('id'), claim));
      },
    )
    .post(
      '/:id/leave',
      describe(
        'pairing',
        'End a pairing that waits, by the phone that has joined it without a sign-in (`pairing_quick`)',
        { 204: { description: 'It has ended, now or before.' } },
        { ...open, errors: ['domain.off', 'pairing.not_found', 'pairing.not_waiting', 'pairing.too_many'] },
      ),
      forGuests(),
      requireTag('pairing_quick'),
      jsonBody(leavePairingSchema),
      async (c) => {
        await pairings.leave(callerOf(c), c.req.param('id'), c.req.valid('json').claim);
        return c.body(null, 204);
      },
    );
}
