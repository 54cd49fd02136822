import { describe, expect, it } from 'vitest';
import type { Me } from '#api/contract/auth.ts';
import { functionTags, type DomainConfig } from '#api/contract/domain.ts';
import { limits, MB } from '#api/contract/limits.ts';
import type { UploadList } from '#api/contract/upload.ts';
import { dayMs } from '#api/contract/time.ts';
import { buildDomain, buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp, type TestParts } from '#api/testing/test-app.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { client, codeOf, encode, octets, tus } from '#api/testing/test-upload-client.ts';

/** One server with hosts of different settings. `at` speaks as a person of a host, who has a session. */
async function hosts(overrides: Partial<TestParts> = {}) {
  const tested = await testApp(overrides);
  const { app, db, bearer } = tested;
  const at = async (host: string) => {
    const user = await buildUser(db, { host });
    const session = await buildSession(db, ownerOf(user));
    const send = (
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body: BodyInit | null = null,
    ) => app.request(`http://${host}${path}`, { method, headers: { ...bearer(user), ...headers }, body });
    const metadata = encode({ session_id: session.id, file_name: 'a.mp3', file_type: 'audio/mpeg' });
    return {
      send,
      session,
      config: async () => (await (await send('GET', '/api/v1/domain-config')).json()) as DomainConfig,
      quota: async () => ((await (await send('GET', '/api/auth/me')).json()) as Me).userDb.quota,
      sendFile(bytes: number, headers: Record<string, string> = {}) {
        const form = new FormData();
        form.set('file', new File([new Uint8Array(bytes)], 'a.mp3', { type: 'audio/mpeg' }));
        return send('POST', `/api/v1/sessions/${session.id}/file-upload`, headers, form);
      },
      begin: (length: Record<string, string>) =>
        send('POST', '/api/v1/uploads', { ...tus, ...length, 'upload-metadata': metadata }),
      patch: (path: string, offset: number, bytes: number) =>
        send('PATCH', path, { ...tus, ...octets, 'upload-offset': String(offset) }, new Uint8Array(bytes)),
    };
  };
  return { ...tested, at };
}

const json = JSON.stringify;
const limitsJson = (max_upload_bytes: number | null, quota_bytes: number | null = null) =>
  json({ max_upload_bytes, quota_bytes });
const deferred = { 'upload-defer-length': '1' };
const answerOf = async (answer: Response) =>
  answer.ok ? answer.status : [answer.status, await codeOf(answer)];

describe('the configuration of a host', () => {
  it('is that of its row, and of the environment where the row has none', async () => {
    const { at, db } = await hosts({ remoteDictation: true });
    const row = { max_upload_bytes: 2 * MB, quota_bytes: null };
    const links = { chat_app: 'https://chat.example', support_desk: null };
    const next = { audio_days: 10, content_months: 3, effective: '2027-02-01' };
    const retention = { audio_days: 20, content_months: 4, next };
    await buildDomain(db, {
      host: '*.a.example',
      names: json(['a.example']),
      tags: json(['share', 'of_our_own']),
      config: json({
        colour: 'green',
        mp3: 'none',
        max_upload_bytes: 1,
        remote_dictation: 'no',
        page_views: true,
        tags: [],
        retention: 1,
      }),
      limits: json(row),
      retention: json(retention),
      mp3: json({ sample_rate: 16_000, bitrate: 32 }),
      links: json(links),
      app_store: json({ app_id: '42' }),
    });
    await buildDomain(db, { host: 'b.example', tags: '[]' });
    const expected = {
      tags: ['share', 'of_our_own'],
      config: {
        colour: 'green',
        tags: [],
        max_upload_bytes: 2 * MB,
        mp3: { sample_rate: 16_000, bitrate: 32 },
        remote_dictation: true,
        page_views: false,
        links,
        app_store: { app_id: '42' },
        retention,
      },
    };
    const read = async (host: string) => (await at(host)).config();
    expect(await read('a.example')).toEqual(expected);
    expect(await read('deep.under.a.example')).toEqual(expected);
    const byDefault = {
      max_upload_bytes: limits.maxUploadBytes,
      mp3: { sample_rate: 24_000, bitrate: 64 },
      remote_dictation: true,
      page_views: false,
      links: { chat_app: null, support_desk: null },
      app_store: { app_id: null },
      retention: { audio_days: 30, content_months: 6, next: null },
    };
    expect(await read('b.example')).toEqual({ tags: [], config: byDefault });
    const withoutList = functionTags.filter((tag) => !['roles', 'survey', 'pairing_quick'].includes(tag));
    expect(await read('c.example')).toEqual({ tags: withoutList, config: byDefault });
  });

  it.each([true, false])('says whether dictation may send sound elsewhere: %s', async (remoteDictation) => {
    const { at } = await hosts({ remoteDictation });
    expect((await (await at('c.example')).config()).config.remote_dictation).toBe(remoteDictation);
  });
});

