import { Hono } from 'hono';
import type { Context } from 'hono';
import type { ErrorCode } from '#api/contract/errors.ts';
import {
  confirmPairingSchema,
  endPairingQuerySchema,
  pairingEventsBodySchema,
  pairingEventsQuerySchema,
  pairingEventsSchema,
  pairingSchema,
  takeCommandSchema,
  takenCommandSchema,
  type Pairing,
  type PairingEvents,
  type PairingSide,
  type TakenCommand,
} from '#api/contract/pairing.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { bodyOf } from '#api/http/body.ts';
import { describe } from '#api/http/describe.ts';
import { eventStreamHeaders } from '#api/http/event-stream.ts';
import { forPhone } from '#api/http/for-phone.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { requireTag } from '#api/http/resolve-tenant.ts';
import { jsonBody, query } from '#api/http/validate.ts';
import { AppError } from '#api/lib/error.ts';
import { createPairingJoinRoutes, type PairingJoinRoutesDeps } from './join.routes.ts';
import { createPairingStream, toEvents } from './pairing-events.ts';

export type PairingRoutesDeps = PairingJoinRoutesDeps & {
  /** Interval of the heartbeats of a stream, ms. Tests shorten it. */
  heartbeatMs?: number;
};

/**
 * Largest body of a call with reports, bytes. A page puts 50,000 letters of a draft into one call at most (`report-news.rules.ts`), which
 * are 150 kB in UTF-8 at most.
 */
const maxEventBytes = 256_000;

const guarded = (...errors: readonly ErrorCode[]) => ({
  guarded: true,
  errors: ['domain.off', 'pairing.not_found', ...errors] as const,
});

/** Opens a route to the phone of the pairing that it names, also without a sign-in. Other pairings are not found. */
const forOwnPhone = () =>
  forPhone((c, { pairingId }) => {
    if (c.req.param('id') !== pairingId) throw new AppError('pairing.not_found');
  });

/** Lets a phone listen as the phone only. Otherwise the desktop would seem to be there. It needs `forOwnPhone` before it. */
const forListeningPhone = () =>
  forPhone((c) => {
    if (c.req.query('side') !== 'phone') throw new AppError('auth.forbidden');
  });

const wantsJson = (accept: string | undefined): boolean =>
  (accept ?? '').includes('application/json') && !(accept ?? '').includes('text/event-stream');

/** Creates the routes of pairing (§10.26). They must be behind the guard. Pairings of other people are reported as not found. */
export const createPairingRoutes = (deps: PairingRoutesDeps) =>
  new Hono<AppEnv>()
    .route('/', createPairingJoinRoutes(deps))
    .route('/', createStateRoutes(deps))
    .route('/', createListenRoutes(deps))
    .route('/', createTellRoutes(deps));

/** Creates the routes that confirm, read and end a pairing. */
function createStateRoutes({ pairings }: PairingRoutesDeps) {
  return new Hono<AppEnv>()
    .post(
      '/:id/confirm',
      describe(
        'pairing',
        'Connect a pairing whose verification code the person has compared',
        { 200: { schema: pairingSchema } },
        guarded('auth.forbidden', 'pairing.expired', 'pairing.not_waiting', 'pairing.verification_wrong'),
      ),
      requireTag('pairing'),
      jsonBody(confirmPairingSchema),
      async (c) => {
        const { verification_code: code } = c.req.valid('json');
        return c.json<Pairing>(await pairings.confirm(c.get('user'), c.req.param('id'), code));
      },
    )
    .get(
      '/:id',
      describe('pairing', 'A pairing', { 200: { schema: pairingSchema } }, guarded()),
      requireTag('pairing'),
      forOwnPhone(),
      async (c) => c.json<Pairing>(await pairings.read(ownerOf(c), c.req.param('id'))),
    )
    .delete(
      '/:id',
      describe(
        'pairing',
        'End a pairing, by either side',
        { 204: { description: 'It has ended, now or before.' } },
        guarded('pairing.connected', 'pairing.expired'),
      ),
      requireTag('pairing'),
      forOwnPhone(),
      query(endPairingQuerySchema),
      async (c) => {
        const unlessConnected = c.req.valid('query').unless === 'connected';
        await pairings.close(ownerOf(c), c.req.param('id'), { unlessConnected });
        return c.body(null, 204);
      },
    );
}

