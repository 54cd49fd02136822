import { describe, expect, it } from 'vitest';
import { isMark, takenAfterFinish } from '#api/http/for-phone.ts';
import { newId } from '#api/lib/id.ts';
import { guards, routeTable, signInRoutes } from '#api/testing/route-table.ts';
import { ownersWord } from '#api/testing/route-things.ts';
import { everythingStored, routeWorld, type RouteWorld } from '#api/testing/route-world.ts';
import { answerOf, sendRoute } from '#api/testing/send-route.ts';

/**
 * The routes that are open to a phone without a sign-in, which has a token of its pairing (docs/product.md, §10.26). The value is what it
 * gets where it names something of the same person that is none of its own.
 */
const openToPhones: Record<string, string> = {
  'POST /api/v1/uploads': '404 session.not_found',
  'GET /api/v1/uploads/:id': '404 upload.not_found',
  'HEAD /api/v1/uploads/:id': '404',
  'PATCH /api/v1/uploads/:id': '404 upload.not_found',
  'DELETE /api/v1/uploads/:id': '404 upload.not_found',
  'POST /api/v1/sessions/:id/recording-complete': '404 session.not_found',
  'PATCH /api/v1/sessions/:id': '404 session.not_found',
  'GET /api/v1/pairings/:id': '404 pairing.not_found',
  'DELETE /api/v1/pairings/:id': '404 pairing.not_found',
  'GET /api/v1/pairings/:id/events': '404 pairing.not_found',
  'POST /api/v1/pairings/:id/events': '404 pairing.not_found',
  'POST /api/v1/pairings/:id/commands/:commandId/take': '404 pairing.not_found',
};
/** It names nothing: the session that it makes follows from the pairing. */
const making = 'POST /api/v1/sessions';

/**
 * The calls that such a phone may still make for a while after its pairing has ended as `finished`, because the answer to its
 * completion may be lost.
 */
const openAfterFinish = [
  'HEAD /api/v1/uploads/:id',
  'POST /api/v1/sessions/:id/recording-complete',
  'POST /api/v1/uploads',
];

/** The routes that take calls without credentials, so that a phone can join. */
const openToGuests = [
  'POST /api/v1/pairings/resolve',
  'POST /api/v1/pairings/:id/activate',
  'POST /api/v1/pairings/:id/tokens',
  'POST /api/v1/pairings/:id/leave',
];

type Headers = Record<string, string>;

/** Returns the headers of a phone that has joined the pairing of the world without a sign-in. */
async function phoneOf(world: RouteWorld): Promise<Headers> {
  const { id, claim } = world.things.quickPairing;
  const sent = { path: `/api/v1/pairings/${id}/tokens`, json: { claim } };
  const answer = await sendRoute(world, 'POST', sent, {});
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  expect((await sendRoute(world, 'GET', { path: `/api/v1/pairings/${id}` }, headers)).status).toBe(200);
  return headers;
}

