import { expect, it } from 'vitest';
import { adminApp } from '#api/testing/admin-calls.ts';
import { buildUser } from '#api/testing/builders.ts';

const role = (id: string, more: object = {}) => ({
  id,
  role_name_de: `${id} de`,
  role_name_en: `${id} en`,
  role_name_fr: `${id} fr`,
  role_name_it: '',
  is_default: false,
  ...more,
});
const path = 'admin/domains/localhost/roles';

it('Roles of a host are replaced as a whole, in their order, on this host alone', async () => {
  const { db, boss, as } = await adminApp();
  await buildUser(db, { host: 'other.example' });
  const roles = [role('nurse'), role('Head of ward', { is_default: true })];
  const put = await as(boss, 'PUT', path, { roles }, { ifMatch: '*' });
  expect([put.status, put.body]).toEqual([200, { roles }]);
  const got = await as(boss, 'GET', path);
  expect([got.body, got.tag]).toEqual([{ roles }, put.tag]);
  expect((await as(boss, 'GET', 'admin/domains/other.example/roles')).body).toEqual({ roles: [] });
  const fewer = await as(boss, 'PUT', path, { roles: roles.toReversed() }, { ifMatch: put.tag });
  expect(fewer.body).toEqual({ roles: roles.toReversed() });
  expect(fewer.tag).not.toBe(put.tag);
});

it('A change of roles names what it changes; a later one gets the present roles', async () => {
  const { boss, as } = await adminApp();
  const { tag } = await as(boss, 'GET', path);
  const put = (id: string, ifMatch: string | null) =>
    as(boss, 'PUT', path, { roles: [role(id)] }, { ifMatch });
  expect((await put('a', null)).code).toBe('domain.match_required');
  const answers = await Promise.all([put('a', tag), put('b', tag)]);
  const late = answers.find(({ status }) => status === 412);
  const first = answers.find(({ status }) => status === 200);
  expect([late?.code, late?.body['roles']]).toEqual(['domain.changed', first?.body['roles']]);
});

it.each([
  ['an id twice', [role('a'), role('a')]],
  ['two defaults', [role('a', { is_default: true }), role('b', { is_default: true })]],
  ['no id', [role('')]],
])('Roles are refused: %s', async (_what, roles) => {
  const { boss, as } = await adminApp();
  expect((await as(boss, 'PUT', path, { roles }, { ifMatch: '*' })).status).toBe(400);
});
