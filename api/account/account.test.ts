import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ResetLink, SignIns } from '#api/contract/account.ts';
import { openDb } from '#api/db/open.ts';
import { startSmtpServer } from '#api/testing/smtp/smtp-server.ts';
import { createTestBrowser, petra, type SignUpForm } from '#api/testing/test-browser.ts';
import { testServer } from '#api/testing/test-server.ts';

const hans: SignUpForm = { ...petra, email: 'hans@example.org', given_name: 'Hans', family_name: 'Beispiel' };
const otherPassword = 'ein ganz anderes Kennwort';

/** A server with a mail server: `petra` is its superuser, `hans` an ordinary person. */
async function served() {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.stop());
  const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'noreply@example.org' };
  const server = await testServer(mail);
  const db = openDb(join(server.dataDir, 'wortlaut.db'));
  onTestFinished(() => db.destroy());
  const browser = createTestBrowser(server.url);
  const chief = await createTestBrowser(server.url).register(petra);
  const tokens = await browser.register(hans);
  const call = async (method: string, path: string, json?: object, access = tokens.access_token) => {
    const response = await browser.request(path, {
      method,
      headers: {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        'accept-language': 'fr',
      },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as { code?: string } };
  };
  const open = async (path: string, json: object) => {
    const { status, body } = await call('POST', path, json, 'none');
    return [status, ...(body.code ? [body.code] : [])].join(' ');
  };
  /** Waits for the letter of this number, and returns it. */
  const letter = async (number: number) => {
    await expect.poll(() => smtp.taken.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(number);
    const taken = smtp.taken[number - 1]!;
    const { text = '', subject } = await smtp.read(taken);
    return { to: taken.to, subject, text, token: /#([\w-]{43})/.exec(text)?.[1] ?? '' };
  };
  const person = async (email: string) =>
    db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  return { server, db, smtp, browser, chief, tokens, call, open, letter, person };
}

describe('a forgotten password', () => {
  it('is set anew by a link of a mail, once; it ends all sign-ins, and the person is told', async () => {
    const { server, db, tokens, call, open, letter, person } = await served();
    expect((await call('GET', '/api/auth/config')).body).toMatchObject({ reset: true });
    expect(await open('/api/auth/forgot', { email: ' Hans@Example.org '.trim() })).toBe('204');
    const first = await letter(1);
    expect(first).toMatchObject({ to: ['hans@example.org'], subject: 'Définir un nouveau mot de passe' });
    expect(first.text).toContain(`${server.url}/reset#${first.token}`);
    expect(JSON.stringify(await db.selectFrom('account_link').selectAll().execute())).not.toContain(
      first.token,
    );
    await open('/api/auth/forgot', { email: hans.email });
    const { token } = await letter(2);
    // The former link ends when the mail server has accepted the letter.
    await expect.poll(() => db.selectFrom('account_link').select('hash').execute()).toHaveLength(1);

    const reset = (password: string, by = token) => open('/api/auth/reset', { token: by, password });
    expect(await reset(otherPassword, first.token)).toBe('410 auth.link_expired');
    expect(await reset('hans@example.org')).toBe('400 auth.password_weak');
    expect(await reset(otherPassword)).toBe('204');
    expect(await reset('noch ein langes Kennwort')).toBe('410 auth.link_expired');

    expect((await call('GET', '/api/auth/me')).status).toBe(401);
    const browser = createTestBrowser(server.url);
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(401);
    await expect(browser.signIn(hans)).rejects.toThrow('auth.credentials_wrong');
    expect(await browser.signIn({ ...hans, password: otherPassword })).toHaveProperty('access_token');
    expect(await letter(3)).toMatchObject({ to: ['hans@example.org'], token: '' });
    const { id, is_verified } = await person(hans.email);
    // Who opened the mail has the address.
    expect(is_verified).toBe(1);
    expect(await db.selectFrom('outbox').selectAll().execute()).toMatchObject([
      { kind: 'person.password_reset', user_id: id, actor: `person:${id}`, payload: '{"mailed":true}' },
    ]);
  });

  it('is asked for alike by all: known, unknown and locked addresses, and too many of each', async () => {
    const { smtp, db, open } = await served();
    await db.updateTable('user').set({ locked: 1 }).where('email', '=', hans.email).execute();
    for (const email of ['niemand@example.org', hans.email]) {
      for (let times = 0; times < 3; times++) expect(await open('/api/auth/forgot', { email })).toBe('204');
      expect(await open('/api/auth/forgot', { email })).toBe('429 auth.too_many_attempts');
    }
    expect(await open('/api/auth/forgot', { email: petra.email })).toBe('204');
    await expect.poll(() => smtp.taken.length, { timeout: 10_000 }).toBe(1);
    expect(smtp.taken[0]?.to).toEqual([petra.email]);
  });

  it('is no longer set by a link that is an hour old', async () => {
    const { db, open, letter } = await served();
    await open('/api/auth/forgot', { email: hans.email });
    const { token } = await letter(1);
    const { expires_at } = await db.selectFrom('account_link').selectAll().executeTakeFirstOrThrow();
    expect(Math.abs(expires_at - Date.now() - 3_600_000)).toBeLessThan(60_000);
    await db.updateTable('account_link').set({ expires_at: Date.now() }).execute();
    expect(await open('/api/auth/reset', { token, password: otherPassword })).toBe('410 auth.link_expired');
  });

  it('is set by the link of a superuser, who is written down; the person is told, and the address is not proved', async () => {
    const { server, db, chief, call, open, letter, person } = await served();
    const { id } = await person(hans.email);
    const path = `/api/v1/admin/domains/localhost/people/${id}/reset-link`;
    expect((await call('POST', path)).body.code).toBe('auth.forbidden');
    const made = await call('POST', path, undefined, chief.access_token);
    const { url, expires_at } = made.body as unknown as ResetLink;
    expect(url.startsWith(`${server.url}/reset#`)).toBe(true);
    expect(Math.abs(Date.parse(expires_at) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect(await open('/api/auth/reset', { token: url.split('#')[1], password: otherPassword })).toBe('204');
    expect(await letter(1)).toMatchObject({ to: [hans.email], subject: 'Votre mot de passe a été redéfini' });
    const { id: actor } = await person(petra.email);
    expect(await db.selectFrom('outbox').selectAll().execute()).toMatchObject([
      { user_id: id, actor: `person:${actor}`, payload: '{"mailed":false}' },
    ]);
    expect((await person(hans.email)).is_verified).toBe(0);
    // Somebody of another provider has no password here.
    await db.updateTable('user').set({ issuer: 'https://elsewhere.example' }).where('id', '=', id).execute();
    expect((await call('POST', path, undefined, chief.access_token)).body.code).toBe('auth.not_local');
  });
});

it('the link of a superuser ends when they are locked or demoted', async () => {
  const { db, chief, call, open, person } = await served();
  const { id } = await person(hans.email);
  const path = `/api/v1/admin/domains/localhost/people/${id}/reset-link`;
  const { url } = (await call('POST', path, undefined, chief.access_token)).body as unknown as ResetLink;
  const reset = () => open('/api/auth/reset', { token: url.split('#')[1], password: otherPassword });
  const set = (change: { locked?: 0 | 1; is_superuser?: 0 | 1 }) =>
    db.updateTable('user').set(change).where('email', '=', petra.email).execute();
  for (const change of [{ locked: 1 }, { locked: 0, is_superuser: 0 }] as const) {
    await set(change);
    expect(await reset()).toBe('410 auth.link_expired');
  }
  await set({ is_superuser: 1 });
  expect(await reset()).toBe('204');
});

describe('an address', () => {
  it('is confirmed by a link, without a sign-in, once, and only if it is still the one of the person', async () => {
    const { db, call, open, letter, person } = await served();
    const ask = () => call('POST', '/api/v1/user/confirm-address');
    const isVerified = async () =>
      ((await call('GET', '/api/auth/me')).body as { userDb?: { is_verified: boolean } }).userDb?.is_verified;
    expect([(await ask()).status, await isVerified()]).toEqual([204, false]);
    const former = await letter(1);
    await ask();
    const { token, to } = await letter(2);
    expect(to).toEqual([hans.email]);
    const confirm = (by: string) => open('/api/auth/confirm', { token: by });
    expect(await confirm(former.token)).toBe('410 auth.link_expired');
    expect(await open('/api/auth/reset', { token, password: otherPassword })).toBe('410 auth.link_expired');
    expect([await confirm(token), await isVerified()]).toEqual(['204', true]);
    expect(await confirm(token)).toBe('410 auth.link_expired');
    // A confirmed address gets no further letter.
    expect((await ask()).status).toBe(204);
    await db.updateTable('user').set({ is_verified: 0 }).execute();
    await ask();
    const late = await letter(3);
    const { id } = await person(hans.email);
    await db.updateTable('user').set({ email: 'neu@example.org' }).where('id', '=', id).execute();
    expect(await confirm(late.token)).toBe('410 auth.link_expired');
    expect((await person('neu@example.org')).is_verified).toBe(0);
  });
});

describe('the own account', () => {
  it('gets another password, if the present one is right; other sign-ins end, and guessing is limited', async () => {
    const { server, call } = await served();
    const second = createTestBrowser(server.url);
    const others = await second.signIn(hans);
    const change = async (current: string, password: string) => {
      const { status, body } = await call('POST', '/api/v1/user/password', { current, password });
      return [status, ...(body.code ? [body.code] : [])].join(' ');
    };
    expect(await change(hans.password, 'Hans Beispiel')).toBe('400 auth.password_weak');
    expect(await change(hans.password, otherPassword)).toBe('204');
    expect((await call('GET', '/api/auth/me')).status).toBe(200);
    expect((await second.me(others.access_token)).status).toBe(401);
    for (let times = 0; times < 5; times++)
      expect(await change('falsch', otherPassword)).toBe('401 auth.credentials_wrong');
    expect(await change(otherPassword, hans.password)).toBe('429 auth.too_many_attempts');
    // Guesses in one sign-in do not lock the owner out elsewhere.
    expect(await second.signIn({ ...hans, password: otherPassword })).toHaveProperty('access_token');
  });

  it('lists its sign-ins, ends one of them, and all', async () => {
    const { server, chief, call } = await served();
    const second = createTestBrowser(server.url);
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const request = second.request;
    const others = await (async () => {
      const page = await second.start();
      const uid = page.searchParams.get('interaction');
      const answer = await second.post(`/api/auth/interaction/${uid}/login`, hans);
      let { redirect_to: next } = (await answer.json()) as { redirect_to: string };
      for (let hops = 0; hops < 5 && !next.includes('/auth/callback'); hops++)
        next = (await request(next, { headers: { 'user-agent': agent } })).headers.get('location') ?? '';
      return (await (await second.exchange(new URL(next))).json()) as { access_token: string };
    })();
    const list = async () => (await call('GET', '/api/v1/user/sign-ins')).body as unknown as SignIns;
    const { sign_ins } = await list();
    expect(sign_ins.map(({ current }) => current).toSorted()).toEqual([false, true]);
    const other = sign_ins.find(({ current }) => !current)!;
    expect(other.device).toBe('Firefox, Windows');
    expect(Math.abs(Date.parse(other.seen_at) - Date.now())).toBeLessThan(60_000);
    const end = async (id: string, access?: string) =>
      (await call('DELETE', `/api/v1/user/sign-ins/${id}`, undefined, access)).status;
    expect(await end(other.id, chief.access_token)).toBe(404);
    expect((await second.me(others.access_token)).status).toBe(200);
    expect(await end(other.id)).toBe(204);
    expect((await second.me(others.access_token)).status).toBe(401);
    expect((await second.start()).pathname).toBe('/signin');
    expect((await list()).sign_ins).toHaveLength(1);
    expect((await call('DELETE', '/api/v1/user/sign-ins')).status).toBe(204);
    expect((await call('GET', '/api/v1/user/sign-ins')).status).toBe(401);
    expect((await second.me(chief.access_token)).status).toBe(200);
  });
});
