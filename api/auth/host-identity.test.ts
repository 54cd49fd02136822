import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDb } from '#api/db/open.ts';
import { buildDomain } from '#api/testing/builders.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { startTestIssuer } from '#api/testing/test-issuer.ts';
import { testServer } from '#api/testing/test-server.ts';

type Me = { userDb: { id: string; is_superuser: boolean } };
const proxied = { TRUST_PROXY: 'true' };

async function start(env: Record<string, string> = {}, overrides = {}) {
  const server = await testServer({ ...proxied, ...env }, overrides);
  const db = openDb(join(server.dataDir, 'wortlaut.db'));
  onTestFinished(() => db.destroy());
  const at = `http://localhost:${server.port}`;
  /** A browser that has opened the server under another name. */
  const browserAt = (name: string) => {
    const { port } = new URL(server.url);
    return createTestBrowser(`http://${name}${port && `:${port}`}`, at);
  };
  const ask = async (name: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(at + path, {
      ...init,
      headers: { ...init.headers, 'x-forwarded-host': name },
    });
    const text = await response.text();
    const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined;
    return { status: response.status, code, text, policy: response.headers.get('content-security-policy') };
  };
  return { server, db, at, browserAt, ask };
}
const meOf = async (browser: ReturnType<typeof createTestBrowser>, token: string) =>
  (await (await browser.me(token)).json()) as Me;

describe('the names of the public row', () => {
  it('sign in at the embedded provider, each under its own name, as one person', async () => {
    const { server, db, browserAt } = await start();
    await buildDomain(db, { host: 'localhost', names: '["zweit.example","*.wort.example"]' });
    const first = createTestBrowser(server.url);
    const { userDb } = await meOf(first, (await first.register(petra)).access_token);
    for (const name of ['zweit.example', 'bern.wort.example']) {
      const browser = browserAt(name);
      const page = await browser.start();
      expect([page.hostname, page.pathname]).toEqual([name, '/signin']);
      const callback = await browser.submit(page, 'login', petra);
      expect([callback.hostname, callback.pathname]).toEqual([name, '/auth/callback']);
      const answer = await browser.exchange(callback);
      const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
      expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: `${server.url}/oidc`, host: 'localhost' });
      expect((await meOf(browser, tokens.access_token)).userDb.id).toBe(userDb.id);
      expect((await browser.refresh(tokens.refresh_token)).status).toBe(200);
      expect((await first.me(tokens.access_token)).status).toBe(200);
    }
  });

  it('lead to exact names of the row, and to names below a star only from there', async () => {
    const { server, db, browserAt } = await start();
    await buildDomain(db, { host: 'localhost', names: '["zweit.example","*.wort.example"]' });
    const { port } = new URL(server.url);
    const to = (name: string) => ({ redirect_uri: `http://${name}:${port}/auth/callback` });
    const outcome = async (from: string, name: string) => {
      const page = await browserAt(from).start(to(name));
      return page.searchParams.has('interaction') ? 'form' : page.searchParams.get('error');
    };
    expect(await outcome('localhost', 'zweit.example')).toBe('form');
    expect(await outcome('zweit.example', 'localhost')).toBe('form');
    expect(await outcome('bern.wort.example', 'bern.wort.example')).toBe('form');
    for (const [from, name] of [
      ['localhost', 'bern.wort.example'],
      ['zweit.example', 'evil.wort.example'],
      ['bern.wort.example', 'evil.wort.example'],
      ['localhost', 'evil.example'],
    ] as const)
      expect([from, name, await outcome(from, name)]).toEqual([from, name, 'invalid_redirect_uri']);
  });

  it('keep their people when the row and the public address get another name', async () => {
    const dataDir = await testFolder();
    const before = await testServer({ ...proxied, DATA_DIR: dataDir, PUBLIC_URL: 'http://alt.example' });
    const old = createTestBrowser('http://alt.example', `http://localhost:${before.port}`);
    const { userDb } = await meOf(old, (await old.register(petra)).access_token);
    await before.close();
    const rename = openDb(join(dataDir, 'wortlaut.db'));
    await buildDomain(rename, { key: 'alt.example', host: 'neu.example' });
    await rename.destroy();
    const after = await testServer({ ...proxied, DATA_DIR: dataDir, PUBLIC_URL: 'https://neu.example' });
    const browser = createTestBrowser('https://neu.example', `http://localhost:${after.port}`);
    const tokens = await browser.signIn(petra);
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: 'https://neu.example/oidc',
      host: 'alt.example',
    });
    expect((await meOf(browser, tokens.access_token)).userDb).toMatchObject({
      id: userDb.id,
      is_superuser: true,
    });
  });
});

