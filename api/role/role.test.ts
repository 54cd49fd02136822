import { describe, expect, it } from 'vitest';
import { buildDomain, buildUser } from '#api/testing/builders.ts';
import { buildRoles, role } from '#api/testing/build-roles.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createRoleStore } from './role.store.ts';

async function setUp() {
  const tested = await testApp();
  const { app, db, bearer } = tested;
  const doctor = await buildUser(db, { roles: '["doctor"]' });
  const call = async (user: typeof doctor, what: string, json?: object, host = user.host) => {
    const answer = await app.request(`http://${host}/api/v1/user/${what}`, {
      headers: { ...bearer(user), 'content-type': 'application/json' },
      ...(json ? { method: 'POST', body: JSON.stringify(json) } : {}),
    });
    const body = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, body, code: body['code'] };
  };
  const select = (user: typeof doctor, id: string) => call(user, 'select-role', { domain_role_id: id });
  return { ...tested, doctor, call, select };
}

const clerk = role('clerk', { is_default: true });

describe('The roles of the signed-in person', () => {
  it('are those that the person holds, in the order of the host', async () => {
    const { db, call, doctor } = await setUp();
    await buildRoles(db);
    expect((await call(doctor, 'available-roles')).body).toEqual({
      available_roles: [clerk, role('doctor')],
    });
    const other = await buildUser(db);
    expect((await call(other, 'available-roles')).body).toEqual({ available_roles: [clerk] });
  });

  it('are chosen one at a time, by each person alone', async () => {
    const { db, call, select, doctor } = await setUp();
    await buildRoles(db);
    const other = await buildUser(db, { roles: '["doctor"]' });
    expect(await call(doctor, 'current-role')).toMatchObject({ status: 404, code: 'role.none' });
    expect(await select(doctor, 'doctor')).toMatchObject({
      status: 200,
      body: { current_role: role('doctor') },
    });
    expect((await call(doctor, 'current-role')).body).toEqual({ current_role: role('doctor') });
    await select(doctor, 'clerk');
    expect((await call(doctor, 'current-role')).body).toEqual({ current_role: clerk });
    expect(await call(other, 'current-role')).toMatchObject({ status: 404, code: 'role.none' });
  });

  it('are refused if the person does not hold them, and the former choice stays', async () => {
    const { db, call, select } = await setUp();
    await buildRoles(db);
    const user = await buildUser(db, { roles: '["nurse"]' });
    await select(user, 'nurse');
    for (const id of ['doctor', 'unknown'])
      expect(await select(user, id)).toMatchObject({ status: 404, code: 'role.not_found' });
    expect((await call(user, 'current-role')).body).toEqual({ current_role: role('nurse') });
    for (const json of [
      {},
      { domain_role_id: '' },
      { domain_role_id: 1 },
      { domain_role_id: 'nurse', more: 1 },
    ])
      expect(await call(user, 'select-role', json)).toMatchObject({ status: 400, code: 'request.invalid' });
  });

  it('end with the gift, and count again when it comes back', async () => {
    const { db, call, select, doctor } = await setUp();
    await buildRoles(db);
    await select(doctor, 'doctor');
    const give = (roles: string) =>
      db.updateTable('user').set({ roles }).where('id', '=', doctor.id).execute();
    await give('[]');
    expect(await call(doctor, 'current-role')).toMatchObject({ status: 404, code: 'role.none' });
    await give('["doctor"]');
    expect((await call(doctor, 'current-role')).status).toBe(200);
    await createRoleStore(db).replace(doctor.host, [clerk]);
    expect(await call(doctor, 'current-role')).toMatchObject({ code: 'role.none' });
    expect((await call(doctor, 'available-roles')).body).toEqual({ available_roles: [clerk] });
  });

  it('belong to one host: a role of the same name elsewhere is another one', async () => {
    const { db, call, select } = await setUp();
    await buildRoles(db);
    await buildDomain(db, { host: 'other.ch', tags: '["roles"]' });
    await createRoleStore(db).replace('other.ch', [role('nurse', { role_name_de: 'Pflege' })]);
    const user = await buildUser(db, { host: 'other.ch', roles: '["nurse","doctor"]' });
    expect((await call(user, 'available-roles')).body).toEqual({
      available_roles: [role('nurse', { role_name_de: 'Pflege' })],
    });
    expect(await select(user, 'doctor')).toMatchObject({ code: 'role.not_found' });
  });

  it.each([
    ['without a list of tags', null],
    ['with a list that lacks the tag', '["share"]'],
    ['with an empty list', '[]'],
  ])('are not there on a host %s', async (_, tags) => {
    const { db, call, select, doctor } = await setUp();
    await buildRoles(db);
    await db.updateTable('domain').set({ tags }).execute();
    for (const what of ['available-roles', 'current-role'])
      expect(await call(doctor, what)).toMatchObject({ status: 404, code: 'domain.off' });
    expect(await select(doctor, 'doctor')).toMatchObject({ status: 404, code: 'domain.off' });
  });

  it('need a sign-in', async () => {
    const { app, db } = await setUp();
    await buildRoles(db);
    for (const path of ['available-roles', 'current-role'])
      expect((await app.request(`/api/v1/user/${path}`)).status).toBe(401);
    expect((await app.request('/api/v1/user/select-role', { method: 'POST', body: '{}' })).status).toBe(401);
  });
});
