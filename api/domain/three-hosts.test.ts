import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { newId } from '#api/lib/id.ts';
import { announcement } from '#api/testing/build-announcements.ts';
import { encode } from '#api/testing/test-upload-client.ts';
import {
  everythingOf,
  hostNames,
  otherHosts,
  requestHost,
  threeHosts,
  type HostName,
} from '#api/testing/three-hosts.ts';
import { eventually } from '#wasm/testing/eventually.ts';

type Hosts = Awaited<ReturnType<typeof threeHosts>>;
type Thing = { sessionId: string; uploadId: string; personId: string; host: string };
type Sent = { json?: unknown; body?: BodyInit; headers?: Record<string, string> };

const tus = { 'tus-resumable': '1.0.0' };
const form = (fields: Record<string, string | Blob>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return { body };
};
const completion = (uploadId: string) =>
  form({
    metadata: JSON.stringify({
      file_name: 'x.mp3',
      file_type: 'audio/mpeg',
      mode: 'record',
      upload_id: uploadId,
      duration: 2,
      sha256: '0'.repeat(64),
      bytes: 5,
    }),
  });
const preview = { reports: [{ report_type: 'notes', file_type: 'txt' }] };
const share = { ...preview, id: newId(), recipients: ['x@y.example'] };

/** An option as it is saved. */
const option = (title: string) => ({
  label: 'summary',
  names: { de: title, en: title, fr: title, it: title },
  enabled_by_default: true,
  form: 'text',
  target: null,
  prompt: 'Fasse zusammen.',
  roles: [],
});

/** What is sent to calls that need more than an address. A new call without a line here fails below. */
const sent: Record<string, (thing: Thing) => Sent> = {
  'patch /api/v1/sessions/{id}': () => ({ json: { title: 'Fremd' } }),
  'post /api/v1/sessions/{id}/process': () => ({ json: { options: ['summary'] } }),
  'post /api/v1/sessions/{id}/cancel': () => ({ json: {} }),
  'post /api/v1/sessions/{id}/suggestions': () => ({ json: { ids: ['x'], state: 'left' } }),
  'post /api/v1/sessions/{id}/enhance-notes': () => ({ json: {} }),
  'post /api/v1/sessions/{id}/share': () => ({ json: share }),
  'post /api/v1/sessions/{id}/share/preview': () => ({ json: preview }),
  'post /api/v1/sessions/{id}/file-upload': () => form({ file: new Blob(['fremd']) }),
  'post /api/v1/sessions/{id}/recording-complete': ({ uploadId }) => completion(uploadId),
  'put /api/v1/sessions/{id}/draft': () => ({
    json: { engine: 'preview', model: 'm', language: 'de', segments: [{ start: 0, end: 1, text: 'fremd' }] },
  }),
  'post /api/v1/uploads/{id}/adopt': () => ({ json: { force: true } }),
  'head /api/v1/uploads/{id}': () => ({ headers: tus }),
  'delete /api/v1/uploads/{id}': () => ({ headers: tus }),
  'patch /api/v1/uploads/{id}': () => ({
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: 'fremd',
  }),
  'put /api/v1/admin/domains/{host}': () => ({
    json: { options: [option('Fremd')] },
    headers: { 'if-match': '*' },
  }),
  'delete /api/v1/admin/domains/{host}': () => ({ headers: { 'if-match': '*' } }),
  'delete /api/v1/admin/domains/{host}/options': () => ({ headers: { 'if-match': '*' } }),
  'put /api/v1/admin/domains/{host}/people/{id}': () => ({ json: { locked: true } }),
  'post /api/v1/admin/domains/{host}/people/{id}/join': () => ({ json: { person_id: 'fremd' } }),
  'post /api/v1/admin/domains/{host}/announcements': () => ({ json: announcement() }),
  'put /api/v1/admin/domains/{host}/announcements/{id}': () => ({
    json: announcement(),
    headers: { 'if-match': '*' },
  }),
  'delete /api/v1/admin/domains/{host}/announcements/{id}': () => ({ headers: { 'if-match': '*' } }),
  'put /api/v1/admin/domains/{host}/roles': () => ({ json: { roles: [] }, headers: { 'if-match': '*' } }),
};

/** Calls that name one thing, from the description of the API. */
async function callsOfThings({ server }: Hosts): Promise<{ method: string; path: string }[]> {
  const spec = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(spec.paths)
    .filter(([path]) => /^\/api\/v1\/(sessions|uploads|admin)\b.*\{/.test(path))
    .flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => /^(get|head|post|put|patch|delete)$/.test(method))
        .map((method) => ({ method, path })),
    );
}