describe('the largest upload', () => {
  it('is that of the host, by every way, smaller or larger than that of the environment', async () => {
    const { at, db } = await hosts();
    await buildDomain(db, { host: 'small.example', limits: limitsJson(MB) });
    await buildDomain(db, { host: 'large.example', limits: limitsJson(400 * MB) });
    const beyondDefault = { 'upload-length': String(limits.maxUploadBytes + 1) };
    const stated = { 'content-length': String(limits.maxUploadBytes + 2 * MB) };
    const answers = async (host: string) => {
      const { send, sendFile, begin } = await at(host);
      const options = await send('OPTIONS', '/api/v1/uploads', tus);
      return [
        Number(options.headers.get('tus-max-size')),
        await answerOf(await begin({ 'upload-length': String(MB + 1) })),
        await answerOf(await begin(beyondDefault)),
        await answerOf(await sendFile(10, stated)),
        await answerOf(await sendFile(MB + 1)),
      ];
    };
    const refused = [413, 'upload.too_large'];
    expect(await answers('small.example')).toEqual([MB, refused, refused, refused, refused]);
    expect(await answers('large.example')).toEqual([400 * MB, 201, 201, 200, 200]);
    expect(await answers('c.example')).toEqual([limits.maxUploadBytes, 201, refused, refused, 200]);
  });

  it('of a recording never sinks while it runs, and holds for its length that is stated last', async () => {
    const { at, db } = await hosts();
    await buildDomain(db, { host: 'a.example', limits: limitsJson(3 * MB) });
    const { begin, patch, send } = await at('a.example');
    const path = (await begin(deferred)).headers.get('location')!;
    expect((await patch(path, 0, 2 * MB)).status).toBe(204);
    await db
      .updateTable('domain')
      .set({ limits: limitsJson(MB) })
      .execute();
    expect((await patch(path, 2 * MB, MB)).status).toBe(204);
    expect(await answerOf(await patch(path, 3 * MB, 1))).toEqual([413, 'upload.too_large']);
    const end = { ...tus, ...octets, 'upload-offset': String(3 * MB), 'upload-length': String(3 * MB) };
    expect((await send('PATCH', path, end)).status).toBe(204);
    expect(await answerOf(await begin({ 'upload-length': String(2 * MB) }))).toEqual([
      413,
      'upload.too_large',
    ]);
    const next = (await begin(deferred)).headers.get('location')!;
    expect(await answerOf(await patch(next, 0, MB + 1))).toEqual([413, 'upload.too_large']);
  });

  it('may grow while a recording runs', async () => {
    const { at, db } = await hosts();
    await buildDomain(db, { host: 'a.example', limits: limitsJson(MB) });
    const { begin, patch } = await at('a.example');
    const path = (await begin(deferred)).headers.get('location')!;
    expect((await patch(path, 0, MB)).status).toBe(204);
    expect(await answerOf(await patch(path, MB, 1))).toEqual([413, 'upload.too_large']);
    await db
      .updateTable('domain')
      .set({ limits: limitsJson(2 * MB) })
      .execute();
    expect((await patch(path, MB, MB)).status).toBe(204);
  });

  it('of a recording that an older version began is at least that of the environment', async () => {
    const { at, db } = await hosts();
    const { begin, patch } = await at('a.example');
    const path = (await begin(deferred)).headers.get('location')!;
    await db.updateTable('upload').set({ max_bytes: null }).execute();
    await buildDomain(db, { host: 'a.example', limits: limitsJson(MB) });
    expect((await patch(path, 0, 2 * MB)).status).toBe(204);
  });

  it('is read anew for each request of a stream', async () => {
    const line = await testPipeline();
    await buildDomain(line.db, { host: line.owner.host, limits: limitsJson(MB) });
    const form = new FormData();
    form.set('file', new File([new Uint8Array(MB + 1)], 'a.mp3'));
    const send = () =>
      line.openApp().request(`/api/v1/sessions/${line.session.id}/file-upload`, {
        method: 'POST',
        headers: as(line.user),
        body: form,
      });
    expect(await answerOf(await send())).toEqual([413, 'upload.too_large']);
    expect((await client(line).create({ 'upload-length': String(MB) })).status).toBe(201);
    await line.db
      .updateTable('domain')
      .set({ limits: limitsJson(2 * MB) })
      .execute();
    expect((await send()).status).toBe(200);
  });
});

