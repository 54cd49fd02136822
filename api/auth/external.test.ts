import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { testServer } from '#api/testing/test-server.ts';

/**
 * An OpenID provider under a realm's path that signs everyone in as Petra. Its access tokens contain the client but no
 * audience. `admit` registers the client.
 */
async function startExternal() {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${origin}/realms/main-test`;
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { origin, admit: (client: string) => serveProvider(server, origin, issuer, client) };
}

function serveProvider(server: Server, origin: string, issuer: string, client: string): void {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'wort',
        redirect_uris: [`${client}/auth/callback`],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    scopes: ['openid', 'profile', 'email'],
    claims: { email: ['email'], profile: ['preferred_username'] },
    issueRefreshToken: () => true,
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:account',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: 'account',
          accessTokenTTL: 300,
          accessTokenFormat: 'jwt',
        }),
      },
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, email: 'petra@id.example' }) }),
    extraTokenClaims: () => ({ azp: 'wort', email: 'petra@id.example', preferred_username: 'petra' }),
    interactions: { url: (_ctx, { uid }) => `${origin}/realms/main-test/login/${uid}` },
    cookies: { short: { path: '/' }, long: { path: '/' } },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  server.on('request', (incoming, outgoing) => {
    const path = (incoming.url ?? '').replace('/realms/main-test', '');
    if (path.startsWith('/login/')) {
      void provider.interactionFinished(incoming, outgoing, { login: { accountId: 'petra' } });
      return;
    }
    Object.assign(incoming, { originalUrl: incoming.url, url: path });
    void callback(incoming, outgoing);
  });
}

const externalEnv = (origin: string) => ({
  OIDC_ISSUER: `${origin}/realms/{realm}`,
  OIDC_CLIENT_ID: 'wort',
  OIDC_REALM_RULES: '.wort.example={name},*=main-{environment}',
});

describe('an external identity provider', () => {
  // Mutes the library's warnings that the test provider is not for production.
  beforeEach(() => {
    for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {});
    return () => vi.restoreAllMocks();
  });

  it('signs in, refreshes and logs out by the same calls, with the realm of the host', async () => {
    const { origin, admit } = await startExternal();
    const server = await testServer(externalEnv(origin));
    admit(server.url);
    const browser = createTestBrowser(server.url);
    const config = (await (await browser.request('/api/auth/config')).json()) as Record<string, unknown>;
    expect(config).toMatchObject({
      issuer: `${origin}/realms/main-test`,
      client_id: 'wort',
      embedded: false,
      register: false,
      end_session_endpoint: `${origin}/realms/main-test/session/end`,
    });

    const callback = await browser.start();
    const tokens = (await (await browser.exchange(callback)).json()) as Record<string, string>;
    const me = await browser.me(tokens['access_token'] ?? '');
    expect(await me.json()).toMatchObject({
      user: { sub: 'petra', email: 'petra@id.example' },
      userDb: { is_superuser: true },
    });

    const refreshed = (await (await browser.refresh(tokens['refresh_token'] ?? '')).json()) as Record<
      string,
      string
    >;
    expect((await browser.me(refreshed['access_token'] ?? '')).status).toBe(200);
    expect((await browser.logout(refreshed['refresh_token'] ?? '')).status).toBe(204);
    expect((await browser.refresh(refreshed['refresh_token'] ?? '')).status).toBe(401);
  });

  it('that cannot be reached is a failure of its own, not a wrong token', async () => {
    const server = await testServer(externalEnv('http://127.0.0.1:9'));
    const response = await fetch(`${server.url}/api/auth/config`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      502,
      'auth.provider_unreachable',
    ]);
  });

  it('has no forms of ours', async () => {
    const { origin } = await startExternal();
    const server = await testServer(externalEnv(origin));
    const response = await fetch(`${server.url}/api/auth/interaction/x/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@b.example', password: 'x' }),
    });
    expect(response.status).toBe(404);
  });
});