const addressOf = (path: string, thing: Thing): string =>
  path
    .replace('/sessions/{id}', `/sessions/${thing.sessionId}`)
    .replace('/uploads/{id}', `/uploads/${thing.uploadId}`)
    .replace('/people/{id}', `/people/${thing.personId}`)
    .replace('{host}', encodeURIComponent(thing.host))
    .replace('{label}', 'summary')
    .replace('{version}', '1');

const thingOf = ({ hosts, settings }: Hosts, name: HostName): Thing => ({
  ...hosts[name],
  host: settings[name].host,
});
const unknown = (): Thing => ({
  sessionId: newId(),
  uploadId: newId(),
  personId: newId(),
  host: 'nobody.example',
});

/** Returns an answer without what differs at each call. */
async function answerOf(response: Response) {
  const body = (await response.text()).replace(/"request_id":"[^"]*"/, '');
  return { status: response.status, type: response.headers.get('content-type'), body };
}

describe('three hosts of one server', () => {
  it('answer each call that names a thing of another host as one that names nothing, and keep what they have', async () => {
    const all = await threeHosts();
    const { hosts, db, server, settings } = all;
    for (const name of hostNames)
      await eventually(async () => {
        const found = await hosts[name].call(`/api/v1/sessions/?search=${settings[name].word}`);
        expect(JSON.stringify(await found.json())).toContain(hosts[name].sessionId);
      });
    const calls = await callsOfThings(all);
    expect(calls.length).toBeGreaterThan(25);
    const before = await everythingOf(db, server.dataDir);
    for (const { method, path } of calls) {
      const ask = async (name: HostName, thing: Thing) =>
        answerOf(
          await hosts[name].call(addressOf(path, thing), {
            method: method.toUpperCase(),
            ...sent[`${method} ${path}`]?.(thing),
          }),
        );
      for (const name of hostNames) {
        // Superusers of the public host administer all of them.
        if (name === 'a' && path.includes('/admin/')) continue;
        const nothing = await ask(name, unknown());
        expect([method, path, nothing.status]).toEqual([method, path, 404]);
        for (const other of otherHosts(name))
          expect([method, path, name, other, await ask(name, thingOf(all, other))]).toEqual([
            method,
            path,
            name,
            other,
            nothing,
          ]);
      }
    }
    expect(await everythingOf(db, server.dataDir)).toBe(before);
    await hosts.b.call(`/api/v1/sessions/${hosts.b.sessionId}`, {
      method: 'PATCH',
      json: { participants: 3 },
    });
    expect(await everythingOf(db, server.dataDir)).not.toBe(before);

    // The things are there: their owners get them.
    for (const { path } of calls.filter(({ method }) => method === 'get'))
      for (const name of hostNames) {
        if (path.includes('/events')) continue;
        const own = await hosts[name].call(addressOf(path, thingOf(all, name)));
        await own.body?.cancel();
        expect([path, name, own.status]).toEqual([path, name, 200]);
      }
  });

  it('list and find their own things alone', async () => {
    const { hosts, settings } = await threeHosts();
    const lists = [
      '/api/v1/sessions/',
      '/api/v1/sessions/?search=Sitzung',
      '/api/v1/uploads',
      '/api/v1/admin/domains',
    ];
    for (const name of hostNames) {
      for (const path of lists.slice(0, name === 'a' ? 3 : 4)) {
        const text = await (await hosts[name].call(path)).text();
        expect(text).toContain(path.includes('admin') ? settings[name].host : settings[name].word);
        for (const other of otherHosts(name)) {
          expect(text).not.toContain(settings[other].word);
          expect(text).not.toContain(`"${settings[other].host}"`);
          expect(text).not.toContain(hosts[other].sessionId);
        }
      }
      for (const other of otherHosts(name)) {
        const found = await hosts[name].call(`/api/v1/sessions/?search=${settings[other].word}`);
        expect(await found.json()).toMatchObject({ recordings: [] });
      }
    }
  });

  it('refuse tokens of each other, and refresh none', async () => {
    const { hosts, call } = await threeHosts();
    for (const name of hostNames) {
      const { token, refreshToken } = hosts[name];
      expect((await hosts[name].call('/api/auth/me')).status).toBe(200);
      for (const other of otherHosts(name)) {
        for (const path of ['/api/auth/me', '/api/v1/sessions/', '/api/v1/uploads', '/api/v1/admin/domains'])
          expect([path, (await call(other, path, { token })).status]).toEqual([path, 401]);
        // The providers of `b` and `c` name refresh tokens of equal people equally, so these are tried with `a` alone.
        if (name !== 'a' && other !== 'a') continue;
        const refresh = { method: 'POST', json: { refresh_token: refreshToken } };
        expect((await call(other, '/api/auth/refresh', refresh)).status).toBe(401);
      }
    }
  });

  it('do not believe the provider of another host, whatever it writes', async () => {
    const { hosts, call, issuers } = await threeHosts();
    const embedded = decodeJwt(hosts.a.token);
    const claims = [
      { sub: 'petra', iss: issuers.c.issuer, azp: 'wort-c', aud: 'wort-c' },
      { sub: 'petra', iss: issuers.c.issuer, host: requestHost('c'), azp: 'wort-c' },
    ];
    for (const each of claims)
      expect((await call('c', '/api/auth/me', { token: await issuers.b.sign(each) })).status).toBe(401);
    const asLocal = await issuers.b.sign({ ...embedded, sub: embedded.sub ?? '', iss: embedded.iss ?? '' });
    expect((await call('a', '/api/auth/me', { token: asLocal })).status).toBe(401);
    // A token that names the host of another row is refused even where its issuer is right.
    const elsewhere = await issuers.b.sign({ sub: 'petra', host: requestHost('c') });
    expect((await call('b', '/api/auth/me', { token: elsewhere })).status).toBe(401);
    const secondName = await issuers.b.sign({ sub: 'petra', host: 'zwei.b.example' });
    expect((await call('b', '/api/auth/me', { token: secondName })).status).toBe(200);
  });

  it('have different people of one address and one sub, and one person under all names of a row', async () => {
    const { hosts, db } = await threeHosts();
    expect(new Set(hostNames.map((name) => hosts[name].personId)).size).toBe(3);
    const people = await db.selectFrom('user').select(['sub', 'email', 'host']).execute();
    expect(people.filter(({ sub }) => sub === 'petra').map(({ host }) => host)).toEqual([
      'b.example',
      '*.c.example',
    ]);
    for (const [name, host] of [
      ['b', 'zwei.b.example'],
      ['c', 'genf.ost.c.example'],
    ] as const) {
      const elsewhere = await hosts[name].call(`/api/v1/sessions/${hosts[name].sessionId}`, {
        headers: { 'x-forwarded-host': host },
      });
      expect(elsewhere.status).toBe(200);
    }
  });

  it('open signed addresses of audio under their own names alone', async () => {
    const { hosts, call } = await threeHosts();
    for (const name of hostNames) {
      const signed = await hosts[name].call(`/api/v1/sessions/${hosts[name].sessionId}/audio-url`);
      const { url } = (await signed.json()) as { url: string };
      expect((await call(name, url)).status).toBe(200);
      for (const other of otherHosts(name))
        expect(await answerOf(await call(other, url))).toEqual(
          await answerOf(await call(other, '/media/nothing')),
        );
    }
  });

  it('do not take an upload into a session of another host', async () => {
    const { hosts, db, server } = await threeHosts();
    const begin = (name: HostName, sessionId: string) =>
      hosts[name].call('/api/v1/uploads', {
        method: 'POST',
        headers: {
          ...tus,
          'upload-defer-length': '1',
          'upload-metadata': encode({ session_id: sessionId, file_name: 'r.mp3', file_type: 'audio/mpeg' }),
        },
      });
    const before = await everythingOf(db, server.dataDir);
    for (const name of hostNames)
      for (const other of otherHosts(name))
        expect(await answerOf(await begin(name, hosts[other].openId))).toEqual(
          await answerOf(await begin(name, newId())),
        );
    expect(await everythingOf(db, server.dataDir)).toBe(before);
  });

  it('offer their own options', async () => {
    const all = await threeHosts();
    const { hosts, settings } = all;
    const offered = async (name: HostName) =>
      (await hosts[name].call('/api/v1/ai-processing-options')).text();
    const shipped = await offered('a');
    for (const name of ['b', 'c'] as const) {
      const path = `/api/v1/admin/domains/${encodeURIComponent(settings[name].host)}`;
      const options = [option(settings[name].word)];
      const put = await hosts[name].call(path, {
        method: 'PUT',
        json: { options },
        headers: { 'if-match': '*' },
      });
      expect([name, put.status, put.ok ? '' : await put.text()]).toEqual([name, 200, '']);
    }
    expect(await offered('a')).toBe(shipped);
    expect(await offered('b')).toContain(settings.b.word);
    expect(await offered('b')).not.toContain(settings.c.word);
    expect(await offered('c')).toContain(settings.c.word);
    expect(await offered('c')).not.toContain(settings.b.word);
  });
});
