import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { forger, intrudersOf } from '#api/testing/intruders.ts';
import type { Sent } from '#api/testing/route-entry.ts';
import { guards, routeTable, signInRoutes } from '#api/testing/route-table.ts';
import { ownersWord } from '#api/testing/route-things.ts';
import { everythingStored, otherHost, routeWorld, type RouteWorld } from '#api/testing/route-world.ts';
import { answerOf, sendRoute } from '#api/testing/send-route.ts';

type Headers = Record<string, string>;
type Wrong = { route: string; by: string; answer: string; wanted: string };

const bearer = ({ access }: { access: string }): Headers => ({ authorization: `Bearer ${access}` });
const methodOf = (route: string): string => route.split(' ')[0] ?? '';
const entries = Object.entries(routeTable);
/** Those who try where all would take long. */
const fewOfThem = new Set(['nobody', 'an expired token', 'a locked person']);
const bodyMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What is left of a wanted answer where the answer has no body. */
const seenBy = (route: string, answer: string): string =>
  methodOf(route) === 'HEAD' ? (answer.split(' ')[0] ?? '') : answer;

describe('every route', () => {
  it('is in the table, and the table names no other', async () => {
    const { app } = await routeWorld();
    const mounted = new Set(app.routes.map(({ method, path }) => `${method} ${path}`));
    expect([...mounted].toSorted()).toEqual(
      [...new Set([...Object.keys(routeTable), ...signInRoutes, ...guards])].toSorted(),
    );
  });

  it('gives everybody who must not enter the specified answer, changes nothing, and works for its owner', async () => {
    const world = await routeWorld();
    const { people, things } = world;
    const { sign } = await forger(world);
    const intruders = await intrudersOf(world);
    // Forged with nothing changed a token is good, so it is the change that is refused below.
    expect(
      (await sendRoute(world, 'GET', { path: '/api/auth/me' }, bearer({ access: await sign() }))).status,
    ).toBe(200);

    const before = await everythingStored(world);
    const wrong: Wrong[] = [];
    let tries = 0;
    const tryAs = async (route: string, by: string, headers: Headers, full: string) => {
      const { send, audience } = routeTable[route]!;
      const { answer, body } = await answerOf(
        await sendRoute(world, methodOf(route), send(things, people), headers),
      );
      const wanted = seenBy(route, full);
      const tellsOfOwner = audience !== 'signed' && body.includes(ownersWord);
      if (answer !== wanted || tellsOfOwner)
        wrong.push({ route, by, answer: tellsOfOwner ? `${answer} ${body}` : answer, wanted });
      tries += 1;
    };
    for (const [route, { audience, ok, nothing, external, isSlow, takesGuests }] of entries) {
      const isOpen = audience === 'public' || audience === 'signed';
      const tried = Object.entries(intruders)
        // At another host the address of an open route is another one.
        .filter(([, { headers }]) => !isOpen || !('x-forwarded-host' in headers))
        .filter(([by]) => !isSlow || fewOfThem.has(by))
        .filter(([by]) => !(takesGuests && by === 'nobody'))
        .map(([by, { headers, answer }]) => tryAs(route, by, headers, isOpen ? String(ok) : answer));
      await Promise.all(tried);
      if (isOpen) continue;
      const atHome = { ...bearer(people.neighbour), 'x-forwarded-host': otherHost };
      const isRead = methodOf(route) === 'GET' || methodOf(route) === 'OPTIONS';
      // Where a call names nothing, others change what is their own. That is no intrusion.
      if (nothing || isRead) {
        const others = nothing ?? String(ok);
        const noRole = route.includes('current-role') ? '404 role.none' : others;
        await tryAs(route, 'a neighbour at home', atHome, external ?? noRole);
        if (audience === 'person') await tryAs(route, 'the superuser', bearer(people.superuser), noRole);
        if (audience === 'person') await tryAs(route, 'a stranger', bearer(people.stranger), noRole);
      }
      if (audience === 'superuser')
        await tryAs(route, 'a stranger', bearer(people.stranger), '403 auth.forbidden');
    }
    expect(wrong).toEqual([]);
    expect(tries).toBeGreaterThan(entries.length * Object.keys(intruders).length * 0.9);
    expect(await everythingStored(world)).toEqual(before);

    // The very same requests for the very same things succeed for those who may send them.
    for (const [route, { audience, ok, by: named = 'owner', send }] of entries) {
      const by = people[audience === 'superuser' ? 'superuser' : named];
      const { answer } = await answerOf(
        await sendRoute(world, methodOf(route), send(things, people), bearer(by)),
      );
      if (answer !== String(ok)) wrong.push({ route, by: 'the owner', answer, wanted: String(ok) });
    }
    expect(wrong).toEqual([]);
    expect(await everythingStored(world)).not.toEqual(before);
  });

  it('answers those who must not send a body before a byte of it has come', async () => {
    const world = await routeWorld();
    const { people, things } = world;
    const intruders = await intrudersOf(world);
    const wrong: Wrong[] = [];
    const tryAs = async (route: string, by: string, headers: Headers, wanted: string) => {
      const { send } = routeTable[route]!;
      const answer = await answerAt(world, route, send(things, people), { headers, missingBytes: 1_000 });
      if (answer !== wanted) wrong.push({ route, by, answer, wanted });
    };
    const tries = entries
      .filter(([route, { audience }]) => bodyMethods.has(methodOf(route)) && audience !== 'public')
      .flatMap(([route, { audience, nothing, isStreamed, takesGuests }]) => {
        const few = Object.entries(intruders).filter(
          ([by]) => fewOfThem.has(by) && !(takesGuests && by === 'nobody'),
        );
        const stranger = bearer(people.stranger);
        return [
          ...few.map(
            ([by, { headers, answer }]) =>
              () =>
                tryAs(route, by, headers, answer),
          ),
          ...(audience === 'superuser'
            ? [() => tryAs(route, 'a stranger', stranger, '403 auth.forbidden')]
            : []),
          ...(isStreamed && nothing ? [() => tryAs(route, 'a stranger', stranger, nothing)] : []),
        ];
      });
    expect(tries.length).toBeGreaterThan(80);
    await aFewAtATime(tries);
    expect(wrong).toEqual([]);
  });

  it('is as closed under other spellings of its address and other methods', async () => {
    const world = await routeWorld();
    const { people, things } = world;
    const wrong: Wrong[] = [];
    const closed = entries.filter(([, { audience }]) => audience === 'person' || audience === 'superuser');
    const tries = closed.flatMap(([route, { send }]) => {
      const sent = send(things, people);
      const [path = '', search] = sent.path.split('?');
      const spellings = [...spellingsOf(path)].map((other): [string, string] => [methodOf(route), other]);
      const methods = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
      return [...spellings, ...methods.map((method): [string, string] => [method, path])].map(
        ([method, spelled]) =>
          async () => {
            const address = search ? `${spelled}?${search}` : spelled;
            const answer = await answerAt(world, method, { ...sent, path: address });
            // Where an address is none of the API, it is a screen of the page.
            const wanted =
              method === 'HEAD' ? /^(40[14]|200)$/ : /^(401 auth\.required|40[045] request\.\w+|the page)$/;
            if (!wanted.test(answer))
              wrong.push({ route, by: `${method} ${address}`, answer, wanted: String(wanted) });
          },
      );
    });
    expect(tries.length).toBeGreaterThan(500);
    await aFewAtATime(tries);
    expect(wrong).toEqual([]);
  });
});

