import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { SessionDetail, SessionList } from '#api/contract/session.ts';
import { sessionDetailSchema, sessionListSchema } from '#api/contract/session.ts';
import { changeStatus } from '#api/session/change-status.store.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp, type TestParts } from '#api/testing/test-app.ts';
import { testDb } from '#api/testing/test-db.ts';

async function signedIn(overrides: Partial<TestParts> = {}) {
  const tested = await testApp(overrides);
  const user = await buildUser(tested.db);
  const call = (path: string, init: { method?: string; json?: unknown; headers?: object } = {}) =>
    tested.app.request(`/api/v1/sessions${path}`, {
      method: init.method ?? 'GET',
      headers: { ...tested.bearer(user), 'content-type': 'application/json', ...init.headers },
      ...(init.json === undefined ? {} : { body: JSON.stringify(init.json) }),
    });
  return { ...tested, user, owner: ownerOf(user), call };
}

const progress = { done: 0, total: 9, unit: 's' as const, remaining_s: 10, queue: 0, isOverdue: false };
const draft = { title: 'Visite', language: 'de-CH', participants: 3, fhir_patient_id: 'F-12' };

describe('sessions', () => {
  it('are created as new, with the fields of the form, and answer 201 with the detail', async () => {
    const { call, user } = await signedIn();
    const response = await call('/', {
      method: 'POST',
      json: { session: draft, integration_info: { from: 'x' } },
    });
    const detail = sessionDetailSchema.parse(await response.json());
    expect(response.status).toBe(201);
    expect(detail).toMatchObject({
      ...draft,
      user_id: user.id,
      status: 'new',
      duration: 0,
      transcript: null,
      audio: null,
      retention: { audio_until: '2026-12-20', content_until: '2027-05-20' },
    });
  });

  it.each([
    ['session.title_too_long', 'x'.repeat(201)],
    ['session.title_invalid', 7],
    ['session.title_required', null],
    ['session.title_required', ''],
  ])('say what is wrong with a name: %s', async (code, title) => {
    const { call, db, owner } = await signedIn();
    const created = await call('/', { method: 'POST', json: { session: { ...draft, title } } });
    expect([created.status, await created.json()]).toMatchObject([400, { code }]);
    const { id } = await buildSession(db, owner);
    const changed = await call(`/${id}`, { method: 'PATCH', json: { title } });
    expect([changed.status, await changed.json()]).toMatchObject([400, { code }]);
  });

  it.each<[string, object, string]>([
    ['/', { session: { ...draft, tags: [] } }, 'tags'],
    ['/', { session: draft, more: 1 }, 'more'],
    ['/s/process', { option: ['summary'] }, 'option'],
  ])('refuse what they do not know, by its name: %s %j', async (path, json, field) => {
    const { call, db, owner } = await signedIn();
    const { id } = await buildSession(db, owner);
    const response = await call(path.replace('/s/', `/${id}/`), { method: 'POST', json });
    const { code, errors } = (await response.json()) as { code: string; errors: { message: string }[] };
    expect([response.status, code]).toEqual([400, 'request.invalid']);
    expect(errors.map(({ message }) => message).join()).toContain(`"${field}"`);
  });

  it('keep whatever is in settings and integration_info, up to 16 kB of each', async () => {
    const { call } = await signedIn();
    const create = (fields: object, integration_info: object = {}) =>
      call('/', { method: 'POST', json: { session: { ...draft, ...fields }, integration_info } });
    const large = { a: 'ä'.repeat(8_000) };
    expect((await create({ settings: { a: { b: [1] } } }, { from: { system: 'x' } })).status).toBe(201);
    expect((await create({ settings: large })).status).toBe(413);
    expect((await create({}, large)).status).toBe(413);
  });

  it.each([{ title: '   ' }, { title: undefined }])('need a name: %j', async (change) => {
    const { call } = await signedIn();
    const response = await call('/', { method: 'POST', json: { session: { ...draft, ...change } } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'session.title_required',
      detail: 'Please enter a session name.',
      errors: [{ path: 'session.title' }],
    });
  });

  it.each([
    ['POST', { session: { ...draft, settings: { a: 'x'.repeat(16_000) } } }],
    ['POST', { session: draft, integration_info: { a: 'x'.repeat(16_000) } }],
    ['PATCH', { settings: { a: 'x'.repeat(16_000) } }],
  ])('carry settings and integration info of 16 kB at most: %s', async (method, json) => {
    const { call } = await signedIn();
    const { id } = (await (await call('/', { method: 'POST', json: { session: draft } })).json()) as {
      id: string;
    };
    const response = await call(method === 'POST' ? '/' : `/${id}`, { method, json });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      413,
      'session.settings_too_large',
    ]);
  });

  it('with larger settings of an older version can still be changed', async () => {
    const { call, db, owner } = await signedIn();
    const large = JSON.stringify({ a: 'x'.repeat(900_000) });
    const { id } = await buildSession(db, owner, { settings: large, integration_info: large });
    const response = await call(`/${id}`, { method: 'PATCH', json: { title: 'Neu' } });
    expect([response.status, sessionDetailSchema.parse(await response.json()).title]).toEqual([200, 'Neu']);
    const row = await db.selectFrom('session').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect([row.settings, row.integration_info]).toEqual([large, large]);
  });

  it('are refused with every field that is wrong named', async () => {
    const { call } = await signedIn();
    const json = { session: { ...draft, language: 'rm', participants: 0 } };
    const response = await call('/', { method: 'POST', json });
    expect(response.status).toBe(400);
    const body = (await response.json()) as { code: string; errors: { path: string }[] };
    expect(body.code).toBe('request.invalid');
    expect(body.errors.map(({ path }) => path)).toEqual(['session.language', 'session.participants']);
  });

  it('are listed newest first, ten a page, with a word about more', async () => {
    const { call, db, owner } = await signedIn();
    for (let n = 1; n <= 12; n++)
      await buildSession(db, owner, { title: `Sitzung ${n}`, created_at: n * 1000 });
    const first = sessionListSchema.parse(await (await call('/')).json());
    expect(first.recordings.map(({ title }) => title)[0]).toBe('Sitzung 12');
    expect([first.recordings.length, first.hasMore]).toEqual([10, true]);
    const second = (await (await call('/?page=2')).json()) as SessionList;
    expect(second.recordings.map(({ title }) => title)).toEqual(['Sitzung 2', 'Sitzung 1']);
    expect(second.hasMore).toBe(false);
  });

  it.each([
    ['äRZTE', 'Ärztegespräch'],
    ['STRASSE', 'Begehung Straße'],
    ['istanbul', 'Anruf İstanbul'],
    ['100%', 'Stand 100% erreicht'],
    ['a_b', 'Modell a_b'],
  ])('are found by %s', async (search, title) => {
    const { call, db, owner } = await signedIn();
    await buildSession(db, owner, { title });
    await buildSession(db, owner, { title: 'axb 1000 anderes' });
    const list = (await (await call(`/?search=${encodeURIComponent(search)}`)).json()) as SessionList;
    expect(list.recordings.map((item) => item.title)).toEqual([title]);
  });

  it('carry in the list the fields of the specification and how far the work is, nothing else', async () => {
    const { call, db, owner } = await signedIn();
    await buildSession(db, owner);
    const { recordings } = (await (await call('/')).json()) as SessionList;
    expect(Object.keys(recordings[0] ?? {}).toSorted()).toEqual([
      'audio_until',
      'content_until',
      'data',
      'date',
      'domain',
      'duration',
      'id',
      'language',
      'participants',
      'progress',
      'reason',
      'state',
      'status',
      'thumbnail',
      'title',
      'user_id',
    ]);
  });

  it('answer 304 until something changes', async () => {
    const { call, db, owner } = await signedIn();
    const { id } = await buildSession(db, owner);
    const tag = (await call(`/${id}`)).headers.get('etag') ?? '';
    const same = await call(`/${id}`, { headers: { 'if-none-match': tag } });
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
    const waits = { status: 'pending', reason: 'transcription.model_missing' } as const;
    const by = { actor: owner.actor, nowMs: 0 };
    await db.transaction().execute((trx) => changeStatus(trx, id, waits, by));
    const changed = await call(`/${id}`, { headers: { 'if-none-match': tag } });
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({ status: 'pending', reason: 'transcription.model_missing' });
  });

  it('answer 304 without a look at the transcript, also while they are worked on', async () => {
    let looks = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        if (JSON.stringify(node).includes('"transcript"')) looks++;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const counted = { db: testDb().withPlugin(counting), progressOf: async () => progress };
    const { call, db, owner } = await signedIn(counted);
    const { id } = await buildSession(db, owner, { status: 'transcribing' });
    const tag = (await call(`/${id}`)).headers.get('etag') ?? '';
    expect(looks).toBeGreaterThan(0);
    const before = looks;
    expect((await call(`/${id}`, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect(looks).toBe(before);
  });

  it('answer anew when only the progress moved, or only the time', async () => {
    let done = 1;
    let isOverdue = false;
    const progressOf = async () => ({ ...progress, done, total: 10, isOverdue });
    const { call, db, owner } = await signedIn({ progressOf });
    const { id } = await buildSession(db, owner, { status: 'transcribing', duration: 10 });
    const tag = async () => (await call(`/${id}`)).headers.get('etag');
    const before = await tag();
    done = 10;
    const moved = await tag();
    isOverdue = true;
    const late = await call(`/${id}`);
    expect(new Set([before, moved, late.headers.get('etag')]).size).toBe(3);
    const detail = sessionDetailSchema.parse(await late.clone().json());
    expect(detail).toMatchObject({ status: 'overdue', progress: { done: 10 } });
    // Internal fields of the progress are not sent.
    expect(await late.text()).not.toContain('isOverdue');
  });

  it('show no progress once they are finished, though the job may end a moment later', async () => {
    const progressOf = async () => ({ ...progress, done: 9 });
    const { call, db, owner } = await signedIn({ progressOf });
    const finished = await buildSession(db, owner, { status: 'completed' });
    const waiting = await buildSession(db, owner, { status: 'pending' });
    const shown = async (id: string) => ((await (await call(`/${id}`)).json()) as SessionDetail).progress;
    expect(await shown(finished.id)).toBeNull();
    expect(await shown(waiting.id)).toMatchObject({ done: 9 });
  });

  it('take other settings by PATCH, in place of those that were there', async () => {
    const { call } = await signedIn();
    const session = { ...draft, settings: { options: ['summary'], boost: 2 } };
    const created = await call('/', { method: 'POST', json: { session } });
    const { id } = (await created.json()) as SessionDetail;
    const json = { title: 'Abendvisite', settings: { options: ['minutes'] } };
    const patched = (await (await call(`/${id}`, { method: 'PATCH', json })).json()) as SessionDetail;
    expect(patched).toMatchObject({ ...draft, title: 'Abendvisite' });
    expect(patched.settings).toEqual({ options: ['minutes'] });
    expect((await call(`/${id}`, { method: 'PATCH', json: { settings: [] } })).status).toBe(400);
  });

  it('are renamed by PATCH, and found under the new name', async () => {
    const { call, db, owner } = await signedIn();
    const { id } = await buildSession(db, owner, { title: 'alt' });
    const patched = await call(`/${id}`, { method: 'PATCH', json: { title: ' Größe ' } });
    expect(await patched.json()).toMatchObject({ id, title: 'Größe', language: 'de' });
    const { recordings } = (await (await call('/?search=GRÖSSE')).json()) as SessionList;
    expect(recordings.map((item) => item.id)).toEqual([id]);
  });

  it('do not take unknown fields, an empty name, or a status from outside', async () => {
    const { call, db, owner } = await signedIn();
    const { id } = await buildSession(db, owner);
    const patch = async (json: object) => (await call(`/${id}`, { method: 'PATCH', json })).status;
    expect([await patch({ title: '' }), await patch({ status: 'completed' })]).toEqual([400, 400]);
    expect(await patch({})).toBe(200);
  });

  it('are deleted after what hangs on them was cleared', async () => {
    const steps: string[] = [];
    const clear = async (id: string) => void steps.push(`clear ${id}`);
    const { call, db, owner } = await signedIn({ clear });
    const { id } = await buildSession(db, owner);
    expect((await call(`/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(steps).toEqual([`clear ${id}`]);
    expect((await call(`/${id}`)).status).toBe(404);
  });
});

describe('sessions of someone else', () => {
  it('are not found by any call, and stay as they are', async () => {
    const { call, db, user } = await signedIn();
    const other = await buildUser(db);
    const sameOnOtherHost = await buildUser(db, { host: 'other.example', sub: user.sub });
    for (const stranger of [other, sameOnOtherHost]) {
      const { id } = await buildSession(db, ownerOf(stranger), { title: 'fremd' });
      const statuses = await Promise.all([
        call(`/${id}`),
        call(`/${id}`, { method: 'PATCH', json: { title: 'mein' } }),
        call(`/${id}`, { method: 'DELETE' }),
      ]);
      expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
      const row = await db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst();
      expect([row?.title, row?.rev]).toEqual(['fremd', 1]);
    }
    const list = (await (await call('/')).json()) as SessionList;
    expect(list.recordings).toEqual([]);
  });

  it('are not found without signing in either: the token comes first', async () => {
    const { app, clock, tokenFor, user } = await signedIn();
    const get = async (headers: Record<string, string>) => {
      const response = await app.request('/api/v1/sessions/', { headers });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    expect(await get({})).toEqual([401, 'auth.required']);
    expect(await get({ authorization: 'Bearer rubbish' })).toEqual([401, 'auth.required']);
    const token = tokenFor(user);
    clock.advance(16 * 60_000);
    expect(await get({ authorization: `Bearer ${token}` })).toEqual([401, 'auth.token_expired']);
  });
});
