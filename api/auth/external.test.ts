import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { minuteMs } from '#api/contract/time.ts';
import { realmPassword, startRealms } from '#api/testing/realm-provider.ts';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testServer } from '#api/testing/test-server.ts';

type Answer = { access_token: string; refresh_token: string; code?: string };
type Config = { end_session_endpoint: string };

/** A server whose people sign in at a provider beside it, and a browser that has opened it. */
async function start() {
  const clock = testClock(Date.now());
  const realms = await startRealms();
  onTestFinished(() => realms.close());
  const server = await testServer(realms.env, { clock });
  realms.admit(server.url);
  const browser = createTestBrowser(server.url);
  const answerOf = async (response: Response) => {
    const body = (await response.json()) as Answer;
    return { status: response.status, code: body.code, body };
  };
  const signIn = async (extra: Record<string, string> = {}) => {
    const form = await browser.start(extra);
    return browser.submitForm(form, { username: 'petra', password: realmPassword });
  };
  return { clock, realms, server, browser, answerOf, signIn };
}

const rejected = { status: 401, code: 'auth.refresh_rejected' };

describe('an external identity provider', () => {
  // Mutes the library's warnings that the test provider is not for production.
  beforeEach(() => {
    for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
    return () => vi.restoreAllMocks();
  });

  it('signs in, refreshes and logs out by the same calls, with the realm of the host', async () => {
    const { realms, browser, answerOf, signIn } = await start();
    const issuer = `${realms.origin}/realms/main-test`;
    const config = (await (await browser.request('/api/auth/config')).json()) as Config;
    expect(config).toMatchObject({
      issuer,
      client_id: 'wort',
      embedded: false,
      register: false,
      end_session_endpoint: `${issuer}/protocol/openid-connect/logout`,
    });

    const callback = await signIn();
    expect(callback.searchParams.get('session_state')).toBeTruthy();
    const { body: tokens } = await answerOf(await browser.exchange(callback));
    expect(Object.keys(tokens).toSorted()).toEqual(['access_token', 'expires_in', 'refresh_token']);
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: issuer,
      aud: 'account',
      azp: 'wort',
      realm_access: { roles: ['default-roles-main-test', 'offline_access', 'clerk'] },
    });
    const me = (await (await browser.me(tokens.access_token)).json()) as { user: { sub: string } };
    expect(me).toMatchObject({
      user: { preferred_username: 'petra', email: 'petra@main-test.example' },
      userDb: { is_superuser: true },
    });
    expect(me.user.sub).toMatch(/^[\da-f-]{36}$/);

    const { body: refreshed } = await answerOf(await browser.refresh(tokens.refresh_token));
    expect(refreshed.refresh_token).toBe(tokens.refresh_token);
    expect((await browser.me(refreshed.access_token)).status).toBe(200);
    expect((await browser.logout(refreshed.refresh_token)).status).toBe(204);
    expect(await answerOf(await browser.refresh(refreshed.refresh_token))).toMatchObject(rejected);
  });

  it('gives tokens for the nonce of the page only, once for a code, and to its own verifier', async () => {
    const { browser, answerOf, signIn } = await start();
    const refused = { status: 401, code: 'auth.code_rejected' };
    const nonce = 'of this sign-in';
    const first = await answerOf(await browser.exchange(await signIn({ nonce }), { nonce }));
    expect(first.status).toBe(200);
    // Such access tokens have the nonce too, and are no ID tokens.
    expect(decodeJwt(first.body.access_token)).toMatchObject({ nonce, typ: 'Bearer' });
    expect((await browser.me(first.body.access_token)).status).toBe(200);

    const again = () => browser.start({ nonce });
    expect(await answerOf(await browser.exchange(await again(), { nonce: 'another' }))).toMatchObject(
      refused,
    );
    expect(await answerOf(await browser.exchange(await browser.start(), { nonce }))).toMatchObject(refused);
    const verifier = { code_verifier: 'x'.repeat(43) };
    expect(await answerOf(await browser.exchange(await again(), verifier))).toMatchObject(refused);

    const callback = await again();
    const { status, body } = await answerOf(await browser.exchange(callback, { nonce }));
    expect(status).toBe(200);
    expect(await answerOf(await browser.exchange(callback, { nonce }))).toMatchObject(refused);
    // Who uses a code twice may have stolen it, so the provider ends what it has given for it.
    expect(await answerOf(await browser.refresh(body.refresh_token))).toMatchObject(rejected);
  });

  it('leads to our own address alone', async () => {
    const { realms, server, browser } = await start();
    const leadsTo = async (redirectUri: string) => {
      const query = new URLSearchParams({
        client_id: 'wort',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: redirectUri,
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      });
      const issuer = `${realms.origin}/realms/main-test`;
      return (await browser.request(`${issuer}/protocol/openid-connect/auth?${query}`)).status;
    };
    const own = `${server.url}/auth/callback`;
    expect(await leadsTo(own)).toBe(303);
    for (const other of [`${own}/`, `${own}?x=1`, `${server.url}/`, 'http://evil.example/auth/callback'])
      expect([other, await leadsTo(other)]).toEqual([other, 400]);
  });

  it('that is away does not stop who has a valid token; a sign-in says so, and goes on after it', async () => {
    const { clock, realms, browser, answerOf, signIn } = await start();
    const { body: tokens } = await answerOf(await browser.exchange(await signIn()));
    const unreachable = { status: 502, code: 'auth.provider_unreachable' };
    const config = async () => answerOf(await browser.request('/api/auth/config'));
    await realms.away();
    clock.advance(4 * minuteMs);
    expect((await browser.me(tokens.access_token)).status).toBe(200);
    expect(await config()).toMatchObject(unreachable);
    expect(await answerOf(await browser.refresh(tokens.refresh_token))).toMatchObject(unreachable);
    await realms.back();
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200);
    clock.advance(2_000);
    expect((await config()).status).toBe(200);
    expect((await browser.exchange(await browser.start())).status).toBe(200);
  });

  it('that cannot be reached is a failure of its own, not a wrong token', async () => {
    const server = await testServer({ OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'wort' });
    const response = await fetch(`${server.url}/api/auth/config`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      502,
      'auth.provider_unreachable',
    ]);
  });

  it('has no forms of ours', async () => {
    const { server } = await start();
    const response = await fetch(`${server.url}/api/auth/interaction/x/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@b.example', password: 'x' }),
    });
    expect(response.status).toBe(404);
  });
});
