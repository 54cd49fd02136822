import { describe, expect, it } from 'vitest';
import type { Claims } from '#api/engines/identity/identity.ts';
import { shippedOptions } from '#api/option/shipped-options.ts';
import { createOptionStore } from '#api/option/option.store.ts';
import { adminApp } from '#api/testing/admin-calls.ts';

const host = 'klinik.example';

const setUp = async (firstSuperuser = 'eva@example.org') => {
  const base = await adminApp();
  const { as, boss, deps, db } = base;
  const added = await as(boss, 'POST', 'admin/domains', { host, first_superuser: firstSuperuser });
  expect(added.status).toBe(201);
  const signIn = async (sub: string, change: Partial<Claims> = {}) => {
    const claims: Claims = {
      issuer: 'https://id.example',
      sub,
      username: sub,
      email: 'eva@example.org',
      firstName: 'Eva',
      lastName: 'Muster',
      isEmailVerified: true,
      roles: [],
      ...change,
    };
    const row = await deps.users.upsert(await deps.domains.tenantOf(host), claims);
    return row.is_superuser;
  };
  const awaited = async () =>
    (await db.selectFrom('domain').select('first_superuser').where('key', '=', host).executeTakeFirst())
      ?.first_superuser;
  return { ...base, signIn, awaited };
};

describe('the first superuser of a row', () => {
  it('is who has the confirmed address that the row names, once, and nobody who came before', async () => {
    const { signIn, awaited } = await setUp('Eva@Example.org');
    expect(await signIn('early', { email: 'early@example.org' })).toBe(0);
    expect(await signIn('false', { isEmailVerified: false })).toBe(0);
    expect(await awaited()).toBe('Eva@Example.org');
    expect(await signIn('eva', { email: 'eva@EXAMPLE.org' })).toBe(1);
    expect(await awaited()).toBeNull();
    expect(await signIn('second')).toBe(0);
    expect(await signIn('eva')).toBe(1);
  });

  it('may be known already: the address is confirmed later, or named later', async () => {
    const { signIn, put, awaited } = await setUp();
    expect(await signIn('eva', { isEmailVerified: false })).toBe(0);
    expect(await signIn('eva')).toBe(1);
    expect(await signIn('max', { email: 'max@example.org' })).toBe(0);
    await put(host, { first_superuser: 'max@example.org' });
    expect(await signIn('max', { email: 'max@example.org' })).toBe(1);
    expect(await awaited()).toBeNull();
  });

  it('is one of two who come at once', async () => {
    const { signIn, db } = await setUp();
    await Promise.all([signIn('one'), signIn('two'), signIn('one')]);
    const rows = await db.selectFrom('user').select('is_superuser').where('host', '=', host).execute();
    expect(rows.map((row) => row.is_superuser).toSorted()).toEqual([0, 1]);
  });

  it('is nobody who is locked', async () => {
    const { signIn, put, db, awaited } = await setUp('other@example.org');
    await signIn('eva');
    await db.updateTable('user').set({ locked: 1 }).where('host', '=', host).execute();
    await put(host, { first_superuser: 'eva@example.org' });
    expect(await signIn('eva')).toBe(0);
    expect(await awaited()).toBe('eva@example.org');
  });
});

it('The first person of a host that has options and no row yet is its superuser', async () => {
  const { as, deps, db, clock, boss } = await adminApp();
  await createOptionStore(db, clock).put(host, [shippedOptions[0]!]);
  expect((await deps.domains.tenantOf(host)).hasRow).toBe(false);
  const guest = { ...boss, sub: 'guest' };
  const { status, body } = await as(guest, 'GET', `admin/domains/${host}`, undefined, { at: host });
  expect([status, body['own'], body['people']]).toEqual([200, true, 1]);
  const second = { ...boss, sub: 'second' };
  expect((await as(second, 'GET', 'admin/domains', undefined, { at: host })).status).toBe(403);
});

it('Who signs in while the host gets its row is no superuser by being the first', async () => {
  const { as, boss, deps } = await adminApp();
  const before = await deps.domains.tenantOf(host);
  await as(boss, 'POST', 'admin/domains', { host, first_superuser: 'eva@example.org' });
  const names = { username: 'early', firstName: 'Early', lastName: 'Muster', email: 'early@example.org' };
  const claims = { issuer: 'https://id.example', sub: 'early', ...names, isEmailVerified: true, roles: [] };
  expect(await deps.users.upsert(before, claims)).toMatchObject({ host, is_superuser: 0 });
});
