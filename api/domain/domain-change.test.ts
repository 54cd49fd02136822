import { describe, expect, it } from 'vitest';
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import { dayMs } from '#api/contract/time.ts';
import { adminApp } from '#api/testing/admin-calls.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';

const setUp = async () => {
  const base = await adminApp();
  const add = (host: string, more: object = {}) =>
    base.as(base.boss, 'POST', 'admin/domains', { host, first_superuser: 'Eva@example.org', ...more });
  const remove = (host: string) =>
    base.as(base.boss, 'DELETE', `admin/domains/${host}`, undefined, { ifMatch: '*' });
  const pathsOf = (body: Record<string, unknown>) =>
    ((body['errors'] ?? []) as { path: string }[]).map(({ path }) => path);
  return { ...base, add, remove, pathsOf };
};

describe('a new host', () => {
  it('has the fields that were sent, defaults else, and no people', async () => {
    const { add, get } = await setUp();
    const answer = await add('*.klinik.example', { names: ['klinik.example'], tags: ['roles'] });
    expect([answer.status, answer.tag]).toEqual([201, answer.body['etag']]);
    expect(answer.body).toMatchObject({
      host: '*.klinik.example',
      names: ['klinik.example'],
      effective_tags: ['roles'],
      config: {},
      retention: null,
      own: false,
      first_superuser: 'Eva@example.org',
      defaults: { quota_bytes: null, audio_days: 30, content_months: 6 },
      is_public: false,
      may_name: true,
      people: 0,
      sessions: 0,
    });
    expect(await get('*.klinik.example')).toEqual(answer.body);
  });

  it.each([
    ['the name of another row', { host: 'a.example' }],
    ['a further name of another row', { host: 'b.example' }],
    ['another row has one of its names', { host: 'c.example', names: ['b.example'] }],
    ['people have signed in under it', { host: 'peopled.example' }],
    ['people have signed in under one of its names', { host: 'c.example', names: ['peopled.example'] }],
    ['people have signed in under a name that its star stands for', { host: '*.example' }],
    ['it is the host of PUBLIC_URL', { host: 'localhost' }],
  ])('is refused: %s', async (_what, body) => {
    const { db, add, as, boss, storeRow } = await setUp();
    await storeRow({ key: 'a.example', host: 'a.example', names: ['b.example'] });
    await buildUser(db, { host: 'peopled.example' });
    const answer = await add(body.host, body);
    expect([answer.status, answer.code]).toEqual([409, 'domain.name_taken']);
    const { body: list } = await as(boss, 'GET', 'admin/domains');
    expect((list['domains'] as AdminDomain[]).map(({ host }) => host)).toEqual([
      'a.example',
      'localhost',
      'peopled.example',
    ]);
  });

  it('takes a more special name than a row with a star, but never the host of PUBLIC_URL from one', async () => {
    const { add, put } = await setUp();
    expect((await put('localhost', { host: '*.example', names: ['localhost'] })).status).toBe(200);
    expect((await add('klinik.example')).status).toBe(201);
    expect((await add('localhost')).code).toBe('domain.name_taken');
  });

  it('needs somebody who becomes its superuser', async () => {
    const { as, boss, add, pathsOf } = await setUp();
    const without = await as(boss, 'POST', 'admin/domains', { host: 'a.example' });
    expect([without.status, pathsOf(without.body)]).toEqual([400, ['first_superuser']]);
    expect((await add('a.example', { first_superuser: 'nobody' })).status).toBe(400);
  });
});