describe('a host without a provider', () => {
  it('says so at the sign-in, and treats tokens as those of strangers', async () => {
    const { server, db, ask } = await start();
    await buildDomain(db, { host: 'leer.example' });
    const tokens = await createTestBrowser(server.url).register(petra);
    const json = { 'content-type': 'application/json' };
    const refresh = {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ refresh_token: tokens.refresh_token }),
    };
    const login = { method: 'POST', headers: json, body: JSON.stringify(petra) };
    for (const name of ['leer.example', 'ohne.example']) {
      const config = await ask(name, '/api/auth/config');
      expect([config.status, config.code]).toEqual([409, 'auth.not_configured']);
      const me = await ask(name, '/api/auth/me', {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      expect([me.status, me.code]).toEqual([401, 'auth.required']);
      const refreshed = await ask(name, '/api/auth/refresh', refresh);
      expect([refreshed.status, refreshed.code]).toEqual([401, 'auth.refresh_rejected']);
      expect((await ask(name, '/oidc/auth?client_id=wortlaut')).status).toBe(404);
      expect((await ask(name, '/api/auth/interaction/x/login', login)).status).toBe(404);
    }
    expect((await createTestBrowser(server.url).refresh(tokens.refresh_token)).status).toBe(200);
  });
});

describe('the provider of a row', () => {
  it.each(['', '/'])('is found with and without a slash at its end (%j)', async (end) => {
    const { db, ask } = await start();
    const { issuer, sign } = await startTestIssuer('wort', '/');
    const named = issuer.slice(0, -1) + end;
    const identity = { issuer: named, client_id: 'wort', role_claim: null, roles: {} };
    await buildDomain(db, { host: 'id.example', identity: JSON.stringify(identity) });
    const config = await ask('id.example', '/api/auth/config');
    expect(JSON.parse(config.text)).toMatchObject({
      issuer,
      client_id: 'wort',
      embedded: false,
      register: false,
    });
    const authorization = `Bearer ${await sign({ sub: 'hans' })}`;
    expect((await ask('id.example', '/api/auth/me', { headers: { authorization } })).status).toBe(200);
    const [row] = await db.selectFrom('user').select('issuer').execute();
    expect(row?.issuer).toBe(issuer);
  });

  it('tells the roles of a person in each token, and never makes a superuser', async () => {
    const { db, ask } = await start();
    const { issuer, sign } = await startTestIssuer('wort');
    const identity = (roles: object) =>
      JSON.stringify({ issuer, client_id: 'wort', role_claim: 'realm.roles', roles });
    await buildDomain(db, {
      host: 'id.example',
      identity: identity({ admin: 'chief', is_superuser: 'boss' }),
    });
    const after = async (claims: object) => {
      const token = await sign({ sub: 'hans', ...claims });
      await ask('id.example', '/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
      return db.selectFrom('user').select(['claim_roles', 'is_superuser']).executeTakeFirstOrThrow();
    };
    const all = { realm: { roles: ['admin', 'is_superuser'] }, is_superuser: true };
    expect(await after(all)).toEqual({ claim_roles: '["boss","chief"]', is_superuser: 0 });
    expect(await after({ realm: { roles: 'admin' } })).toEqual({ claim_roles: '["chief"]', is_superuser: 0 });
    expect(await after({})).toEqual({ claim_roles: '[]', is_superuser: 0 });
    await after({ realm: { roles: 'admin' } });
    await db
      .updateTable('domain')
      .set({ identity: identity({ admin: 'head' }) })
      .execute();
    expect((await after({ realm: { roles: 'admin' } })).claim_roles).toBe('["head"]');
  });

  it('is where forms of the page may lead to, on this host alone', async () => {
    const distDir = join(await testFolder(), 'page');
    await mkdir(distDir);
    await writeFile(join(distDir, 'index.html'), '<title>Wortlaut</title>');
    const { server, db, ask } = await start({}, { distDir });
    const identity = {
      issuer: 'https://id.example/x;script-src *',
      client_id: 'w',
      role_claim: null,
      roles: {},
    };
    await buildDomain(db, { host: 'id.example', identity: JSON.stringify(identity) });
    // The embedded provider is not replaced by a row, so nobody is locked out.
    await buildDomain(db, { host: 'localhost', identity: JSON.stringify(identity) });
    for (const path of ['/', '/signin', '/index.html'])
      expect((await ask('id.example', path)).policy).toMatch(/form-action 'self' https:\/\/id\.example$/);
    for (const name of ['localhost', 'other.example'])
      expect((await ask(name, '/')).policy).toMatch(/form-action 'self'$/);
    await createTestBrowser(server.url).register(petra);
  });
});

describe('other names of this machine', () => {
  it('are led to the public address, unless people sign in there', async () => {
    const { db, at } = await start();
    const statusAt = async (name: string) =>
      (await fetch(`${at}/signin`, { headers: { 'x-forwarded-host': name }, redirect: 'manual' })).status;
    await buildDomain(db, { host: 'alt.localhost' });
    await buildDomain(db, { host: 'localhost', names: '["zweit.localhost"]' });
    expect([await statusAt('127.0.0.1'), await statusAt('alt.localhost')]).toEqual([307, 307]);
    expect(await statusAt('zweit.localhost')).not.toBe(307);
  });
});