/** Sends the requests in groups of 16. If all were sent at once, some answers would come after the time limit of `answerAt`. */
async function aFewAtATime(tries: readonly (() => Promise<void>)[]): Promise<void> {
  for (let from = 0; from < tries.length; from += 16)
    await Promise.all(tries.slice(from, from + 16).map((attempt) => attempt()));
}

/** Ways to write an address that a proxy or a guard may see as another one than a router does. */
function* spellingsOf(path: string): Generator<string> {
  yield `${path}/`;
  yield `/${path}`;
  yield path.replace('/v1', '//v1');
  yield path.replace('/api', '/API');
  yield path.replace('/api', '/%61pi');
  yield path.replace(
    /\/(\w)(\w*)$/,
    (_, first: string, rest: string) => `/%${first.charCodeAt(0).toString(16)}${rest}`,
  );
  yield path.replace('/api/', '/api%2F');
  yield path.replace('/api', '/x/../api');
  yield path.replace('/api', '/media/../api');
  yield `${path};x=1`;
}

/**
 * Sends a request to an address as it is spelled, and returns status and code of the answer. Of its body the length is stated,
 * and nothing comes.
 */
async function answerAt(
  { url }: RouteWorld,
  route: string,
  sent: Sent,
  { headers = {}, missingBytes = 0 }: { headers?: Headers; missingBytes?: number } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  const method = methodOf(route);
  const type = sent.form ? 'multipart/form-data; boundary=b' : 'application/json';
  const outgoing = request({
    host: hostname,
    port,
    method,
    // As it is: a URL would resolve its dots.
    path: sent.path,
    agent: false,
    headers: {
      ...(bodyMethods.has(method) ? { 'content-type': type, 'content-length': missingBytes } : {}),
      ...sent.headers,
      ...headers,
    },
  });
  outgoing.on('error', () => {});
  outgoing.flushHeaders();
  if (missingBytes === 0 || !bodyMethods.has(method)) outgoing.end();
  const late = AbortSignal.timeout(60_000);
  try {
    const [response] = (await once(outgoing, 'response', { signal: late })) as [IncomingMessage];
    const body = await text(response);
    if (body.startsWith('<!doctype html>')) return 'the page';
    const code = body.startsWith('{') ? (JSON.parse(body) as { code?: string }).code : undefined;
    return [response.statusCode, ...(code === undefined ? [] : [code])].join(' ');
  } catch (error) {
    return late.aborted ? 'no answer' : String(error);
  } finally {
    outgoing.destroy();
  }
}
