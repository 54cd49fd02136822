import { newId } from '#api/lib/id.ts';
import { person, type Entry } from './route-entry.ts';
import type { RouteWorld } from './route-world.ts';

type Things = RouteWorld['things'];

/** A call of a pairing. `which` is the one that it names. */
const pairing = (
  rest: string,
  json: ((built: Things['pairing']) => object) | null,
  { which = 'pairing', ok = 200, ...more }: Partial<Entry> & { which?: PairingName } = {},
): Entry =>
  person(
    ok,
    ({ [which]: built }) => ({
      path: `/api/v1/pairings/${built.id}${rest}`,
      ...(json ? { json: json(built) } : {}),
    }),
    { nothing: '404 pairing.not_found', ...more },
  );
type PairingName =
  | 'pairing'
  | 'quickPairing'
  | 'waitingQuickPairing'
  | 'startedPairing'
  | 'joinedPairing'
  | 'removedPairing';

/** The routes of pairing, in the order of the table. */
export const pairingRoutes: Record<string, Entry> = {
  'POST /api/v1/pairings': person(
    201,
    ({ paired }) => ({ path: '/api/v1/pairings', json: { session_id: paired } }),
    { nothing: '404 session.not_found' },
  ),
  'POST /api/v1/pairings/resolve': person(
    200,
    ({ startedPairing: { code } }) => ({ path: '/api/v1/pairings/resolve', json: { code } }),
    { nothing: '404 pairing.code_wrong', takesGuests: true },
  ),
  'POST /api/v1/pairings/:id/activate': pairing('/activate', ({ code }) => ({ code }), {
    which: 'startedPairing',
    nothing: '404 pairing.code_wrong',
    takesGuests: true,
  }),
  'POST /api/v1/pairings/:id/tokens': pairing('/tokens', ({ claim }) => ({ claim }), {
    which: 'quickPairing',
    takesGuests: true,
  }),
  'POST /api/v1/pairings/:id/leave': pairing('/leave', ({ claim }) => ({ claim }), {
    which: 'waitingQuickPairing',
    ok: 204,
    takesGuests: true,
  }),
  'POST /api/v1/pairings/:id/confirm': pairing(
    '/confirm',
    ({ verification }) => ({ verification_code: verification }),
    { which: 'joinedPairing' },
  ),
  'GET /api/v1/pairings/:id': pairing('', null),
  'GET /api/v1/pairings/:id/events': pairing('/events?side=desktop', null),
  'POST /api/v1/pairings/:id/events': pairing(
    '/events',
    ({ claim }) => ({ claim, reports: [{ kind: 'battery', charge: 0.5, charging: false }] }),
    { ok: 204 },
  ),
  'POST /api/v1/pairings/:id/commands/:commandId/take': pairing(`/commands/${newId()}/take`, ({ claim }) => ({
    claim,
  })),
  'DELETE /api/v1/pairings/:id': pairing('', null, { which: 'removedPairing', ok: 204 }),
};
