import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDb, type Db } from '#api/db/open.ts';
import { silentLog } from '#api/lib/log.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { recorded } from '#api/testing/test-recording.ts';
import { testServer } from '#api/testing/test-server.ts';
import { createAccountClosing } from './close-account.ts';

const hans = { ...petra, email: 'hans@example.org', given_name: 'Hans', family_name: 'Beispiel' };

/** Returns the tables that hold one of these texts, in any column. */
async function tablesWith(db: Db, texts: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
    if (texts.some((text) => JSON.stringify(rows).includes(text))) found.push(name);
  }
  return found;
}

async function served() {
  const server = await testServer();
  const db = openDb(join(server.dataDir, 'wortlaut.db'));
  onTestFinished(() => db.destroy());
  const browser = createTestBrowser(server.url);
  const chief = await createTestBrowser(server.url).register(petra);
  const tokens = await browser.register(hans);
  const call = async (access: string, method: string, path: string, json?: object) => {
    const response = await browser.request(path, {
      method,
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text ? JSON.parse(text) : {}) as { code?: string; session?: { id: string }; id?: string },
    };
  };
  return { server, db, browser, chief, tokens, call };
}

describe('closing an account', () => {
  it('asks for the password and deletes everything of the person, files too, and nothing of others', async () => {
    const { server, db, browser, chief, tokens, call } = await served();
    const own = (method: string, path: string, json?: object) =>
      call(tokens.access_token, method, path, json);
    const session = { session: { title: 'Geheim', language: 'de', settings: { options: [] } } };
    await own('POST', '/api/v1/sessions', session);
    await call(chief.access_token, 'POST', '/api/v1/sessions', session);
    const { id: userId } = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', hans.email)
      .executeTakeFirstOrThrow();
    const { id } = await db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const form = new FormData();
    form.set('file', new File([new Uint8Array(await recorded(1))], 'a.mp3', { type: 'audio/mpeg' }));
    const uploaded = await browser.request(`/api/v1/sessions/${id}/file-upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}` },
      body: form,
    });
    expect(uploaded.status).toBe(200);
    await own('POST', '/api/user/correction', { original_word: 'Mayer', corrected_word: 'Meier' });
    const { id: accountId } = await db
      .selectFrom('account')
      .select('id')
      .where('email', '=', hans.email)
      .executeTakeFirstOrThrow();
    const theirs = [userId, accountId, id, hans.email];
    const before = await tablesWith(db, theirs);
    for (const table of ['account', 'user', 'session', 'upload', 'correction', 'oidc_model', 'outbox'])
      expect(before).toContain(table);
    const filesOf = async () =>
      (await readdir(server.dataDir, { recursive: true, withFileTypes: true }))
        .filter(
          (file) => file.isFile() && /audio|peaks|tmp/.test(file.parentPath.slice(server.dataDir.length)),
        )
        .map(({ name }) => name);
    expect(await filesOf()).not.toEqual([]);

    const close = (password: string) => own('POST', '/api/v1/user/close', { password });
    expect(await close('falsch')).toMatchObject({ status: 401, body: { code: 'auth.credentials_wrong' } });
    expect(await tablesWith(db, theirs)).toEqual(before);
    expect((await close(hans.password)).status).toBe(204);
    expect(await tablesWith(db, theirs)).toEqual([]);
    expect(await filesOf()).toEqual([]);
    expect((await browser.me(tokens.access_token)).status).toBe(401);
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(401);
    expect(await db.selectFrom('session').select('title').execute()).toHaveLength(1);
    expect((await browser.me(chief.access_token)).status).toBe(200);
    expect(await createTestBrowser(server.url).register(hans)).toHaveProperty('access_token');
  });

  it('is refused to the last superuser while other people are there', async () => {
    const { db, chief, tokens, call } = await served();
    const close = (access: string) =>
      call(access, 'POST', '/api/v1/user/close', { password: petra.password });
    expect(await close(chief.access_token)).toMatchObject({
      status: 409,
      body: { code: 'domain.last_superuser' },
    });
    expect((await call(chief.access_token, 'GET', '/api/auth/me')).status).toBe(200);
    expect((await close(tokens.access_token)).status).toBe(204);
    expect((await close(chief.access_token)).status).toBe(204);
    expect(await db.selectFrom('user').select('id').execute()).toEqual([]);
  });
});

describe('a closing that a full disk or a crash has interrupted', () => {
  it('goes on with the keeper', async () => {
    const [db, clock] = [testDb(), testClock()];
    const user = await buildUser(db, { closing: 1, locked: 1 });
    const other = await buildUser(db);
    const first = await buildSession(db, ownerOf(user));
    await buildSession(db, ownerOf(other));
    const cleared: string[] = [];
    let isFull = true;
    const closing = createAccountClosing({
      db,
      log: silentLog(),
      own: { checkPassword: () => Promise.reject(new Error('not asked here')) },
      sessions: createSessionStore(db, clock),
      async clear(id) {
        if (isFull) throw new Error('the disk is full');
        cleared.push(id);
      },
    });
    const failing = closing.keep();
    await failing.close();
    await closing.settled();
    expect(await db.selectFrom('user').select('id').execute()).toHaveLength(2);
    isFull = false;
    const keeper = closing.keep();
    await expect.poll(() => db.selectFrom('user').select('id').execute()).toEqual([{ id: other.id }]);
    await keeper.close();
    expect(cleared).toEqual([first.id]);
    expect(await db.selectFrom('session').select('user_id').execute()).toEqual([{ user_id: other.id }]);
  });
});
