import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDb } from '#api/db/open.ts';
import { buildDomain, buildResult, buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { startTestIssuer } from '#api/testing/test-issuer.ts';
import { testServer } from '#api/testing/test-server.ts';
import { encode } from '#api/testing/test-upload-client.ts';

const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
];
const refused = [403, 'auth.forbidden'];

async function start() {
  const server = await testServer({ TRUST_PROXY: 'true' });
  const db = openDb(join(server.dataDir, 'wortlaut.db'));
  onTestFinished(() => db.destroy());
  const lock = (locked: 0 | 1) => db.updateTable('user').set({ locked }).execute();
  return { server, db, lock };
}

describe('a locked person', () => {
  it('of the embedded provider gets no tokens, and those they have are revoked', async () => {
    const { server, lock } = await start();
    const browser = createTestBrowser(server.url);
    const { access_token, refresh_token } = await browser.register(petra);
    expect((await browser.me(access_token)).status).toBe(200);
    await lock(1);
    expect(await codeOf(await browser.me(access_token))).toEqual(refused);
    expect(await codeOf(await browser.refresh(refresh_token))).toEqual(refused);
    const other = createTestBrowser(server.url);
    const callback = await other.submit(await other.start(), 'login', petra);
    expect(await codeOf(await other.exchange(callback))).toEqual(refused);
    await lock(0);
    expect((await browser.refresh(refresh_token)).status).toBe(401);
    expect((await other.signIn(petra)).access_token).toBeTruthy();
  });

  it('of an external provider gets no tokens, and those they have are revoked', async () => {
    const { server, db, lock } = await start();
    const { issuer, people, revoked } = await startTestIssuer('wort');
    people.set('hans', { sub: 'hans' });
    const identity = { issuer, client_id: 'wort', role_claim: null, roles: {} };
    await buildDomain(db, { host: 'id.example', identity: JSON.stringify(identity) });
    const post = (path: string, body: object) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-host': 'id.example' },
        body: JSON.stringify(body),
      });
    const exchange = {
      code: 'hans',
      code_verifier: 'v'.repeat(43),
      redirect_uri: 'http://id.example/auth/callback',
    };
    const { access_token } = (await (await post('/api/auth/token', exchange)).json()) as {
      access_token: string;
    };
    const authorization = `Bearer ${access_token}`;
    await fetch(`${server.url}/api/auth/me`, {
      headers: { authorization, 'x-forwarded-host': 'id.example' },
    });
    await lock(1);
    expect(await codeOf(await post('/api/auth/token', exchange))).toEqual(refused);
    expect(revoked).toEqual(['r-hans']);
    revoked.length = 0;
    expect(await codeOf(await post('/api/auth/refresh', { refresh_token: 'r-hans' }))).toEqual(refused);
    expect(revoked).toEqual(['r-hans']);
  });

  it('cannot send the next part of an upload, nor play audio by an address that was signed before', async () => {
    const { app, db, bearer } = await testApp();
    const user = await buildUser(db);
    const { id } = await buildSession(db, ownerOf(user));
    const tus = { ...bearer(user), 'tus-resumable': '1.0.0' };
    const begun = await app.request('/api/v1/uploads', {
      method: 'POST',
      headers: {
        ...tus,
        'upload-defer-length': '1',
        'upload-metadata': encode({ session_id: id, file_name: 'r.mp3' }),
      },
    });
    const path = new URL(begun.headers.get('location')!, 'http://localhost').pathname;
    const part = (offset: number) =>
      app.request(path, {
        method: 'PATCH',
        headers: {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: 'bytes',
      });
    expect((await part(0)).status).toBe(204);
    await db
      .insertInto('audio')
      .values({
        session_id: id,
        storage_key: '',
        file_name: 'x.mp3',
        file_type: 'audio/mpeg',
        bytes: 1,
        sha256: 'x',
        seekable: 'yes',
        created_at: 1,
      })
      .execute();
    const signed = await app.request(`/api/v1/sessions/${id}/audio-url`, { headers: bearer(user) });
    const { url } = (await signed.json()) as { url: string };
    await db.updateTable('user').set({ locked: 1 }).execute();
    expect(await codeOf(await part(5))).toEqual(refused);
    expect(await codeOf(await app.request(url))).toEqual(refused);
  });

  it('reads no further in a result that is being written', async () => {
    const { app, db, bearer } = await testApp();
    const user = await buildUser(db);
    const { id } = await buildSession(db, ownerOf(user));
    await buildResult(db, id, 'summary', { state: 'processing', text: 'Wir' });
    const open = () =>
      app.request(`/api/v1/sessions/${id}/results/summary/events`, { headers: bearer(user) });
    const reader = (await open()).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('Wir');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const rest = (async () => {
      while (!(await reader.read()).done);
      return 'over';
    })();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await Promise.race([rest, Promise.resolve('goes on')])).toBe('goes on');
    await db.updateTable('user').set({ locked: 1 }).execute();
    const beating = setInterval(() => void vi.advanceTimersByTimeAsync(15_000), 5);
    onTestFinished(() => clearInterval(beating));
    expect(await rest).toBe('over');
  });
});
