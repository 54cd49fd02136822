import { describe, expect, it } from 'vitest';
import type { AdminAnnouncement, PutAnnouncement, ShownAnnouncement } from '#api/contract/announcement.ts';
import { limits } from '#api/contract/limits.ts';
import { dayMs, hourMs } from '#api/contract/time.ts';
import { adminApp } from '#api/testing/admin-calls.ts';
import { announcement } from '#api/testing/build-announcements.ts';
import { buildDomain, buildUser } from '#api/testing/builders.ts';

const path = 'admin/domains/localhost/announcements';
const texts = (de: string, en = '', fr = '', it = '') => ({ de, en, fr, it });

async function setUp() {
  const opened = await adminApp();
  const { as, boss } = opened;
  /** What a host announces, asked by somebody without sign-in. */
  const shown = async (at = 'localhost') => {
    const { status, body } = await as(null, 'GET', 'announcements', undefined, { at });
    expect(status).toBe(200);
    return body['announcements'] as ShownAnnouncement[];
  };
  const titles = async (at?: string) =>
    (await shown(at)).map((each) => (each.type === 'data_protection' ? each.type : each.title.de));
  const add = async (fields: Partial<PutAnnouncement> = {}) => {
    const answer = await as(boss, 'POST', path, announcement(fields));
    expect(answer.status).toBe(201);
    return answer.body as AdminAnnouncement;
  };
  const listed = async () => (await as(boss, 'GET', path)).body['announcements'] as AdminAnnouncement[];
  return { ...opened, shown, titles, add, listed };
}

