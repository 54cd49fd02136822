import { expect, it, onTestFinished } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import type { Person } from '#api/contract/admin-domain.ts';
import { silentLog } from '#api/lib/log.ts';
import { createWasteStore } from '#api/retention/waste.store.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import { createShareStore } from '#api/share/share.store.ts';
import { adminApp } from '#api/testing/admin-calls.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { createAccountClosing } from './close-account.ts';
import { removePerson } from './closing.store.ts';
import type { OwnAccount } from './own-account.ts';

const closed = { closing: 1, locked: 1 } as const;

it('somebody whose data are being deleted is in no list, and can neither be changed nor joined', async () => {
  const { db, boss, as } = await adminApp();
  const gone = await buildUser(db, { ...closed, first_name: 'Gundula' });
  const other = await buildUser(db);
  const people = 'admin/domains/localhost/people';
  const { body } = await as(boss, 'GET', people);
  expect((body['people'] as Person[]).map(({ id }) => id).toSorted()).toEqual([boss.id, other.id].toSorted());
  expect((await as(boss, 'PUT', `${people}/${gone.id}`, { locked: false })).code).toBe('person.not_found');
  const joined = await as(boss, 'POST', `${people}/${gone.id}/join`, { person_id: other.id });
  expect(joined.code).toBe('person.not_found');
});

it('the next person of the host is its superuser although the last one is still being deleted', async () => {
  const { db, boss, as } = await adminApp();
  await db.updateTable('user').set(closed).where('id', '=', boss.id).execute();
  // Signs in for the first time, so nothing of them is stored yet.
  const { id: _, ...next } = await buildUser(db);
  await db.deleteFrom('user').where('sub', '=', next.sub).execute();
  expect((await as({ ...next, id: '' }, 'GET', 'admin/domains')).status).toBe(200);
});

it('the bytes of a person without sessions are for the next compaction, too', async () => {
  const db = testDb();
  const user = await buildUser(db, closed);
  const waste = createWasteStore(db);
  const before = await waste.deletions();
  expect(await removePerson(db, ownerOf(user))).toBe(true);
  expect(await waste.deletions()).toBe(before + 1);
});

it('letters of closed accounts count in the limit of the server, without a name', async () => {
  const [db, clock] = [testDb(), testClock()];
  const shares = createShareStore(db, clock, Buffer.alloc(32));
  const some = (from: number) =>
    Array.from({ length: limits.maxRecipientsPerDay }, (_, n) => `p${from + n}@example.org`);
  let sent = 0;
  for (; sent + limits.maxRecipientsPerDay <= limits.maxLettersPerDay; sent += limits.maxRecipientsPerDay) {
    const owner = ownerOf(await buildUser(db, closed));
    const message = { sessionId: `s${sent}`, recipients: some(sent) };
    // The page makes the id of a letter, so letters of different people may have the same id.
    expect(await shares.take(owner, 'id', message)).toEqual({ kind: 'taken' });
    await removePerson(db, owner);
    expect(JSON.stringify(await db.selectFrom('share').selectAll().execute())).not.toContain(owner.userId);
  }
  const owner = ownerOf(await buildUser(db));
  const message = { sessionId: 's', recipients: some(sent) };
  expect(await shares.take(owner, 'id', message)).toMatchObject({ kind: 'too_many', limit: 'server_day' });
});

it('a correction that came after its person was deleted is deleted by the keeper, those of others stay', async () => {
  const [db, clock] = [testDb(), testClock()];
  const corrections = createCorrectionStore(db, clock);
  const [gone, other] = [await buildUser(db, closed), await buildUser(db)];
  await removePerson(db, ownerOf(gone));
  for (const user of [gone, other])
    await corrections.add(ownerOf(user), [{ original_word: 'Mayer', corrected_word: 'Meier' }]);
  const keeper = createAccountClosing({
    db,
    log: silentLog(),
    own: { checkPassword: () => Promise.reject(new Error('not asked here')) },
    sessions: { remove: () => Promise.reject(new Error('there is none')) },
    clear: () => Promise.reject(new Error('there is none')),
  }).keep();
  onTestFinished(() => keeper.close());
  await expect
    .poll(() => db.selectFrom('correction').select('user_id').execute())
    .toEqual([{ user_id: other.id }]);
});

it('the answer does not wait for thousands of files, which are deleted nevertheless', async () => {
  const db = testDb();
  const user = await buildUser(db);
  await buildSession(db, ownerOf(user));
  let goOn = (): void => {};
  const slow = new Promise<void>((resolve) => (goOn = resolve));
  const { close, settled } = createAccountClosing({
    db,
    log: silentLog(),
    own: { checkPassword: async () => ({ ids: ['a'] }) as Awaited<ReturnType<OwnAccount['checkPassword']>> },
    sessions: createSessionStore(db, testClock()),
    clear: () => slow,
    answersWithinMs: 50,
  });
  const { id, host, sub } = user;
  await close(
    { user: { id, host, sub, isSuperuser: false, signInId: 'a', phone: null }, address: '1.2.3.4' },
    'x',
  );
  expect(await db.selectFrom('session').select('user_id').execute()).toEqual([{ user_id: id }]);
  goOn();
  await settled();
  expect(await db.selectFrom('user').select('id').execute()).toEqual([]);
});

it('whether somebody is the last superuser is what holds when the account is closed, not when the request began', async () => {
  const db = testDb();
  const [one, other] = [await buildUser(db, { is_superuser: 1 }), await buildUser(db)];
  // While the password of `other` is checked, they become the last superuser; while that of `one` is, they no longer are one.
  const demote = async () => {
    await db.updateTable('user').set({ is_superuser: 0 }).where('id', '=', one.id).execute();
    await db.updateTable('user').set({ is_superuser: 1 }).where('id', '=', other.id).execute();
    return { ids: ['a'] } as Awaited<ReturnType<OwnAccount['checkPassword']>>;
  };
  const { close } = createAccountClosing({
    db,
    log: silentLog(),
    own: { checkPassword: demote },
    sessions: createSessionStore(db, testClock()),
    clear: async () => {},
  });
  const closing = ({ id, host, sub }: typeof one, isSuperuser: boolean) =>
    close({ user: { id, host, sub, isSuperuser, signInId: 'a', phone: null }, address: '1.2.3.4' }, 'x');
  await expect(closing(other, false)).rejects.toMatchObject({ code: 'domain.last_superuser' });
  await closing(one, true);
  expect(await db.selectFrom('user').select('id').execute()).toEqual([{ id: other.id }]);
});