describe('a phone without a sign-in, on every route', () => {
  it('is let in by the routes of the list alone, and nobody without credentials by others than those to join', async () => {
    const { app } = await routeWorld();
    const marked = (opens: 'toPhones' | 'toGuests') =>
      [
        ...new Set(
          app.routes
            .filter(({ handler }) => isMark(handler, opens))
            .map(({ method, path }) => `${method} ${path}`),
        ),
      ].toSorted();
    expect(marked('toPhones')).toEqual([...Object.keys(openToPhones), making].toSorted());
    expect(marked('toGuests')).toEqual(openToGuests.toSorted());
    const finished = app.routes.flatMap(({ path, handler }) =>
      takenAfterFinish(handler).map((method) => `${method} ${path}`),
    );
    expect([...new Set(finished)].toSorted()).toEqual(openAfterFinish);
  });

  it('is refused by all but those of another list once its pairing has ended as finished', async () => {
    const world = await routeWorld();
    const { people, things, db } = world;
    const phone = await phoneOf(world);
    const how = { ended: 'finished', ended_at: Date.now() } as const;
    await db.updateTable('pairing').set(how).where('id', '=', things.quickPairing.id).execute();
    const before = await everythingStored(world);
    const wrong: object[] = [];
    let tries = 0;
    for (const [route, entry] of Object.entries(routeTable)) {
      if (entry.audience !== 'person' && entry.audience !== 'superuser') continue;
      const [method = ''] = route.split(' ');
      const isHead = method === 'HEAD';
      const { answer } = await answerOf(await sendRoute(world, method, entry.send(things, people), phone));
      const full = openAfterFinish.includes(route) ? openToPhones[route] : '401 auth.token_expired';
      if (answer !== (isHead ? full?.slice(0, 3) : full)) wrong.push({ route, answer, full });
      tries += 1;
    }
    expect(wrong).toEqual([]);
    expect(tries).toBeGreaterThan(60);
    expect(await everythingStored(world)).toEqual(before);
  });

  it('is refused by all others, finds nothing but its own, and changes nothing', async () => {
    const world = await routeWorld();
    const { people, things, app } = world;
    const phone = await phoneOf(world);
    const known = new Set([...Object.keys(routeTable), ...signInRoutes, ...guards]);
    const mounted = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))];
    expect(mounted.filter((route) => !known.has(route))).toEqual([]);
    const closed = Object.entries(routeTable).filter(
      ([, { audience }]) => audience === 'person' || audience === 'superuser',
    );
    const before = await everythingStored(world);
    const wrong: object[] = [];
    for (const [route, entry] of closed) {
      if (route === making) continue;
      const [method = ''] = route.split(' ');
      const { answer, body } = await answerOf(
        await sendRoute(world, method, entry.send(things, people), phone),
      );
      const full = openToPhones[route] ?? '403 auth.forbidden';
      const wanted = method === 'HEAD' ? full.slice(0, 3) : full;
      if (answer !== wanted || body.includes(ownersWord)) wrong.push({ route, answer, wanted, body });
    }
    expect(wrong).toEqual([]);
    expect(closed.length).toBeGreaterThan(60);
    expect(await everythingStored(world)).toEqual(before);
  });

  it('is refused by other methods and addresses too', async () => {
    const world = await routeWorld();
    const { people, things } = world;
    const phone = await phoneOf(world);
    const before = await everythingStored(world);
    const methods = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
    const paths = Object.values(routeTable)
      .filter(({ audience }) => audience === 'person' || audience === 'superuser')
      .map((entry) => entry.send(things, people).path.split('?')[0] ?? '');
    const addresses = new Set(paths.flatMap((path) => [path, `${path}/`, `${path}/x`]));
    const wrong: object[] = [];
    let tries = 0;
    for (const address of addresses)
      for (const method of methods) {
        if (method === 'POST' && /^\/api\/v1\/sessions\/?$/.test(address)) continue;
        tries += 1;
        const { answer } = await answerOf(await sendRoute(world, method, { path: address }, phone));
        // Where the phone is let in, its request is not complete, or names what is none of its own.
        if (!/^(403|404|400|412|415|405)/.test(answer)) wrong.push({ method, address, answer });
      }
    expect(wrong).toEqual([]);
    expect(tries).toBeGreaterThan(1_000);
    expect(await everythingStored(world)).toEqual(before);
  });

  it('makes the next session of its pairing, and no other', async () => {
    const world = await routeWorld();
    const phone = await phoneOf(world);
    const json = { session: { title: 'Erfunden', language: 'fr' } };
    const headers = { ...phone, 'idempotency-key': newId() };
    const made = await sendRoute(world, 'POST', { path: '/api/v1/sessions', json }, headers);
    expect(made.status).toBe(201);
    const body = (await made.json()) as Record<string, unknown>;
    expect(Object.keys(body).toSorted()).toEqual(['id', 'language', 'title']);
    expect(body['title']).toBe(`Kopplung ohne Anmeldung ${ownersWord} (2)`);
  });
});
