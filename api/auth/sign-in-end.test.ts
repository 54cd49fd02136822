import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import Sqlite from 'better-sqlite3';
import { openDb } from '#api/db/open.ts';
import { createSignInStore, endSignIns } from '#api/engines/identity/sign-in.store.ts';
import { systemClock } from '#api/lib/clock.ts';
import { buildUser } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { testServer } from '#api/testing/test-server.ts';

/** A server with an account, and its database beside the server. */
async function served() {
  const server = await testServer();
  const db = openDb(join(server.dataDir, 'wortlaut.db'));
  onTestFinished(() => db.destroy());
  const browser = createTestBrowser(server.url);
  const tokens = await browser.register(petra);
  const statusOf = async (accessToken: string) => (await browser.me(accessToken)).status;
  const account = await db.selectFrom('account').selectAll().executeTakeFirstOrThrow();
  const signIns = createSignInStore(db, systemClock);
  return { server, db, browser, tokens, statusOf, account, signIns };
}

describe('an access token of the embedded provider', () => {
  it('ends at once when its browser signs out', async () => {
    const { browser, tokens, statusOf } = await served();
    expect(await statusOf(tokens.access_token)).toBe(200);
    await browser.logout(tokens.refresh_token);
    expect(await statusOf(tokens.access_token)).toBe(401);
  });

  it('ends at once when all others are ended, and the kept one goes on and can be renewed', async () => {
    const { server, db, browser, tokens, statusOf, account, signIns } = await served();
    const second = createTestBrowser(server.url);
    const others = await second.signIn(petra);
    const list = await signIns.list([account.id]);
    expect(list).toHaveLength(2);
    const { grant: kept } = JSON.parse(
      Buffer.from(tokens.access_token.split('.')[1]!, 'base64url').toString(),
    ) as { grant: string };
    await db.transaction().execute((trx) => endSignIns(trx, [account.id], kept));
    expect([await statusOf(tokens.access_token), await statusOf(others.access_token)]).toEqual([200, 401]);
    expect((await second.refresh(others.refresh_token)).status).toBe(401);
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(200);
    expect((await signIns.list([account.id])).map(({ id }) => id)).toEqual([kept]);
    // The session of the provider is gone in the other browser, and is there in this one.
    expect((await second.start()).pathname).toBe('/signin');
    expect((await browser.start()).pathname).toBe('/auth/callback');
  });

  it('ends with a sign-in that has only begun', async () => {
    const { server, db, account } = await served();
    const browser = createTestBrowser(server.url);
    const callback = await browser.submit(await browser.start(), 'login', petra);
    await db.transaction().execute((trx) => endSignIns(trx, [account.id]));
    expect((await browser.exchange(callback)).status).toBe(401);
  });

  it('goes on after the update if an older version began its sign-in', async () => {
    const { server, db, tokens, account, statusOf } = await served();
    const sqlite = new Sqlite(join(server.dataDir, 'wortlaut.db'));
    onTestFinished(() => void sqlite.close());
    const before = await db.selectFrom('account_sign_in').selectAll().execute();
    // As the migration finds them: grants without a row.
    sqlite.exec('delete from account_sign_in');
    const text = readFileSync(join(import.meta.dirname, '../db/migrations/0019-account.sql'), 'utf8');
    const insert = /insert into account_sign_in[^;]+;/.exec(text)?.[0] ?? '';
    sqlite.exec(insert);
    const [row] = await db.selectFrom('account_sign_in').selectAll().execute();
    expect(row).toMatchObject({ id: before[0]?.id, account_id: account.id, device: '' });
    expect(Math.abs(row!.seen_at - Date.now())).toBeLessThan(60_000);
    expect(await statusOf(tokens.access_token)).toBe(200);
  });
});

it('a change of the address takes the confirmation away, and another change does not', async () => {
  const { app, db, bearer } = await testApp();
  const user = await buildUser(db, { is_verified: 1 });
  const verified = async (changed: object) => {
    const response = await app.request('/api/auth/me', { headers: bearer({ ...user, ...changed }) });
    return ((await response.json()) as { userDb: { is_verified: boolean } }).userDb.is_verified;
  };
  expect(await verified({})).toBe(true);
  expect(await verified({ first_name: 'Petra Maria' })).toBe(true);
  expect(await verified({ email: 'other@example.org' })).toBe(false);
  expect(await verified({ email: user.email })).toBe(false);
});
