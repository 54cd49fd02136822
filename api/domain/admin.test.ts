import { describe, expect, it } from 'vitest';
import type { AdminDomain, OfferedOption, OptionDraft } from '#api/contract/option.ts';
import { buildUser } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';

async function setUp(host = 'localhost') {
  const { app, db, bearer } = await testApp();
  const boss = await buildUser(db, { is_superuser: 1, host });
  const person = await buildUser(db);
  const as = async (user: typeof boss, method: string, path: string, body?: unknown, more = {}) => {
    const response = await app.request(`http://${user.host}/api/v1/${path}`, {
      method,
      headers: { ...bearer(user), 'content-type': 'application/json', ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const tag = response.headers.get('etag');
    return { status: response.status, tag, body: (await response.json()) as Record<string, unknown> };
  };
  return { app, db, boss, person, as };
}
const draftsOf = (domain: unknown): OptionDraft[] =>
  (domain as AdminDomain).options.map(({ rev: _rev, ...option }) => option);

describe('GET /api/v1/ai-processing-options', () => {
  it('is for those who are signed in', async () => {
    const { app } = await setUp();
    expect((await app.request('/api/v1/ai-processing-options')).status).toBe(401);
  });

  it('answers what a superuser has set, to everybody of the host', async () => {
    const { boss, person, as } = await setUp();
    const { body: domain } = await as(boss, 'GET', 'admin/domains/localhost');
    const options = draftsOf(domain).map((option) =>
      option.label === 'summary'
        ? { ...option, enabled_by_default: false, names: { ...option.names, de: 'Kurz gesagt' } }
        : option,
    );
    const put = await as(boss, 'PUT', 'admin/domains/localhost', { options });
    expect([put.status, put.body['own']]).toEqual([200, true]);
    const { body } = await as(person, 'GET', 'ai-processing-options');
    const offered = body['options'] as OfferedOption[];
    expect(offered.find(({ label }) => label === 'summary')).toMatchObject({
      names: { de: 'Kurz gesagt' },
      enabled_by_default: false,
      engine: 'extract',
    });
    expect(offered[0]?.label).toBe('minutes');
    const back = await as(boss, 'DELETE', 'admin/domains/localhost');
    expect(back.body['own']).toBe(false);
  });
});

describe('/api/v1/admin/domains', () => {
  it.each(['GET', 'PUT', 'DELETE'])('refuses %s of somebody who is no superuser', async (method) => {
    const { person, as } = await setUp();
    const path = method === 'GET' ? 'admin/domains' : 'admin/domains/localhost';
    const body = method === 'PUT' ? { options: [] } : undefined;
    const answer = await as(person, method, path, body);
    expect([answer.status, answer.body['code']]).toEqual([403, 'auth.forbidden']);
  });

  it('lists every host to superusers of the host of the server', async () => {
    const { db, boss, as } = await setUp();
    await buildUser(db, { host: 'other.example' });
    const { body } = await as(boss, 'GET', 'admin/domains');
    expect((body['domains'] as AdminDomain[]).map(({ host }) => host)).toEqual([
      'localhost',
      'other.example',
    ]);
    expect((await as(boss, 'DELETE', 'admin/domains/other.example')).status).toBe(200);
  });

  it('shows superusers of another host nothing but their own', async () => {
    const { boss, as } = await setUp('other.example');
    const { body } = await as(boss, 'GET', 'admin/domains');
    expect((body['domains'] as AdminDomain[]).map(({ host }) => host)).toEqual(['other.example']);
    for (const method of ['GET', 'DELETE']) {
      const answer = await as(boss, method, 'admin/domains/localhost');
      expect([answer.status, answer.body['code']]).toEqual([404, 'request.not_found']);
    }
  });

  it('does not know a host that nobody has ever signed in to', async () => {
    const { boss, as } = await setUp();
    expect((await as(boss, 'GET', 'admin/domains/nowhere.example')).status).toBe(404);
  });

  it('names the field that is wrong, and changes nothing', async () => {
    const { boss, as } = await setUp();
    const { body: domain } = await as(boss, 'GET', 'admin/domains/localhost');
    const options = draftsOf(domain).map((option) => ({ ...option, prompt: '' }));
    const answer = await as(boss, 'PUT', 'admin/domains/localhost', { options });
    expect([answer.status, answer.body['code']]).toEqual([400, 'request.invalid']);
    const paths = (answer.body['errors'] as { path: string }[]).map(({ path }) => path);
    expect(paths).toContain('options.1.prompt');
    expect((await as(boss, 'GET', 'admin/domains/localhost')).body).toEqual(domain);
  });

  it('keeps the roles that an option had when others are changed, lets them be taken away, and takes no new ones', async () => {
    const { db, boss, as } = await setUp();
    const path = 'admin/domains/localhost';
    const { body: domain } = await as(boss, 'GET', path);
    await as(boss, 'PUT', path, { options: draftsOf(domain) });
    // An older version stored it. A role id may contain spaces.
    const roles = ['doctor', 'Head of ward'];
    await db
      .updateTable('processing_option')
      .set({ roles: JSON.stringify(roles) })
      .where('label', '=', 'summary')
      .execute();
    const former = (await as(boss, 'GET', path)).body as unknown as AdminDomain;
    const indexOf = (label: string) => former.options.findIndex((option) => option.label === label);
    const put = (label: string, change: Partial<OptionDraft>) =>
      as(boss, 'PUT', path, {
        options: draftsOf(former).map((option) =>
          option.label === label ? { ...option, ...change } : option,
        ),
      });
    const rolesOf = (body: unknown) =>
      (body as AdminDomain).options.find(({ label }) => label === 'summary')?.roles;

    const other = await put('minutes', { enabled_by_default: false });
    expect([other.status, rolesOf(other.body)]).toEqual([200, roles]);
    const refused = await put('minutes', { roles: ['doctor'] });
    expect([refused.status, refused.body['code']]).toEqual([400, 'request.invalid']);
    expect(refused.body['errors']).toMatchObject([{ path: `options.${indexOf('minutes')}.roles` }]);
    expect((await put('summary', { roles: [...roles, 'nurse'] })).status).toBe(400);
    const fewer = await put('summary', { roles: ['doctor'] });
    expect([fewer.status, rolesOf(fewer.body)]).toEqual([200, ['doctor']]);
    expect(rolesOf((await put('summary', { roles: [] })).body)).toEqual([]);
  });

  it('takes a change of what is there, and refuses one of what somebody else has changed since', async () => {
    const { boss, as } = await setUp();
    const path = 'admin/domains/localhost';
    const { body: domain, tag } = await as(boss, 'GET', path);
    expect(tag).toBe((domain as AdminDomain).etag);
    const renamed = (name: string) =>
      draftsOf(domain).map((option) => ({ ...option, names: { ...option.names, de: name } }));
    const ifMatch = { 'if-match': tag };
    const first = await as(boss, 'PUT', path, { options: renamed('Erste') }, ifMatch);
    expect([first.status, first.tag === tag]).toEqual([200, false]);
    const both = await Promise.all([
      as(boss, 'PUT', path, { options: renamed('Zweite') }, ifMatch),
      as(boss, 'DELETE', path, undefined, ifMatch),
    ]);
    for (const answer of both) expect([answer.status, answer.body['code']]).toEqual([412, 'domain.changed']);
    expect((await as(boss, 'GET', path)).body).toEqual(first.body);
    const again = { 'if-match': `"other", ${first.tag}` };
    expect((await as(boss, 'PUT', path, { options: renamed('Zweite') }, again)).status).toBe(200);
    expect((await as(boss, 'DELETE', path, undefined, { 'if-match': '*' })).tag).toBe(tag);
  });

  it('lets one of two changes at once through', async () => {
    const { boss, as } = await setUp();
    const path = 'admin/domains/localhost';
    const { body: domain, tag } = await as(boss, 'GET', path);
    const put = (name: string) => {
      const options = draftsOf(domain).map((option) => ({ ...option, names: { ...option.names, de: name } }));
      return as(boss, 'PUT', path, { options }, { 'if-match': tag });
    };
    const statuses = (await Promise.all([put('Eine'), put('Andere')])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 412]);
  });
});