/** Creates the route of the events, as a stream or as one answer. */
function createListenRoutes(deps: PairingRoutesDeps) {
  const { pairings } = deps;
  return new Hono<AppEnv>().get(
    '/:id/events',
    describe(
      'pairing',
      'The events of a pairing, server-sent; with `Accept: application/json` those after an id, at once',
      {
        200: { schema: pairingEventsSchema, media: 'text/event-stream' },
      },
      {
        ...guarded('pairing.too_many'),
        headers: {
          Accept: 'application/json: one answer in place of a stream.',
          'Last-Event-ID': 'Id of the last event of the stream before.',
        },
      },
    ),
    requireTag('pairing'),
    forOwnPhone(),
    forListeningPhone(),
    query(pairingEventsQuerySchema),
    async (c) => {
      c.header('Vary', 'Accept', { append: true });
      const { side, after } = c.req.valid('query');
      if (!wantsJson(c.req.header('accept'))) return openStream(c, deps, { id: c.req.param('id'), side });
      const { pairing, batch } = await pairings.poll(ownerOf(c), c.req.param('id'), { side, after });
      return c.json<PairingEvents>(toEvents({ pairing, batch, after, nowMs: pairings.nowMs() }));
    },
  );
}

/** Creates the routes that take reports and commands, and let the phone take a command. */
function createTellRoutes({ pairings }: PairingRoutesDeps) {
  const phoneErrors = ['pairing.expired', 'pairing.not_connected', 'pairing.too_many'] as const;
  return new Hono<AppEnv>()
    .post(
      '/:id/events',
      describe(
        'pairing',
        'Tell what the phone does, or command it',
        { 204: { description: 'It is passed on.' } },
        guarded('pairing.not_this_phone', ...phoneErrors),
      ),
      requireTag('pairing'),
      forOwnPhone(),
      bodyOf({ maxBytes: maxEventBytes }),
      jsonBody(pairingEventsBodySchema),
      async (c) => {
        const sent = c.req.valid('json');
        const [owner, id] = [ownerOf(c), c.req.param('id')];
        if ('reports' in sent) await pairings.report(owner, id, sent);
        else if (c.get('user').phone) throw new AppError('auth.forbidden');
        else {
          const { pressed_at_ms: pressedAtMs, ...command } = sent;
          await pairings.command(owner, id, { ...command, pressedAtMs });
        }
        return c.body(null, 204);
      },
    )
    .post(
      '/:id/commands/:commandId/take',
      describe(
        'pairing',
        'Ask whether the phone may carry out a command; `go` once',
        { 200: { schema: takenCommandSchema } },
        guarded('pairing.not_this_phone', ...phoneErrors),
      ),
      requireTag('pairing'),
      forOwnPhone(),
      jsonBody(takeCommandSchema),
      async (c) => {
        const { id, commandId } = c.req.param();
        const { claim } = c.req.valid('json');
        return c.json<TakenCommand>(await pairings.take(ownerOf(c), { id, commandId, claim }));
      },
    );
}

type Listening = { id: string; side: PairingSide };

async function openStream(
  c: Context<AppEnv>,
  { pairings, heartbeatMs }: PairingRoutesDeps,
  { id, side }: Listening,
): Promise<Response> {
  const owner = ownerOf(c);
  await pairings.listen(owner, id);
  const stream = createPairingStream({
    after: c.req.header('last-event-id'),
    subscribe: (onChange) => pairings.subscribe(id, side, onChange),
    pairing: () => pairings.read(owner, id).catch(nullIfGone),
    nowMs: pairings.nowMs,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  });
  return c.body(stream, 200, eventStreamHeaders);
}

function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'pairing.not_found') return null;
  throw error;
}