describe('announcements of a host', () => {
  it('are shown to everybody on all its names and on no other host, and go with a deletion', async () => {
    const { db, as, boss, shown, titles, add } = await setUp();
    await buildDomain(db, { host: 'other.example' });
    await buildDomain(db, { host: 'localhost', names: '["also.example"]' });
    const sent = {
      title: texts(' Neu\u202e ', 'New'),
      message: texts('Zeile 1\r\nZeile 2\u0000', 'x'),
      link: 'https://example.org/neu',
      cta_text: texts('Mehr', 'More'),
      type: 'warning' as const,
      priority: 7,
    };
    const { id, etag } = await add(sent);
    expect(await shown()).toEqual([
      {
        ...sent,
        key: expect.stringContaining(id) as string,
        title: texts('Neu', 'New'),
        message: texts('Zeile 1\nZeile 2', 'x'),
        expires_at: null,
      },
    ]);
    expect(await titles('also.example')).toEqual(['Neu']);
    expect(await titles('other.example')).toEqual([]);
    const removed = await as(boss, 'DELETE', `${path}/${id}`, undefined, { ifMatch: etag });
    expect([removed.status, await titles()]).toEqual([204, []]);
  });

  it('begin and end at their times, the more important and the sooner over first', async () => {
    const { clock, titles, add, listed } = await setUp();
    const at = (hours: number) => new Date(clock.now() + hours * hourMs).toISOString();
    await add({ title: texts('later'), starts_at: at(1), priority: 100 });
    await add({ title: texts('always') });
    await add({ title: texts('over soon'), expires_at: at(2) });
    await add({ title: texts('important'), priority: 9, expires_at: at(3) });
    expect(await titles()).toEqual(['important', 'over soon', 'always']);
    clock.advance(hourMs);
    expect(await titles()).toEqual(['later', 'important', 'over soon', 'always']);
    clock.advance(hourMs);
    expect(await titles()).toEqual(['later', 'important', 'always']);
    expect((await listed()).map(({ title }) => title.de)).toEqual([
      'later',
      'important',
      'over soon',
      'always',
    ]);
  });

  it('are read anew when their texts change, not when their times do', async () => {
    const { as, boss, shown, add } = await setUp();
    const keyOf = async () => (await shown())[0]!.key;
    const { id } = await add();
    const put = (fields: Partial<PutAnnouncement>) =>
      as(boss, 'PUT', `${path}/${id}`, announcement(fields), { ifMatch: '*' });
    const key = await keyOf();
    await put({ priority: 50, expires_at: '2199-01-01T00:00:00+01:00' });
    expect(await keyOf()).toBe(key);
    await put({ message: texts('Heute ab 23 Uhr.') });
    expect(await keyOf()).not.toBe(key);
  });

  it('are not changed by somebody who has seen an older state, and who learns the present one', async () => {
    const { as, boss, add, listed } = await setUp();
    const { id, etag } = await add();
    const put = (title: string, ifMatch: string | null) =>
      as(boss, 'PUT', `${path}/${id}`, announcement({ title: texts(title) }), { ifMatch });
    expect((await put('a', null)).code).toBe('domain.match_required');
    const first = await put('a', etag);
    expect(first).toMatchObject({ status: 200, body: { title: { de: 'a' } } });
    expect(first.tag).toBe(first.body['etag']);
    const late = await put('b', etag);
    expect(late).toMatchObject({ status: 412, code: 'domain.changed', body: { announcement: first.body } });
    const removed = await as(boss, 'DELETE', `${path}/${id}`, undefined, { ifMatch: etag });
    expect(removed).toMatchObject({ status: 412, code: 'domain.changed' });
    expect(await listed()).toEqual([first.body]);
    expect((await as(boss, 'PUT', `${path}/none`, announcement(), { ifMatch: '*' })).code).toBe(
      'announcement.not_found',
    );
  });

  it('belong to the superusers of the host, and to those of the host of PUBLIC_URL', async () => {
    const { db, as, boss, add } = await setUp();
    const { id } = await add();
    const other = await buildUser(db, { host: 'other.example', is_superuser: 1 });
    const person = await buildUser(db);
    const own = 'admin/domains/other.example/announcements';
    const { body: mine } = await as(other, 'POST', own, announcement());
    expect((await as(boss, 'GET', own)).body).toEqual({ announcements: [mine] });
    expect((await as(other, 'GET', path)).code).toBe('request.not_found');
    // Under the name of their own host, an announcement of another one is not there.
    const through = await as(other, 'PUT', `${own}/${id}`, announcement(), { ifMatch: '*' });
    expect(through.code).toBe('announcement.not_found');
    expect((await as(person, 'POST', path, announcement())).code).toBe('auth.forbidden');
  });

  it('are 100 at most', async () => {
    const { as, boss, add, listed } = await setUp();
    for (let n = 0; n < limits.maxAnnouncements; n++) await add();
    expect(await as(boss, 'POST', path, announcement())).toMatchObject({
      status: 409,
      code: 'announcement.too_many',
    });
    expect(await listed()).toHaveLength(limits.maxAnnouncements);
  });

  it('go with the row of their host', async () => {
    const { db, as, boss } = await setUp();
    await buildDomain(db, { host: 'empty.example' });
    await as(boss, 'POST', 'admin/domains/empty.example/announcements', announcement());
    await as(boss, 'DELETE', 'admin/domains/empty.example', undefined, { ifMatch: '*' });
    expect(await db.selectFrom('announcement').selectAll().execute()).toEqual([]);
  });

  it('are refused where something is missing or wrong, and the answer says where', async () => {
    const { as, boss, listed } = await setUp();
    const wrong: [string, object, string][] = [
      ['no title', { title: texts('') }, 'title'],
      ['a message without its title', { message: texts('', 'x') }, 'title.en'],
      ['a text of a link that is not there', { cta_text: texts('Mehr') }, 'link'],
      ['http', { link: 'http://example.org' }, 'link'],
      ['a script', { link: 'javascript:alert(1)' }, 'link'],
      ['an address that looks like another', { link: 'https://bank.example@evil.example/' }, 'link'],
      [
        'an end before the beginning',
        { starts_at: '2026-12-02T00:00:00Z', expires_at: '2026-12-02T00:30:00+01:00' },
        'expires_at',
      ],
      ['a day', { expires_at: '2026-12-02' }, 'expires_at'],
      ['a language too few', { title: { de: 'x', en: '', fr: '' } }, 'title.it'],
      ['an unknown field', { colour: 'red' }, ''],
      ['a kind of the server', { type: 'data_protection' }, 'type'],
      ['a priority beyond 100', { priority: 101 }, 'priority'],
      ['a long title', { title: texts('x'.repeat(121)) }, 'title.de'],
    ];
    for (const [what, fields, where] of wrong) {
      const { status, body } = await as(boss, 'POST', path, { ...announcement(), ...fields });
      expect([what, status, body['code']]).toEqual([what, 400, 'request.invalid']);
      const paths = (body['errors'] as { path: string }[]).map((error) => error.path);
      expect([what, paths]).toEqual([what, expect.arrayContaining([where])]);
    }
    expect(await listed()).toEqual([]);
  });
});

