import { describe, expect, it } from 'vitest';
import { signMediaToken } from '#api/player/media-token.ts';
import { buildSession, ownerOf, testHost } from '#api/testing/builders.ts';
import { signInRoutes } from '#api/testing/route-table.ts';
import { emptyHost, everythingStored, otherHost, routeWorld } from '#api/testing/route-world.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';

type Try = { path?: string; json?: object; form?: Record<string, string>; headers?: Record<string, string> };
/** Who tries, with what, and the answer. */
type Tries = Record<string, [Try, answer: string]>;

const at = (host: string) => ({ 'x-forwarded-host': host });
const ownerForm = { ...petra, email: 'owner@example.org' };

/** Sends a request, and returns its status with the code of our error, of the provider's, or of a redirect. */
async function answerOf(
  url: string,
  method: string,
  { path = '', json, form, headers = {} }: Try,
): Promise<string> {
  const type = json ? 'application/json' : form ? 'application/x-www-form-urlencoded' : null;
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { ...(type ? { 'content-type': type } : {}), ...headers },
    body: json ? JSON.stringify(json) : form ? new URLSearchParams(form) : null,
  });
  const body = await response.text();
  const { code, error } = (body.startsWith('{') ? JSON.parse(body) : {}) as { code?: string; error?: string };
  const led = new URL(response.headers.get('location') ?? '/', url);
  const why = code ?? error ?? new URLSearchParams(led.search || led.hash.slice(1)).get('error');
  return [response.status, ...(why ? [why] : [])].join(' ');
}

async function wrongOf(url: string, method: string, path: string, tries: Tries) {
  const wrong: { path: string; by: string; answer: string; wanted: string }[] = [];
  for (const [by, [sent, wanted]] of Object.entries(tries)) {
    const answer = await answerOf(url, method, { path, ...sent });
    if (answer !== wanted) wrong.push({ path: sent.path ?? path, by, answer, wanted });
  }
  return wrong;
}

