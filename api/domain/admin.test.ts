import { describe, expect, it } from 'vitest';
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import type { OfferedOption, OptionDraft } from '#api/contract/option.ts';
import { createLog } from '#api/lib/log.ts';
import { adminApp } from '#api/testing/admin-calls.ts';
import { buildUser } from '#api/testing/builders.ts';

async function setUp(host = 'localhost') {
  const base = await adminApp({ host });
  return { ...base, person: await buildUser(base.db) };
}
const draftsOf = (domain: unknown): OptionDraft[] =>
  (domain as AdminDomain).options.map(({ rev: _rev, ...option }) => option);

describe('GET /api/v1/ai-processing-options', () => {
  it('is for those who are signed in', async () => {
    const { as } = await setUp();
    expect((await as(null, 'GET', 'ai-processing-options')).status).toBe(401);
  });

  it('answers what a superuser has set, to everybody of the host', async () => {
    const { boss, person, as, get, put: change } = await setUp();
    const options = draftsOf(await get('localhost')).map((option) =>
      option.label === 'summary'
        ? { ...option, enabled_by_default: false, names: { ...option.names, de: 'Kurz gesagt' } }
        : option,
    );
    const put = await change('localhost', { options });
    expect([put.status, put.body['own']]).toEqual([200, true]);
    const { body } = await as(person, 'GET', 'ai-processing-options');
    const offered = body['options'] as OfferedOption[];
    expect(offered.find(({ label }) => label === 'summary')).toMatchObject({
      names: { de: 'Kurz gesagt' },
      enabled_by_default: false,
      engine: 'extract',
    });
    expect(offered[0]?.label).toBe('minutes');
    const back = await as(boss, 'DELETE', 'admin/domains/localhost/options', undefined, { ifMatch: '*' });
    expect(back.body['own']).toBe(false);
  });
});

describe('/api/v1/admin/domains', () => {
  it('names the field that is wrong, and changes nothing', async () => {
    const { get, put } = await setUp();
    const domain = await get('localhost');
    const options = draftsOf(domain).map((option) => ({ ...option, prompt: '' }));
    const answer = await put('localhost', { options });
    expect([answer.status, answer.code]).toEqual([400, 'request.invalid']);
    const paths = (answer.body['errors'] as { path: string }[]).map(({ path }) => path);
    expect(paths).toContain('options.1.prompt');
    expect(await get('localhost')).toEqual(domain);
  });

  it('gives an option the roles of its host and keeps those that it had, takes them away, and takes no others', async () => {
    const { boss, as, get, put: change } = await setUp();
    const path = 'admin/domains/localhost';
    const role = (id: string) => ({
      id,
      role_name_de: id,
      role_name_en: '',
      role_name_fr: '',
      role_name_it: '',
      is_default: false,
    });
    const setRoles = (...ids: string[]) =>
      as(boss, 'PUT', `${path}/roles`, { roles: ids.map(role) }, { ifMatch: '*' });
    const roles = ['doctor', 'Head of ward'];
    await setRoles(...roles);
    const former = await get('localhost');
    const put = (label: string, more: Partial<OptionDraft>) =>
      change('localhost', {
        options: draftsOf(former).map((option) => (option.label === label ? { ...option, ...more } : option)),
      });
    const rolesOf = (body: unknown) =>
      (body as AdminDomain).options.find(({ label }) => label === 'summary')?.roles;
    expect(rolesOf((await put('summary', { roles })).body)).toEqual(roles);
    // The host removes a role. The option does not become everybody's.
    await setRoles('doctor');
    expect(rolesOf(await get('localhost'))).toEqual(roles);
    expect(rolesOf((await put('summary', { roles, enabled_by_default: false })).body)).toEqual(roles);
    const refused = await put('minutes', { roles: ['Head of ward'] });
    const index = former.options.findIndex(({ label }) => label === 'minutes');
    expect([refused.status, refused.body['errors']]).toMatchObject([
      400,
      [{ path: `options.${index}.roles` }],
    ]);
    expect((await put('summary', { roles: ['doctor', 'nurse'] })).status).toBe(400);
    expect(rolesOf((await put('summary', { roles: ['doctor'] })).body)).toEqual(['doctor']);
    expect((await put('summary', { roles })).status).toBe(400);
  });

  it('takes a change of what is there, and refuses one of what somebody else has changed since', async () => {
    const { boss, as } = await setUp();
    const path = 'admin/domains/localhost';
    const { body: domain, tag } = await as(boss, 'GET', path);
    expect(tag).toBe((domain as AdminDomain).etag);
    const change = (body: object, ifMatch: string | null) => as(boss, 'PUT', path, body, { ifMatch });
    const without = await change({ tags: [] }, null);
    expect([without.status, without.code]).toEqual([428, 'domain.match_required']);
    const first = await change({ tags: ['share'] }, tag);
    expect([first.status, first.tag === tag]).toEqual([200, false]);
    const both = await Promise.all([
      change({ config: { a: 1 } }, tag),
      as(boss, 'DELETE', `${path}/options`, undefined, { ifMatch: tag }),
      as(boss, 'DELETE', path, undefined, { ifMatch: tag }),
    ]);
    for (const { status, code, body } of both) {
      expect([status, code]).toEqual([412, 'domain.changed']);
      expect(body['domain']).toEqual(first.body);
    }
    expect((await as(boss, 'GET', path)).body).toEqual(first.body);
    expect((await change({ tags: null }, `"other", ${first.tag}`)).tag).toBe(tag);
  });

  it('lets one of two changes at once through, also if they change different fields', async () => {
    const { boss, as } = await setUp();
    const path = 'admin/domains/localhost';
    const { tag } = await as(boss, 'GET', path);
    const [one, other] = await Promise.all([
      as(boss, 'PUT', path, { tags: ['share'] }, { ifMatch: tag }),
      as(boss, 'PUT', path, { config: { a: 1 } }, { ifMatch: tag }),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 412]);
  });
});

