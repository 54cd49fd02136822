import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Person } from '#api/contract/admin-domain.ts';
import { hourMs } from '#api/contract/time.ts';
import { adminApp } from '#api/testing/admin-calls.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import type { Db } from '#api/db/open.ts';

const path = 'admin/domains/localhost/people';

const buildAudio = (db: Db, sessionId: string, fields: { bytes: number; deleted_at?: number }) =>
  db
    .insertInto('audio')
    .values({
      session_id: sessionId,
      storage_key: 'k',
      file_name: 'a.mp3',
      file_type: 'audio/mpeg',
      sha256: '',
      created_at: 1,
      ...fields,
    })
    .execute();

describe('the people of a host', () => {
  it('are found by name and address, whatever the case, sorted by name, without those of other hosts', async () => {
    const { db, boss, as } = await adminApp();
    const add = (first: string, last: string, host = 'localhost') =>
      buildUser(db, { first_name: first, last_name: last, email: `${first}@Strasse.example`, host });
    for (const [first, last] of [
      ['Zoë', 'Élan'],
      ['Ömer', 'Große'],
      ['Anna', 'Weiss'],
    ] as const)
      await add(first, last);
    await add('Ömer', 'Fremd', 'other.example');
    const names = async (search: string) => {
      const { body } = await as(boss, 'GET', `${path}?search=${encodeURIComponent(search)}`);
      return (body['people'] as Person[]).map(({ name }) => name);
    };
    expect(await names('')).toEqual(['Anna Weiss', 'Ömer Große', 'Petra Muster', 'Zoë Élan']);
    expect(await names('ömer')).toEqual(['Ömer Große']);
    expect(await names(' OE éL')).toEqual([]);
    expect(await names('zoË éL')).toEqual(['Zoë Élan']);
    expect(await names('GROSSE')).toEqual(['Ömer Große']);
    expect(await names('anna@strasse')).toEqual(['Anna Weiss']);
    expect(await names('%')).toEqual([]);
  });

  it('come 50 a page', async () => {
    const { db, boss, as } = await adminApp();
    for (let n = 0; n < 100; n++) await buildUser(db, { first_name: 'Anna', last_name: String(100 + n) });
    const pageOf = async (page: number) => (await as(boss, 'GET', `${path}?page=${page}`)).body;
    const pages = [await pageOf(1), await pageOf(2), await pageOf(3), await pageOf(4)];
    expect(pages.map(({ people, hasMore }) => [(people as Person[]).length, hasMore])).toEqual([
      [50, true],
      [50, true],
      [1, false],
      [0, false],
    ]);
    const ids = pages.flatMap(({ people }) => (people as Person[]).map(({ id }) => id));
    expect(new Set(ids).size).toBe(101);
    expect((await as(boss, 'GET', `${path}?page=0`)).status).toBe(400);
  });

  it('show what they have stored now, their rights, and nothing that is not theirs', async () => {
    const { db, boss, as } = await adminApp();
    const anna = await buildUser(db, {
      first_name: '',
      last_name: '',
      username: 'anna',
      email: 'anna@example.org',
      email_verified: 1,
      roles: '["doctor"]',
      claim_roles: '["nurse"]',
    });
    for (const [duration, audio] of [
      [3_600, { bytes: 1_000 }],
      [1_800, { bytes: 500 }],
      [7_200, { bytes: 9_000, deleted_at: 5 }],
      [900, null],
    ] as const) {
      const session = await buildSession(db, ownerOf(anna), { duration });
      if (audio) await buildAudio(db, session.id, audio);
    }
    await buildAudio(db, (await buildSession(db, ownerOf(boss), { duration: 360 })).id, { bytes: 7 });
    const { body } = await as(boss, 'GET', `${path}?search=anna`);
    expect(body).toEqual({
      people: [
        {
          id: anna.id,
          name: 'anna',
          email: 'anna@example.org',
          roles: ['doctor'],
          claim_roles: ['nurse'],
          is_superuser: false,
          is_verified: true,
          locked: false,
          second_factor: false,
          seen_at: null,
          hours: 1.5,
          bytes: 1_500,
        },
      ],
      hasMore: false,
    });
  });

  it('have the time of their last request, to the hour', async () => {
    const { db, clock, boss, as } = await adminApp();
    const anna = await buildUser(db, { first_name: 'Anna' });
    const seenAt = async () => {
      const { body } = await as(boss, 'GET', `${path}?search=anna`);
      return (body['people'] as Person[])[0]?.seen_at;
    };
    const call = () => as(anna, 'GET', 'ai-processing-options');
    expect(await seenAt()).toBeNull();
    const first = new Date(clock.now()).toISOString();
    await call();
    expect(await seenAt()).toBe(first);
    clock.advance(hourMs - 1);
    await call();
    expect(await seenAt()).toBe(first);
    clock.advance(1);
    await call();
    expect(await seenAt()).toBe(new Date(clock.now()).toISOString());
  });

  it('are served also if the time of their request cannot be stored', async () => {
    const { db, boss, as } = await adminApp();
    await sql`create trigger full before update of seen_at on user
      begin select raise(abort, 'The disk is full.'); end`.execute(db);
    expect((await as(boss, 'GET', 'ai-processing-options')).status).toBe(200);
  });
});