describe('the announcement of shorter periods', () => {
  /** A host whose periods are to become 30 days and 6 months on the first of December 2025, as in §9. */
  async function announced(present = { audio_days: 90, content_months: 12 }) {
    const opened = await setUp();
    const { put, clock } = opened;
    clock.set(Date.parse('2025-10-01T12:00:00Z'));
    const next = { audio_days: 30, content_months: 6, effective: '2025-12-01' };
    const change = async (retention: object | null) => {
      const answer = await put('localhost', { retention });
      expect(answer.status).toBe(200);
    };
    await change({ ...present, next: null });
    await change({ ...present, next });
    return { ...opened, next, present, change };
  }

  it('has the dates of the specification, and goes before all others', async () => {
    const { shown, add } = await announced();
    await add({ priority: 100 });
    expect(await shown()).toMatchObject([
      {
        key: 'data_protection.2025-12-01.30.6',
        type: 'data_protection',
        effective: '2025-12-01',
        audio_days: 30,
        content_months: 6,
        audio_before: '2025-11-01',
        content_before: '2025-06-01',
        expires_at: '2025-12-01T00:00:00.000Z',
      },
      { type: 'info' },
    ]);
  });

  it('is shown until the day before D, and no more on D', async () => {
    const { clock, titles } = await announced();
    for (const [moment, wanted] of [
      ['2025-10-05T12:00:00Z', ['data_protection']],
      ['2025-11-30T23:59:59Z', ['data_protection']],
      ['2025-12-01T00:00:00Z', []],
    ] as const) {
      clock.set(Date.parse(moment));
      expect([moment, await titles()]).toEqual([moment, wanted]);
    }
  });

  it('is valid for 30 days where D begins earlier, which is some hours on D', async () => {
    const { change, present, clock, titles, shown } = await announced();
    // Noon on the first of November: D may be the first of December, 29.5 days later.
    clock.set(Date.parse('2025-11-01T12:00:00Z'));
    await change({ ...present, next: { audio_days: 20, content_months: 6, effective: '2025-12-01' } });
    expect((await shown())[0]?.expires_at).toBe('2025-12-01T12:00:00.000Z');
    clock.set(Date.parse('2025-12-01T11:59:59Z'));
    expect(await titles()).toEqual(['data_protection']);
    clock.set(Date.parse('2025-12-01T12:00:00Z'));
    expect(await titles()).toEqual([]);
  });

  it('stays the same when something else of the host is saved, and counts from the first saving', async () => {
    const { change, present, next, clock, shown, put } = await announced();
    clock.advance(10 * dayMs);
    const before = await shown();
    await put('localhost', { config: { colour: 'red' } });
    await change({ ...present, next });
    expect(await shown()).toEqual(before);
  });

  it('gives way to a second change before D, which is told as a new one', async () => {
    const { change, present, clock, shown } = await announced();
    const [first] = await shown();
    clock.set(Date.parse('2025-11-20T00:00:00Z'));
    await change({ ...present, next: { audio_days: 10, content_months: 3, effective: '2026-01-01' } });
    const second = await shown();
    expect(second).toMatchObject([
      {
        effective: '2026-01-01',
        audio_days: 10,
        content_months: 3,
        audio_before: '2025-12-22',
        content_before: '2025-10-01',
      },
    ]);
    expect(second[0]?.key).not.toBe(first?.key);
  });

  it('ends when the change is withdrawn', async () => {
    const { change, present, titles } = await announced();
    await change({ ...present, next: null });
    expect(await titles()).toEqual([]);
  });

  it('is not made for longer periods, which hold at once, nor for a new host', async () => {
    const { change, present, titles, as, boss } = await announced();
    await change({ ...present, next: null });
    await change({ audio_days: 100, content_months: 24, next: null });
    expect(await titles()).toEqual([]);
    const retention = { audio_days: 5, content_months: 1, next: null };
    const host = { host: 'new.example', first_superuser: 'neu@example.org', retention };
    expect((await as(boss, 'POST', 'admin/domains', host)).status).toBe(201);
    expect(await titles('new.example')).toEqual([]);
  });

  it('says nothing of a period that stays', async () => {
    const { shown } = await announced({ audio_days: 90, content_months: 6 });
    expect(await shown()).toMatchObject([{ audio_before: '2025-11-01', content_before: null }]);
  });

  it('of an older version, without the moment of the change, is shown until D', async () => {
    const { db, clock, shown, titles } = await announced();
    await db.updateTable('domain').set({ next_announced_at: null }).execute();
    expect((await shown())[0]?.expires_at).toBe('2025-12-01T00:00:00.000Z');
    clock.set(Date.parse('2025-12-01'));
    expect(await titles()).toEqual([]);
  });
});