describe('who may what', () => {
  const option = { options: null };
  const codes: Record<number, string> = {
    401: 'auth.required',
    403: 'auth.forbidden',
    404: 'request.not_found',
    409: 'domain.name_taken',
  };
  const calls: [string, string, unknown?][] = [
    ['GET', 'domains'],
    ['POST', 'domains', { host: 'new.example', first_superuser: 'a@example.org' }],
    ['GET', 'domains/klinik.example'],
    ['PUT', 'domains/klinik.example', option],
    ['PUT', 'domains/klinik.example', { names: ['a.example'] }],
    ['DELETE', 'domains/klinik.example/options'],
    ['GET', 'domains/klinik.example/roles'],
    ['PUT', 'domains/klinik.example/roles', { roles: [] }],
    ['GET', 'domains/klinik.example/people'],
    ['PUT', 'domains/klinik.example/people/ID', { locked: false }],
    ['DELETE', 'domains/klinik.example'],
  ];
  it.each<[string, string | null, 0 | 1, number[]]>([
    [
      'a superuser of the public host',
      'localhost',
      1,
      [200, 201, 200, 200, 200, 200, 200, 200, 200, 200, 409],
    ],
    ['a superuser of the host', 'klinik.example', 1, [200, 403, 200, 200, 403, 200, 200, 200, 200, 200, 403]],
    ['a superuser of another row', 'row.example', 1, [200, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404]],
    [
      'one of a host without a row',
      'none.example',
      1,
      [200, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404],
    ],
    ['an ordinary person of the public host', 'localhost', 0, calls.map(() => 403)],
    ['an ordinary person of the host', 'klinik.example', 0, calls.map(() => 403)],
    ['nobody', null, 0, calls.map(() => 401)],
  ])('%s', async (_who, host, isSuperuser, expected) => {
    const { db, as, storeRow } = await setUp();
    await storeRow({ key: 'klinik.example', host: 'klinik.example' });
    await storeRow({ key: 'row.example', host: 'row.example' });
    const other = await buildUser(db, { host: 'klinik.example', is_superuser: 1 });
    const user = host === null ? null : await buildUser(db, { host, is_superuser: isSuperuser });
    const answers: [number, string | undefined][] = [];
    for (const [method, path, body] of calls) {
      const sent = await as(user, method, `admin/${path.replace('ID', other.id)}`, body, { ifMatch: '*' });
      answers.push([sent.status, sent.code]);
    }
    expect(answers).toEqual(expected.map((status) => [status, codes[status]]));
  });

  it('the list has every host for superusers of the public host, for others their own alone', async () => {
    const { db, boss, as, storeRow } = await setUp();
    await storeRow({ key: 'k1', host: '*.klinik.example' });
    const one = await buildUser(db, { host: 'k1', is_superuser: 1 });
    await buildUser(db, { host: 'none.example' });
    const list = async (user: typeof boss, at: string) => {
      const { body } = await as(user, 'GET', 'admin/domains', undefined, { at });
      return [(body['domains'] as AdminDomain[]).map(({ host }) => host), body['may_add']];
    };
    expect(await list(boss, 'localhost')).toEqual([['*.klinik.example', 'localhost', 'none.example'], true]);
    expect(await list(one, 'west.klinik.example')).toEqual([['*.klinik.example'], false]);
  });

  it('a row under several names is one host: its superuser comes by any of them', async () => {
    const { db, as, put, storeRow } = await setUp();
    await storeRow({ key: 'k1', host: '*.klinik.example', names: ['klinik.example'] });
    const one = await buildUser(db, { host: 'k1', is_superuser: 1 });
    const name = encodeURIComponent('*.klinik.example');
    expect((await put(name, { tags: [] }, one, 'klinik.example')).status).toBe(200);
    const { body } = await as(one, 'GET', `admin/domains/${name}`, undefined, { at: 'a.klinik.example' });
    expect(body).toMatchObject({
      tags: [],
      effective_tags: [],
      may_name: false,
      is_public: false,
      people: 1,
    });
    expect(body).not.toHaveProperty('key');
  });

  it('a star as the host of a request is refused before anything is looked up', async () => {
    const { as, boss, storeRow } = await setUp();
    await storeRow({ key: 'localhost', host: '*.localhost' });
    const answer = await as(boss, 'GET', 'admin/domains', undefined, { at: '*.localhost' });
    expect([answer.status, answer.code]).toEqual([400, 'request.invalid']);
  });

  it('others than superusers of the public host may send what they do not change', async () => {
    const { db, as, put, storeRow } = await setUp();
    await storeRow({ key: 'klinik.example', host: 'klinik.example', names: ['k.example'] });
    const limits = { max_upload_bytes: 5_000_000, quota_bytes: null };
    expect((await put('klinik.example', { limits })).status).toBe(200);
    const one = await buildUser(db, { host: 'klinik.example', is_superuser: 1 });
    const same = { host: 'klinik.example', names: ['k.example'], identity: null, limits };
    expect((await put('klinik.example', { ...same, tags: ['share'] }, one)).status).toBe(200);
    const identity = { issuer: 'https://id.example', client_id: 'a', role_claim: null, roles: {} };
    for (const other of [
      { host: 'x.example' },
      { names: [] },
      { identity },
      { limits: null },
      { limits: { ...limits, quota_bytes: 1_000_000 } },
    ]) {
      const answer = await put('klinik.example', { ...other, tags: [] }, one);
      expect([other, answer.code]).toEqual([other, 'auth.forbidden']);
    }
    const { body } = await as(one, 'GET', 'admin/domains/klinik.example');
    expect(body['tags']).toEqual(['share']);
  });
});

it('The log says who changed what of which host, without names, addresses and values', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const { db, boss, as, put } = await adminApp({ log });
  const anna = await buildUser(db, { first_name: 'Annabarbara', email: 'anna@example.org' });
  const host = '*.klinik.example';
  await as(boss, 'POST', 'admin/domains', { host, first_superuser: 'eva@example.org' });
  await put(encodeURIComponent(host), { config: { colour: 'crimson' }, first_superuser: null });
  await as(boss, 'PUT', `admin/domains/localhost/people/${anna.id}`, { locked: true });
  await as(boss, 'GET', 'admin/domains/localhost/people?search=annabarbara');
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(read.filter(({ msg }) => msg !== 'request')).toMatchObject([
    { msg: 'domain: added', host, actor: boss.id },
    { msg: 'domain: changed', host, actor: boss.id, field: ['config', 'first_superuser'] },
    { msg: 'person: changed', host: 'localhost', user_id: anna.id, actor: boss.id, field: ['locked'] },
  ]);
  expect(lines.join('')).not.toMatch(/annabarbara|example\.org|crimson/i);
});