describe('the space of a person', () => {
  it('is that of their host: it is told with the profile, and refused beyond', async () => {
    const { at, db } = await hosts();
    await buildDomain(db, { host: 'a.example', limits: limitsJson(null, MB) });
    await buildDomain(db, { host: 'b.example', limits: limitsJson(null, 3 * MB) });
    const [a, b, c] = [await at('a.example'), await at('b.example'), await at('c.example')];
    for (const each of [a, b, c]) expect((await each.sendFile(MB - 10)).status).toBe(200);
    const used = MB - 10;
    expect(await a.quota()).toEqual({ used_bytes: used, limit_bytes: MB });
    expect(await b.quota()).toEqual({ used_bytes: used, limit_bytes: 3 * MB });
    expect(await c.quota()).toBeNull();
    const more = { 'upload-length': '11' };
    expect(await answerOf(await a.begin(more))).toEqual([507, 'upload.quota_exceeded']);
    for (const each of [b, c]) expect((await each.begin(more)).status).toBe(201);
    await db
      .updateTable('domain')
      .set({ limits: limitsJson(null, 2 * MB) })
      .execute();
    expect((await a.begin(more)).status).toBe(201);
  });
});

describe('an upload in progress', () => {
  it('is kept as long as audio of its host, and expires at the moment that is shown', async () => {
    const { at, db, clock } = await hosts();
    const retention = { audio_days: 2, content_months: 1, next: null };
    await buildDomain(db, { host: 'a.example', retention: json(retention) });
    const begunAt = clock.now();
    for (const [host, days] of [
      ['a.example', 2],
      ['b.example', limits.audioRetentionDays],
    ] as const) {
      clock.set(begunAt);
      const { begin, send } = await at(host);
      const begun = await begin(deferred);
      const path = begun.headers.get('location')!;
      const list = async () => ((await (await send('GET', '/api/v1/uploads')).json()) as UploadList).uploads;
      const keepUntil = Date.parse((await list())[0]!.keep_until);
      expect(keepUntil).toBe(Math.floor(begunAt / dayMs + days + 1) * dayMs);
      // The library counts by the clock of the machine.
      const leftMs = Date.parse(begun.headers.get('upload-expires') ?? '') - Date.now();
      expect(Math.abs(leftMs - (keepUntil - begunAt))).toBeLessThan(60_000);
      clock.set(keepUntil - 1);
      expect([(await list()).length, (await send('HEAD', path, tus)).status]).toEqual([1, 200]);
      clock.set(keepUntil);
      expect([(await list()).length, (await send('HEAD', path, tus)).status]).toEqual([0, 404]);
    }
  });
});