describe('a change of a person', () => {
  const setUp = async () => {
    const base = await adminApp();
    const change = (id: string, body: object, user = base.boss, host = 'localhost') =>
      base.as(user, 'PUT', `admin/domains/${host}/people/${id}`, body);
    return { ...base, change };
  };

  it('locks at once and unlocks; what was not sent stays', async () => {
    const { db, as, change } = await setUp();
    const anna = await buildUser(db, { is_superuser: 1, roles: '["gone"]' });
    const locked = await change(anna.id, { locked: true });
    expect([locked.status, locked.body]).toMatchObject([
      200,
      { locked: true, is_superuser: true, roles: ['gone'] },
    ]);
    expect((await as(anna, 'GET', 'ai-processing-options')).code).toBe('auth.forbidden');
    expect((await change(anna.id, { is_superuser: false })).body).toMatchObject({ locked: true });
    await change(anna.id, { locked: false });
    expect((await as(anna, 'GET', 'ai-processing-options')).status).toBe(200);
    expect((await as(anna, 'GET', 'admin/domains')).code).toBe('auth.forbidden');
  });

  it('gives roles that the host has, once each, and lets a role that was removed stay', async () => {
    const { db, boss, as, change } = await setUp();
    const anna = await buildUser(db, { roles: '["gone"]' });
    const role = {
      role_name_de: '',
      role_name_en: 'D',
      role_name_fr: '',
      role_name_it: '',
      is_default: false,
    };
    const roles = { roles: [{ ...role, id: 'doctor' }] };
    await as(boss, 'PUT', 'admin/domains/localhost/roles', roles, { ifMatch: '*' });
    const given = await change(anna.id, { roles: ['doctor', 'gone', 'doctor'] });
    expect(given.body['roles']).toEqual(['doctor', 'gone']);
    const refused = await change(anna.id, { roles: ['doctor', 'nurse'], locked: true });
    expect([refused.status, refused.body['errors']]).toMatchObject([400, [{ path: 'roles.1' }]]);
    expect((await change(anna.id, { roles: ['doctor'] })).body).toMatchObject({
      roles: ['doctor'],
      locked: false,
    });
    expect((await change(anna.id, { roles: ['gone'] })).status).toBe(400);
  });

  it.each([{ locked: true }, { is_superuser: false }])('%j never takes the last superuser', async (body) => {
    const { db, boss, change } = await setUp();
    await buildUser(db, { is_superuser: 1, locked: 1 });
    await buildUser(db, { is_superuser: 1, host: 'other.example' });
    const last = await change(boss.id, body);
    expect([last.status, last.code]).toEqual([409, 'domain.last_superuser']);
    const anna = await buildUser(db, { is_superuser: 1 });
    expect((await change(boss.id, body)).status).toBe(200);
    // The former superuser may do nothing any more, so the other one stays.
    expect((await change(anna.id, body)).code).toBe('auth.forbidden');
    expect((await change(anna.id, body, anna)).code).toBe('domain.last_superuser');
  });

  it('of a host that waits for its first superuser may lock others', async () => {
    const { db, change, storeRow } = await setUp();
    await storeRow({ key: 'k.example', host: 'k.example' });
    const guest = await buildUser(db, { host: 'k.example' });
    expect((await change(guest.id, { locked: true }, undefined, 'k.example')).status).toBe(200);
  });

  it('lets one of two superusers stay who take each other’s right at once', async () => {
    const { db, boss, change } = await setUp();
    const anna = await buildUser(db, { is_superuser: 1 });
    const answers = await Promise.all([
      change(anna.id, { is_superuser: false }),
      change(boss.id, { is_superuser: false }, anna),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const left = await db.selectFrom('user').select('id').where('is_superuser', '=', 1).execute();
    expect(left).toHaveLength(1);
  });

  it('finds nobody of another host', async () => {
    const { db, change } = await setUp();
    const other = await buildUser(db, { host: 'other.example', is_superuser: 1 });
    for (const id of [other.id, 'nobody']) {
      const answer = await change(id, { locked: true });
      expect([answer.status, answer.code]).toEqual([404, 'person.not_found']);
    }
    expect((await change(other.id, { locked: true }, other, 'other.example')).code).toBe(
      'domain.last_superuser',
    );
  });
});