describe('every route of the sign-in', () => {
  it('gives everybody who must not enter the specified answer, changes nothing, and lets its person in', async () => {
    const world = await routeWorld();
    const { url, people } = world;
    const browser = createTestBrowser(url);
    const uid = (await browser.start()).searchParams.get('interaction') ?? '';
    const cookie = { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') };
    const another = (await createTestBrowser(url).start()).searchParams.get('interaction') ?? '';
    const code = { code: 'none', code_verifier: 'v'.repeat(43), redirect_uri: `${url}/auth/callback` };
    const refresh = (token: string) => ({ json: { refresh_token: token } });
    const form = (name: string, json: object): Tries => ({
      'a browser that began nothing': [{ json }, '410 auth.interaction_expired'],
      'a browser that began another sign-in': [
        { path: `/api/auth/interaction/${another}/${name}`, json, headers: cookie },
        '410 auth.interaction_expired',
      ],
      'a sign-in that never was': [
        { path: `/api/auth/interaction/none/${name}`, json },
        '410 auth.interaction_expired',
      ],
      'the same browser at another host': [
        { json, headers: { ...cookie, ...at(otherHost) } },
        '404 request.not_found',
      ],
      'the same browser at a host without a provider': [
        { json, headers: { ...cookie, ...at(emptyHost) } },
        '404 request.not_found',
      ],
    });
    const tries: Record<(typeof signInRoutes)[number], Tries> = {
      'POST /api/auth/token': {
        'an unknown code': [{ json: code }, '401 auth.code_rejected'],
        'a code at another host': [{ json: code, headers: at(otherHost) }, '401 auth.code_rejected'],
        'a code at a host without a provider': [
          { json: code, headers: at(emptyHost) },
          '409 auth.not_configured',
        ],
      },
      'POST /api/auth/refresh': {
        'an unknown token': [refresh('none'), '401 auth.refresh_rejected'],
        'an access token': [refresh(people.owner.access), '401 auth.refresh_rejected'],
        'somebody who has signed out': [refresh(people.left.refresh), '401 auth.refresh_rejected'],
        'a person of another host': [refresh('r-nachbar'), '401 auth.refresh_rejected'],
        'the owner at another host': [
          { ...refresh(people.owner.refresh), headers: at(otherHost) },
          '401 auth.refresh_rejected',
        ],
        'the owner at a host without a provider': [
          { ...refresh(people.owner.refresh), headers: at(emptyHost) },
          '401 auth.refresh_rejected',
        ],
      },
      // A sign-out tells nothing of a token, and ends none at another host.
      'POST /api/auth/logout': {
        'an unknown token': [refresh('none'), '204'],
        'an access token': [refresh(people.owner.access), '204'],
        'somebody who has signed out': [refresh(people.left.refresh), '204'],
        'the owner at another host': [{ ...refresh(people.owner.refresh), headers: at(otherHost) }, '204'],
        'the owner at a host without a provider': [
          { ...refresh(people.owner.refresh), headers: at(emptyHost) },
          '409 auth.not_configured',
        ],
      },
      'POST /api/auth/interaction/:uid/login': {
        ...form('login', ownerForm),
        'a wrong password': [
          { json: { ...ownerForm, password: 'falsch' }, headers: cookie },
          '401 auth.credentials_wrong',
        ],
      },
      'POST /api/auth/interaction/:uid/register': {
        ...form('register', { ...petra, email: 'neu@example.org' }),
        'the address of somebody else': [{ json: ownerForm, headers: cookie }, '409 auth.email_taken'],
      },
      // In a sign-in that waits for no second factor there is none to send.
      'POST /api/auth/interaction/:uid/factor': {
        ...form('factor', { factor: { totp: '123456' } }),
        'the same browser before the right password': [
          { json: { factor: { totp: '123456' } }, headers: cookie },
          '410 auth.interaction_expired',
        ],
      },
      'POST /api/auth/interaction/:uid/passkey': {
        ...form('passkey', {}),
        'the same browser before the right password': [
          { json: {}, headers: cookie },
          '410 auth.interaction_expired',
        ],
      },
      'POST /api/auth/forgot': {
        'an address that is unknown': [{ json: { email: 'niemand@example.org' } }, '409 share.mail_missing'],
        'an address of somebody': [{ json: { email: ownerForm.email } }, '409 share.mail_missing'],
        'an address of somebody, at another host': [
          { json: { email: ownerForm.email }, headers: at(otherHost) },
          '404 request.not_found',
        ],
      },
      'POST /api/auth/reset': {
        'a link that never was': [
          { json: { token: 'x'.repeat(43), password: 'ein ganz neues Kennwort' } },
          '410 auth.link_expired',
        ],
      },
      'POST /api/auth/confirm': {
        'a link that never was': [{ json: { token: 'x'.repeat(43) } }, '410 auth.link_expired'],
      },
      // Its endpoints are tried below.
      'ALL /oidc/*': { 'no endpoint': [{ path: '/oidc/none', json: {} }, '404'] },
    };

    const before = await everythingStored(world);
    const wrong = [];
    for (const [route, each] of Object.entries(tries)) {
      const [method = '', path = ''] = route.split(' ');
      wrong.push(
        ...(await wrongOf(url, method === 'ALL' ? 'POST' : method, path.replace(':uid', uid), each)),
      );
    }
    expect(wrong).toEqual([]);
    expect(await everythingStored(world)).toEqual(before);

    // The very same sign-in goes on for the browser that has begun it, and the owner's other one is alive.
    const callback = await browser.submit(new URL(`/signin?interaction=${uid}`, url), 'login', ownerForm);
    const tokens = (await (await browser.exchange(callback)).json()) as { access_token: string };
    expect((await browser.me(tokens.access_token)).status).toBe(200);
    expect((await browser.refresh(people.owner.refresh)).status).toBe(200);
    expect((await browser.me(people.owner.access)).status).toBe(200);

    // A locked person gets no tokens, and those that the provider has issued are ended.
    const locked = createTestBrowser(url);
    const entered = await locked.submit(await locked.start(), 'login', {
      ...petra,
      email: 'locked@example.org',
    });
    const denied = [await locked.exchange(entered), await locked.refresh(people.locked.refresh)];
    for (const answer of denied)
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'auth.forbidden' }]);
    expect((await locked.refresh(people.locked.refresh)).status).toBe(401);
  });

  it('of the provider refuses whoever is not its client or has no sign-in, and is nowhere on other hosts', async () => {
    const world = await routeWorld();
    const { url, people } = world;
    const discovery = (await (await fetch(`${url}/oidc/.well-known/openid-configuration`)).json()) as object;
    const endpoints = Object.entries(discovery)
      .filter(([name]) => /_(endpoint|uri)$/.test(name))
      .map(([, address]) => new URL(String(address)).pathname);
    const client = { client_id: 'wortlaut' };
    const ask = {
      ...client,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${url}/auth/callback`,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    };
    const begin = (changed: Record<string, string>): Try => ({
      path: `/oidc/auth?${new URLSearchParams({ ...ask, ...changed })}`,
    });
    const bearer = (access: string): Try => ({ headers: { authorization: `Bearer ${access}` } });
    const refresh = (token: string, more = client) => ({
      form: { ...more, grant_type: 'refresh_token', refresh_token: token },
    });
    const tries: Record<string, { method: string; tries: Tries }> = {
      '/oidc/auth': {
        method: 'GET',
        tries: {
          'an unknown client': [begin({ client_id: 'fremd' }), '303 invalid_client'],
          'an address that is not ours': [
            begin({ redirect_uri: 'https://fremd.example/auth/callback' }),
            '303 invalid_redirect_uri',
          ],
          'no proof': [begin({ code_challenge_method: 'plain' }), '303 invalid_request'],
          'tokens in the address': [begin({ response_type: 'token' }), '303 unsupported_response_type'],
          'another audience': [begin({ resource: 'https://fremd.example/api' }), '303 invalid_target'],
          'nobody, without asking': [begin({ prompt: 'none' }), '303 login_required'],
          'a sign-in that never was': [{ path: '/oidc/auth/none' }, '303 invalid_request'],
          'a sign-in that never was, with a query': [
            { path: '/oidc/auth/none?client_id=wortlaut' },
            '303 invalid_request',
          ],
        },
      },
      '/oidc/token': {
        method: 'POST',
        tries: {
          'an unknown token': [refresh('none'), '400 invalid_grant'],
          'somebody who has signed out': [refresh(people.left.refresh), '400 invalid_grant'],
          'another client': [refresh(people.owner.refresh, { client_id: 'fremd' }), '401 invalid_client'],
          'no client': [
            { form: { grant_type: 'refresh_token', refresh_token: 'none' } },
            '400 invalid_request',
          ],
          'a client by itself': [
            { form: { ...client, grant_type: 'client_credentials' } },
            '400 unsupported_grant_type',
          ],
          'a password': [
            { form: { ...client, grant_type: 'password', username: 'owner', password: petra.password } },
            '400 unsupported_grant_type',
          ],
        },
      },
      // RFC 7009 §2.2: an unknown token is revoked already.
      '/oidc/token/revocation': {
        method: 'POST',
        tries: {
          'an unknown token': [{ form: { ...client, token: 'none' } }, '200'],
          'another client': [
            { form: { client_id: 'fremd', token: people.owner.refresh } },
            '401 invalid_client',
          ],
        },
      },
      // It takes no token for the API, and there are no others.
      '/oidc/me': {
        method: 'GET',
        tries: {
          nobody: [{}, '401 invalid_token'],
          'the owner': [bearer(people.owner.access), '401 invalid_token'],
          'somebody who has signed out': [bearer(people.left.access), '401 invalid_token'],
        },
      },
      '/oidc/jwks': { method: 'GET', tries: { everybody: [{}, '200'] } },
    };
    expect(endpoints.toSorted()).toEqual(Object.keys(tries).toSorted());
    const before = await everythingStored(world);
    for (const [path, { method, tries: each }] of Object.entries(tries)) {
      expect(await wrongOf(url, method, path, each)).toEqual([]);
      const elsewhere = [otherHost, emptyHost].map((host) => [
        host,
        [{ headers: at(host) }, '404 request.not_found'],
      ]);
      expect(await wrongOf(url, method, path, Object.fromEntries(elsewhere) as Tries)).toEqual([]);
    }
    expect(await everythingStored(world)).toEqual(before);
    expect(await answerOf(url, 'POST', { path: '/oidc/token', ...refresh(people.owner.refresh) })).toBe(
      '200',
    );
  });
});

describe('a signed address of audio', () => {
  it('opens what it was signed for, until its end, on its own host', async () => {
    const world = await routeWorld();
    const { url, people, things, db, deps } = world;
    const expired = '403 player.link_expired';
    const { whole, removed, played, saved } = things;
    const [, session = '', until = '', signature = '', of = ''] =
      /^\/media\/([^.]+)\.(\d+)\.([\w-]+)\?of=(\w+)$/.exec(played) ?? [];
    expect(session).toBe(whole);
    const lockedSession = await buildSession(db, ownerOf({ host: testHost, id: people.locked.id }));
    const foreign = await buildSession(db, ownerOf({ host: otherHost, id: people.neighbour.id }));
    const nowMs = deps.clock.now();
    const later = nowMs + 60_000;
    const signed = (id: string, untilMs = later, key = deps.mediaKey): Try => ({
      path: `/media/${signMediaToken(key, id, untilMs)}`,
    });
    const [path = ''] = saved.split('?');
    const name = path.split('/').at(-1) ?? '';
    const tries: Tries = {
      'nothing signed': [{ path: '/media/none' }, expired],
      'no signature': [{ path: `/media/${session}.${until}` }, expired],
      'an empty signature': [{ path: `/media/${session}.${until}.` }, expired],
      'a signature by another key': [signed(whole, later, Buffer.alloc(32)), expired],
      'an address that has expired': [signed(whole, nowMs), expired],
      'a later end': [{ path: `/media/${session}.${Number(until) + 1}.${signature}` }, expired],
      'another session': [{ path: `/media/${removed}.${until}.${signature}` }, expired],
      'a name to save under': [{ path: `/media/${session}.${until}.${signature}/a.mp3` }, expired],
      'another name': [{ path: path.replace(name, 'b.mp3') }, expired],
      'no name': [{ path: path.replace(`/${name}`, '') }, expired],
      'other audio': [{ path: played.replace(of, 'f'.repeat(of.length)) }, expired],
      'another host': [{ path: played, headers: at(otherHost) }, expired],
      'a session of another host': [signed(foreign.id), expired],
      'a session of a locked person': [signed(lockedSession.id), '403 auth.forbidden'],
      'a session without audio': [signed(removed), '404 player.no_audio'],
    };
    const before = await everythingStored(world);
    for (const method of ['GET', 'HEAD'])
      expect(
        await wrongOf(
          url,
          method,
          '',
          Object.fromEntries(
            Object.entries(tries).map(([by, [sent, answer]]) => [
              by,
              [sent, method === 'HEAD' ? (answer.split(' ')[0] ?? '') : answer],
            ]),
          ),
        ),
      ).toEqual([]);
    expect(await everythingStored(world)).toEqual(before);
    for (const address of [played, saved]) {
      const bytes = Buffer.from(await (await fetch(url + address)).arrayBuffer());
      expect(bytes.equals(things.sound)).toBe(true);
    }
    // A locked owner's address ends too.
    await db.updateTable('user').set({ locked: 1 }).where('id', '=', people.owner.id).execute();
    expect(await answerOf(url, 'GET', { path: played })).toBe('403 auth.forbidden');
  });
});
