import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { openDb, type Db } from '#api/db/open.ts';
import { newId } from '#api/lib/id.ts';
import { createDiskStore } from '#api/storage/disk-store.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { buildDialogue } from './build-transcript.ts';
import { buildDomain, buildResult } from './builders.ts';
import { createTestBrowser, petra } from './test-browser.ts';
import { testClock } from './test-clock.ts';
import { startTestIssuer } from './test-issuer.ts';
import { testServer } from './test-server.ts';
import { encode } from './test-upload-client.ts';

export type HostName = 'a' | 'b' | 'c';
export const hostNames: readonly HostName[] = ['a', 'b', 'c'];
export const otherHosts = (name: HostName) => hostNames.filter((each) => each !== name);

type Call = { method?: string; headers?: Record<string, string>; body?: BodyInit; json?: unknown };

/** What each host has that the others do not have. The word is spoken, and stands in titles, notes and options. */
const settings = {
  a: { host: 'localhost', word: 'Ahornblatt' },
  b: { host: 'b.example', word: 'Birkenrinde', names: ['zwei.b.example'] },
  c: { host: '*.c.example', request: 'bern.c.example', word: 'Chrysantheme' },
} as const;

/**
 * Starts a server with three hosts: `a` has the public address and the embedded provider; `b` and `c` have rows and a
 * provider each. On each one a superuser with the same address and, on `b` and `c`, the same `sub` has a session with
 * audio, transcript, result and notes, and an upload that is not complete.
 */
