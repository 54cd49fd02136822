import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Health } from '#api/contract/health.ts';
import { createLog } from '#api/lib/log.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testServer } from '#api/testing/test-server.ts';

const start = async (env: Record<string, string> = {}, overrides = {}) => {
  const server = await testServer(env, overrides);
  return { server, browser: createTestBrowser(server.url) };
};
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

describe('signing in with the embedded provider', () => {
  it('registers, exchanges the code and knows the person, who is superuser as the first of the host', async () => {
    const { browser } = await start();
    const { access_token, expires_in } = await browser.register(petra);
    const me = await (await browser.me(access_token)).json();
    expect(me).toEqual({
      authenticated: true,
      user: {
        sub: decodeJwt(access_token).sub,
        preferred_username: petra.email,
        email: petra.email,
        given_name: 'Petra',
        family_name: 'Muster',
        email_verified: false,
      },
      userDb: { id: expect.any(String), config: {}, is_verified: false, is_superuser: true, quota: null },
    });
    expect(expires_in).toBe(900);
  });

  it('issues an asymmetrically signed token for this host, this audience and this issuer', async () => {
    const { server, browser } = await start();
    const { access_token } = await browser.register(petra);
    expect(decodeProtectedHeader(access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(decodeJwt(access_token)).toMatchObject({
      iss: `${server.url}/oidc`,
      aud: `${server.url}/api`,
      host: 'localhost',
      email: petra.email,
    });
  });

  it('makes only the first registered account superuser, whoever calls first', async () => {
    const { server, browser } = await start();
    const first = await browser.start();
    await browser.submit(first, 'register', petra);
    const other = createTestBrowser(server.url);
    const tokens = await other.register({ ...petra, email: 'hans@example.org' });
    expect(await (await other.me(tokens.access_token)).json()).toMatchObject({
      userDb: { is_superuser: false },
    });
  });

  it('refuses a code with another verifier and a code that was used', async () => {
    const { browser } = await start();
    const callback = await browser.submit(await browser.start(), 'register', petra);
    const wrong = await browser.exchange(callback, { code_verifier: 'x'.repeat(43) });
    expect([wrong.status, await codeOf(wrong)]).toEqual([401, 'auth.code_rejected']);
    const next = await browser.start();
    expect((await browser.exchange(next)).status).toBe(200);
    expect(await codeOf(await browser.exchange(next))).toBe('auth.code_rejected');
  });

  it('wants PKCE with S256', async () => {
    const { browser } = await start();
    const page = await browser.start({ code_challenge_method: 'plain' });
    expect(page.searchParams.get('error')).toBe('invalid_request');
  });

  it('sends a sign-in with an address that is not ours to the page, with an error', async () => {
    const { browser, server } = await start();
    const page = await browser.start({ redirect_uri: 'https://elsewhere.example/callback' });
    expect([page.origin, page.pathname, page.searchParams.get('error')]).toEqual([
      server.url,
      '/signin',
      'invalid_redirect_uri',
    ]);
  });

  it('signs in silently while the session of the provider lives', async () => {
    const { browser } = await start();
    await browser.register(petra);
    expect((await browser.start()).pathname).toBe('/auth/callback');
  });

  it('sets cookies that no script reads and that other sites do not send', async () => {
    const { browser } = await start();
    const page = await browser.start();
    const uid = page.searchParams.get('interaction') ?? '';
    const { redirect_to } = (await (
      await browser.post(`/api/auth/interaction/${uid}/register`, petra)
    ).json()) as { redirect_to: string };
    const lines = (await browser.request(redirect_to)).headers.getSetCookie();
    const session = lines.find((line) => line.startsWith('wortlaut_session='));
    expect(session?.toLowerCase()).toContain('httponly');
    expect(session?.toLowerCase()).toContain('samesite=lax');
  });

  it('lets someone else sign in over a living session', async () => {
    const { browser, server } = await start();
    await browser.register(petra);
    const hans = { ...petra, email: 'hans@example.org' };
    await createTestBrowser(server.url).register(hans);
    const callback = await browser.submit(await browser.start({ prompt: 'login' }), 'login', hans);
    const { access_token } = (await (await browser.exchange(callback)).json()) as { access_token: string };
    expect(decodeJwt(access_token)['email']).toBe('hans@example.org');
  });
});

describe('behind a proxy that ends HTTPS', () => {
  it('sets secure cookies, and knows its own address whatever it is reached by', async () => {
    const server = await testServer({ PUBLIC_URL: 'https://wort.example', TRUST_PROXY: 'true' });
    const headers = { 'x-forwarded-host': 'wort.example', 'x-forwarded-proto': 'https' };
    const inside = `http://127.0.0.1:${server.port}`;
    const config = (await (await fetch(`${inside}/api/auth/config`, { headers })).json()) as object;
    expect(config).toMatchObject({
      issuer: 'https://wort.example/oidc',
      authorization_endpoint: 'https://wort.example/oidc/auth',
    });
    const query = new URLSearchParams({
      client_id: 'wortlaut',
      response_type: 'code',
      redirect_uri: 'https://wort.example/auth/callback',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const response = await fetch(`${inside}/oidc/auth?${query}`, { headers, redirect: 'manual' });
    expect(response.headers.get('location')).toMatch(/^\/signin\?interaction=/);
    const cookies = response.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie.toLowerCase()).toContain('; secure');
  });
});

describe('the form', () => {
  it('answers the same for a wrong password and an unknown address', async () => {
    const { browser, server } = await start();
    await browser.register(petra);
    const other = createTestBrowser(server.url);
    const uid = (await other.start()).searchParams.get('interaction') ?? '';
    const wrong = await other.post(`/api/auth/interaction/${uid}/login`, { ...petra, password: 'falsch' });
    const unknown = await other.post(`/api/auth/interaction/${uid}/login`, {
      email: 'nobody@example.org',
      password: 'falsch',
    });
    expect([wrong.status, await codeOf(wrong)]).toEqual([401, 'auth.credentials_wrong']);
    expect([unknown.status, await codeOf(unknown)]).toEqual([401, 'auth.credentials_wrong']);
  });

  it('makes people wait after five attempts, and lets them in when the time has passed', async () => {
    const clock = testClock(Date.now());
    const { browser, server } = await start({}, { clock });
    await browser.register(petra);
    const other = createTestBrowser(server.url);
    const uid = (await other.start()).searchParams.get('interaction') ?? '';
    const attempt = (password: string) =>
      other.post(`/api/auth/interaction/${uid}/login`, { email: petra.email, password });
    for (let count = 0; count < 5; count++) expect((await attempt('falsch')).status).toBe(401);
    const blocked = await attempt(petra.password);
    expect(blocked.status).toBe(429);
    expect(await blocked.json()).toMatchObject({ code: 'auth.too_many_attempts', retry_after_s: 5 });
    expect(blocked.headers.get('retry-after')).toBe('5');
    clock.advance(5_000);
    expect((await attempt(petra.password)).status).toBe(200);
  });

  it('refuses an address that is taken, in any case of its letters', async () => {
    const { browser, server } = await start();
    await browser.register(petra);
    const other = createTestBrowser(server.url);
    const uid = (await other.start()).searchParams.get('interaction') ?? '';
    const response = await other.post(`/api/auth/interaction/${uid}/register`, {
      ...petra,
      email: 'PETRA@Example.org',
    });
    expect([response.status, await codeOf(response)]).toEqual([409, 'auth.email_taken']);
  });

  it.each(['1234567890', 'passwort12', petra.email])('does not take the password %s', async (password) => {
    const { browser } = await start();
    const uid = (await browser.start()).searchParams.get('interaction') ?? '';
    const response = await browser.post(`/api/auth/interaction/${uid}/register`, { ...petra, password });
    expect([response.status, await codeOf(response)]).toEqual([400, 'auth.password_weak']);
    await browser.submit(new URL(`http://x/?interaction=${uid}`), 'register', petra);
  });

  it('belongs to the browser that started it', async () => {
    const { browser, server } = await start();
    const uid = (await browser.start()).searchParams.get('interaction') ?? '';
    const thief = createTestBrowser(server.url);
    const response = await thief.post(`/api/auth/interaction/${uid}/register`, petra);
    expect([response.status, await codeOf(response)]).toEqual([410, 'auth.interaction_expired']);
  });

  it('with registration closed takes the first account and no other', async () => {
    const { browser, server } = await start({ REGISTRATION: 'closed' });
    const config = async () => (await (await browser.request('/api/auth/config')).json()) as object;
    expect(await config()).toMatchObject({ embedded: true, register: true });
    await browser.register(petra);
    expect(await config()).toMatchObject({ register: false });
    const other = createTestBrowser(server.url);
    const uid = (await other.start()).searchParams.get('interaction') ?? '';
    const response = await other.post(`/api/auth/interaction/${uid}/register`, {
      ...petra,
      email: 'hans@example.org',
    });
    expect([response.status, await codeOf(response)]).toEqual([403, 'auth.registration_closed']);
  });
});

describe('guessing passwords', () => {
  /** A server behind a trusted proxy, and visitors with different IP addresses. */
  async function withVisitors() {
    const clock = testClock(Date.now());
    const { server } = await start({ TRUST_PROXY: 'true' }, { clock });
    const visitor = async (address: string, browser = createTestBrowser(server.url)) => {
      const page = await browser.start({ prompt: 'login' });
      const uid = page.searchParams.get('interaction') ?? '';
      const headers = { 'x-forwarded-for': address };
      return async (password: string, email = petra.email, what = 'login') => {
        const form = { ...petra, email, password };
        const response = await browser.post(`/api/auth/interaction/${uid}/${what}`, form, headers);
        return response.ok ? 'in' : await codeOf(response);
      };
    };
    const owner = createTestBrowser(server.url);
    await owner.register(petra);
    return { clock, server, owner, visitor };
  }

  it('from one address locks nobody at another address out of the account', async () => {
    const { visitor } = await withVisitors();
    const thief = await visitor('203.0.113.9');
    for (let count = 0; count < 5; count++) expect(await thief('falsch')).toBe('auth.credentials_wrong');
    expect(await thief(petra.password)).toBe('auth.too_many_attempts');
    const elsewhere = await visitor('198.51.100.1');
    expect(await elsewhere(petra.password)).toBe('in');
  });

  it('gains nothing by the many addresses of one IPv6 network', async () => {
    const { visitor } = await withVisitors();
    for (let count = 0; count < 5; count++) {
      const thief = await visitor(`2001:db8:0:1::${count}`);
      expect(await thief('falsch')).toBe('auth.credentials_wrong');
    }
    expect(await (await visitor('2001:db8:0:1:ffff::1'))(petra.password)).toBe('auth.too_many_attempts');
    expect(await (await visitor('2001:db8:0:2::1'))(petra.password)).toBe('in');
  });

  it('from the same address, or from many, does not lock out a browser that has signed in before', async () => {
    const { owner, visitor } = await withVisitors();
    for (let place = 0; place < 20; place++) {
      const thief = await visitor(`203.0.113.${place}`);
      for (let count = 0; count < 5; count++) await thief('falsch');
    }
    const stranger = await visitor('198.51.100.1');
    expect(await stranger(petra.password)).toBe('auth.too_many_attempts');
    const known = await visitor('203.0.113.1', owner);
    expect(await known(petra.password)).toBe('in');
  });

  it('in a browser that has signed in before is limited to five tries as well', async () => {
    const { owner, visitor } = await withVisitors();
    const mark = owner.cookies.get('wortlaut_device') ?? '';
    expect(mark).toMatch(/^[\w-]{36}\.[\w-]{27}$/);
    const known = await visitor('203.0.113.1', owner);
    for (let count = 0; count < 5; count++) expect(await known('falsch')).toBe('auth.credentials_wrong');
    expect(await known(petra.password)).toBe('auth.too_many_attempts');
  });

  it('does not include registrations: 60 people may register from one address', async () => {
    const { visitor } = await withVisitors();
    for (let n = 0; n < 60; n++) {
      const newcomer = await visitor('198.51.100.1');
      expect(await newcomer(petra.password, `person${n}@example.org`, 'register')).toBe('in');
    }
    const colleague = await visitor('198.51.100.1');
    expect(await colleague(petra.password)).toBe('in');
  });
});

describe('behind a proxy while TRUST_PROXY is off', () => {
  it('health has a hint, the log one warning, and nothing else changes', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const { server } = await start({}, { log });
    const health = async (headers = {}) =>
      (await (await fetch(`${server.url}/api/v1/health`, { headers })).json()) as Health;
    const before = await health();
    expect(before.hints).toEqual([]);
    for (let n = 0; n < 3; n++) await health({ 'x-forwarded-for': '203.0.113.9' });
    expect(await health()).toEqual({ ...before, hints: ['proxy.not_trusted'] });
    expect(lines.filter((line) => line.includes('proxy.not_trusted'))).toHaveLength(1);
  });
});

describe('staying signed in and logging out', () => {
  it('ends all tokens and the session of the provider at logout, so that the form comes again', async () => {
    const { browser } = await start();
    const { access_token, refresh_token } = await browser.register(petra);
    expect((await browser.logout(refresh_token)).status).toBe(204);
    expect((await browser.refresh(refresh_token)).status).toBe(401);
    expect((await browser.me(access_token)).status).toBe(401);
    expect((await browser.start()).pathname).toBe('/signin');
    expect((await browser.logout('unknown')).status).toBe(204);
  });

  it('keeps people signed in over a restart', async () => {
    const { browser, server } = await start();
    const { refresh_token } = await browser.register(petra);
    const port = new URL(server.url).port;
    await server.close();
    const again = await testServer({ DATA_DIR: server.dataDir, PORT: port });
    const { access_token } = (await (await browser.refresh(refresh_token)).json()) as {
      access_token: string;
    };
    expect(again.url).toBe(server.url);
    expect((await browser.me(access_token)).status).toBe(200);
    expect((await browser.start()).pathname).toBe('/auth/callback');
  });

  it('keeps its keys readable for the server alone', async () => {
    const { server } = await start();
    const { mode } = await stat(join(server.dataDir, 'keys', 'oidc.json'));
    expect(mode & 0o777).toBe(0o600);
  });
});

describe('sign-ins that are only begun', () => {
  it('are limited to 300 for an address in a quarter of an hour', async () => {
    const clock = testClock();
    const { server } = await start({}, { clock });
    const begin = (state: string) => {
      const query = new URLSearchParams({
        client_id: 'wortlaut',
        response_type: 'code',
        scope: 'openid',
        state,
        redirect_uri: `${server.url}/auth/callback`,
        code_challenge_method: 'S256',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      });
      return fetch(`${server.url}/oidc/auth?${query.toString()}`, { redirect: 'manual' });
    };
    expect(await codeOf(await begin('x'.repeat(6_000)))).toBe('request.invalid');
    for (let count = 0; count < 300; count++) expect((await begin('a')).status).toBe(303);
    const refused = await begin('a');
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'auth.too_many_attempts']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    clock.advance(15 * 60_000);
    expect((await begin('a')).status).toBe(303);
  });
});