describe('the row of a host', () => {
  it('is made by the first change, with the key of its people, and one field leaves the others', async () => {
    const { db, put, get } = await setUp();
    const user = await buildUser(db, { host: 'klinik.example' });
    await buildSession(db, ownerOf(user));
    const links = { chat_app: 'https://chat.example/{id}', support_desk: null };
    await put('klinik.example', { config: { colour: 'red' }, survey: { q: [1] } });
    await put('klinik.example', { links, names: ['k.example', 'klinik.example', 'k.example'] });
    const row = await get('klinik.example');
    expect(row).toMatchObject({ config: { colour: 'red' }, survey: { q: [1] }, links, names: ['k.example'] });
    expect([row.people, row.sessions]).toEqual([1, 1]);
    const stored = await db.selectFrom('domain').select(['key', 'rev']).execute();
    expect(stored).toEqual([{ key: 'klinik.example', rev: 2 }]);
  });

  it('takes its people along when it is renamed, and its former name belongs to nobody', async () => {
    const { db, as, put, add, get } = await setUp();
    const one = await buildUser(db, { host: 'klinik.example', is_superuser: 1 });
    expect((await put('klinik.example', { host: 'new.example' })).status).toBe(200);
    expect((await as(one, 'GET', 'admin/domains/new.example', undefined, { at: 'new.example' })).status).toBe(
      200,
    );
    // Somebody comes by the former name, becomes the first person there, and sees nothing of the renamed host.
    await as(one, 'GET', 'ai-processing-options', undefined, { at: 'klinik.example' });
    const later = await as(one, 'GET', 'admin/domains', undefined, { at: 'klinik.example' });
    expect((later.body['domains'] as AdminDomain[]).map(({ host, people }) => [host, people])).toEqual([
      ['klinik.example', 1],
    ]);
    expect((await add('klinik.example')).code).toBe('domain.name_taken');
    for (const name of ['klinik.example', '*.example'])
      expect((await put('new.example', { names: [name] })).code).toBe('domain.name_taken');
    expect((await get('new.example')).people).toBe(1);
  });

  it('keeps its key apart from that of a host without a row, also after two renames and a removal', async () => {
    const { db, as, put, add, remove, deps } = await setUp();
    const keyOf = async (host: string) => (await deps.domains.tenantOf(host)).key;
    await add('a.example');
    await put('a.example', { host: 'b.example' });
    const guest = await buildUser(db, { host: await keyOf('a.example'), is_superuser: 1 });
    await put('a.example', { host: 'c.example' });
    // Two rows have had the name by now, and have their keys.
    const third = await buildUser(db, { host: await keyOf('a.example') });
    expect(new Set([await keyOf('b.example'), await keyOf('c.example'), await keyOf('a.example')]).size).toBe(
      3,
    );
    expect((await remove('b.example')).status).toBe(204);
    expect([await keyOf('c.example'), await keyOf('a.example')]).toEqual([guest.host, third.host]);
    const path = 'admin/domains/c.example/people';
    const { body } = await as(guest, 'GET', path, undefined, { at: 'c.example' });
    expect(body['people']).toMatchObject([{ id: guest.id }]);
  });

  it('of PUBLIC_URL keeps a name for that host, and the provider of the environment', async () => {
    const { put, pathsOf, get } = await setUp();
    const renamed = await put('localhost', { host: 'wortlaut.example' });
    expect([renamed.status, pathsOf(renamed.body)]).toEqual([400, ['host']]);
    expect((await put('localhost', { host: 'wortlaut.example', names: ['localhost'] })).status).toBe(200);
    const back = await put('wortlaut.example', { names: [] });
    expect([back.status, pathsOf(back.body)]).toEqual([400, ['host']]);
    expect(await get('wortlaut.example')).toMatchObject({ is_public: true, people: 1 });
    const identity = { issuer: 'https://id.example', client_id: 'a', role_claim: null, roles: {} };
    const other = await put('wortlaut.example', { identity, first_superuser: 'a@example.org' });
    expect([other.status, pathsOf(other.body)]).toEqual([400, ['identity', 'first_superuser']]);
    expect((await put('wortlaut.example', { identity: null })).status).toBe(200);
  });

  it('is removed without people alone, with its roles and options', async () => {
    const { db, boss, as, add, remove, put } = await setUp();
    await add('a.example');
    const role = { id: 'r', role_name_de: '', role_name_en: 'R', role_name_fr: '', role_name_it: '' };
    const roles = { roles: [{ ...role, is_default: true }] };
    await as(boss, 'PUT', 'admin/domains/a.example/roles', roles, { ifMatch: '*' });
    const { body } = await as(boss, 'GET', 'admin/domains/a.example');
    const options = (body as AdminDomain).options.map(({ rev: _rev, ...option }) => option);
    await put('a.example', { options });
    expect((await remove('a.example')).status).toBe(204);
    expect((await as(boss, 'GET', 'admin/domains/a.example')).status).toBe(404);
    for (const table of ['domain_role', 'processing_option'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);

    await add('a.example');
    await buildUser(db, { host: 'a.example' });
    for (const host of ['a.example', 'localhost']) {
      const answer = await remove(host);
      expect([answer.status, answer.code]).toEqual([409, 'domain.name_taken']);
    }
  });

  it('refuses a config above 16 kB, and JSON that is nested very deeply', async () => {
    const { boss, as, put, get } = await setUp();
    const large = await put('localhost', { config: { a: 'ü'.repeat(8_000) } });
    expect([large.status, large.code]).toEqual([413, 'domain.config_too_large']);
    expect((await put('localhost', { config: { a: 'ü'.repeat(7_900) } })).status).toBe(200);
    const { config } = await get('localhost');
    for (const depth of [100, 500_000])
      for (const [before, after] of [
        ['{"config":{"a":', '}}'],
        ['{"survey":', '}'],
        ['{"limits":', '}'],
        ['{"identity":{"roles":', '}}'],
      ]) {
        const body = before + '['.repeat(depth) + ']'.repeat(depth) + after;
        const answer = await as(boss, 'PUT', 'admin/domains/localhost', body, { ifMatch: '*' });
        expect([before, answer.status, answer.code]).toEqual([before, 400, 'request.invalid']);
      }
    expect((await get('localhost')).config).toEqual(config);
  });

  it('shortens its retention after notice alone', async () => {
    const { put, clock, get } = await setUp();
    const periods = { audio_days: 10, content_months: 6 };
    const early = await put('localhost', { retention: { ...periods, next: null }, tags: ['share'] });
    expect([early.status, early.code]).toEqual([400, 'domain.retention_notice']);
    expect((await get('localhost')).tags).toBeNull();
    const effective = new Date(clock.now() + 30 * dayMs).toISOString().slice(0, 10);
    const announced = { audio_days: 30, content_months: 6, next: { ...periods, effective } };
    expect((await put('localhost', { retention: announced })).body['retention']).toEqual(announced);
    clock.advance(30 * dayMs);
    expect((await put('localhost', { retention: { ...periods, next: null } })).status).toBe(200);
  });

  it('of another host has nothing of a change that was refused, not even its options', async () => {
    const { put, get } = await setUp();
    const before = await get('localhost');
    const options = before.options.map(({ rev: _rev, ...option }) => ({ ...option, roles: ['nobody'] }));
    expect((await put('localhost', { tags: ['share'], options })).status).toBe(400);
    expect(await get('localhost')).toEqual(before);
  });
});