export async function threeHosts() {
  // The header of a trusted proxy stands for the name that a browser has resolved.
  const server = await testServer({ TRUST_PROXY: 'true' });
  const db = openDb(join(server.dataDir, 'wortlaut.db'));
  onTestFinished(() => db.destroy());
  const issuers = { b: await startTestIssuer('wort-b'), c: await startTestIssuer('wort-c') };

  const call = (name: HostName, path: string, { token = '', ...init }: Call & { token?: string } = {}) =>
    fetch(server.url + path, {
      method: init.method ?? 'GET',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(name === 'a' ? {} : { 'x-forwarded-host': requestHost(name) }),
        ...(init.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(init.json === undefined ? {} : { body: JSON.stringify(init.json) }),
      ...(init.body === undefined ? {} : { body: init.body }),
    });

  await buildDomain(db, { host: 'localhost', tags: null });
  for (const name of ['b', 'c'] as const) {
    const { issuer, people } = issuers[name];
    people.set('petra', { sub: 'petra', email: petra.email, email_verified: true, given_name: 'Petra' });
    await buildDomain(db, {
      host: settings[name].host,
      names: JSON.stringify(name === 'b' ? settings.b.names : []),
      identity: JSON.stringify({ issuer, client_id: `wort-${name}`, role_claim: null, roles: {} }),
      ...ownSettings[name],
    });
  }

  const exchange = {
    code: 'petra',
    code_verifier: 'v'.repeat(43),
    redirect_uri: 'https://x.example/auth/callback',
  };
  const signIn = async (name: 'b' | 'c') =>
    (await (await call(name, '/api/auth/token', { method: 'POST', json: exchange })).json()) as Tokens;
  const tokens = {
    a: await createTestBrowser(server.url).register(petra),
    b: await signIn('b'),
    c: await signIn('c'),
  };

  const meet = async (name: HostName) => {
    const token = tokens[name].access_token;
    const me = (await (await call(name, '/api/auth/me', { token })).json()) as { userDb: { id: string } };
    await db.updateTable('user').set({ is_superuser: 1 }).where('id', '=', me.userDb.id).execute();
    const own = (path: string, init: Call = {}) => call(name, path, { token, ...init });
    const things = await fill(db, server.dataDir, settings[name].word, own);
    return { token, refreshToken: tokens[name].refresh_token, personId: me.userDb.id, call: own, ...things };
  };
  const hosts = { a: await meet('a'), b: await meet('b'), c: await meet('c') };
  return { server, db, issuers, call, hosts, settings };
}

type Tokens = { access_token: string; refresh_token: string };

/** The host in a request: a name that fits the row. */
export const requestHost = (name: HostName): string =>
  name === 'c' ? settings.c.request : settings[name].host;

/** Settings of the rows, each different. */
const ownSettings = {
  b: {
    limits: JSON.stringify({ max_upload_bytes: 2_000_000, quota_bytes: 20_000_000 }),
    retention: JSON.stringify({ audio_days: 10, content_months: 2, next: null }),
    mp3: JSON.stringify({ sample_rate: 16_000, bitrate: 32 }),
    links: JSON.stringify({ chat_app: 'https://chat.b.example', support_desk: null }),
  },
  c: {
    limits: JSON.stringify({ max_upload_bytes: 3_000_000, quota_bytes: null }),
    retention: JSON.stringify({ audio_days: 90, content_months: 24, next: null }),
    mp3: JSON.stringify({ sample_rate: 48_000, bitrate: 96 }),
    tags: JSON.stringify(['share', 'audio_download']),
  },
};

/** Gives a person a session with everything in it, and an upload under way. */
async function fill(
  db: Db,
  dataDir: string,
  word: string,
  call: (path: string, init?: Call) => Promise<Response>,
) {
  const create = async (title: string) => {
    const session = { title, language: 'de', settings: { options: [] } };
    const answer = await call('/api/v1/sessions/', { method: 'POST', json: { session } });
    return ((await answer.json()) as { id: string }).id;
  };
  const id = await create(`Sitzung ${word}`);
  const notes = { notes: { text: `Notiz ${word}`, base: 0 } };
  await call(`/api/v1/sessions/${id}`, { method: 'PATCH', json: notes });
  const transcripts = createTranscriptStore(db, testClock(Date.now()));
  const version = await transcripts.begin(id, 'test', 'de');
  await transcripts.putSegments(id, version, 0, buildDialogue([`A: Das ${word} gesagt`]).segments);
  await transcripts.finish(id, version);
  await buildResult(db, id, 'summary', { text: `Fazit ${word}` });
  const storage = createDiskStore(dataDir);
  const key = newId();
  for (const folder of ['audio', 'peaks']) {
    await storage.create(`${folder}/${key}`);
    await storage.append(
      `${folder}/${key}`,
      0,
      (async function* () {
        yield Buffer.from(word);
      })(),
    );
  }
  await db
    .insertInto('audio')
    .values({
      session_id: id,
      storage_key: `audio/${key}`,
      peaks_key: `peaks/${key}`,
      file_name: 'x.mp3',
      file_type: 'audio/mpeg',
      bytes: word.length,
      sha256: await storage.sha256(`audio/${key}`),
      seekable: 'yes',
      created_at: Date.now(),
    })
    .execute();
  await db.updateTable('session').set({ status: 'completed', duration: 2 }).where('id', '=', id).execute();

  const openId = await create(`Aufnahme ${word}`);
  const begun = await call('/api/v1/uploads', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-defer-length': '1',
      'upload-metadata': encode({ session_id: openId, file_name: 'r.mp3', file_type: 'audio/mpeg' }),
    },
  });
  const uploadId = begun.headers.get('location')?.split('/').at(-1) ?? '';
  await call(`/api/v1/uploads/${uploadId}`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: `Bytes ${word}`,
  });
  return { sessionId: id, openId, uploadId };
}

/** What the server writes by itself, or at each call: it tells nothing of what a call has changed. */
const restless = /^(oidc_model|sqlite_.*|kysely_.*|search.*|sweep_clock|retention_run|engine_speed)$/;

/** Returns everything that is stored: rows of all tables, and names and sizes of files. */
export async function everythingOf(db: Db, dataDir: string): Promise<string> {
  const names = await sql<{
    name: string;
  }>`select name from sqlite_master where type = 'table' order by name`.execute(db);
  const tables: unknown[] = [];
  for (const { name } of names.rows.filter((table) => !restless.test(table.name))) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    tables.push([name, rows.map((row) => JSON.stringify({ ...row, seen_at: 0 })).toSorted()]);
  }
  const storage = createDiskStore(dataDir);
  const files: string[] = [];
  for (const folder of ['audio', 'peaks'] as const)
    for await (const { key } of storage.list(folder)) files.push(`${key} ${await storage.size(key)}`);
  return JSON.stringify([tables, files.toSorted()]);
}
