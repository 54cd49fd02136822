import { describe, expect, it } from 'vitest';
import type { Me } from '#api/contract/auth.ts';
import { MailError, type Mail, type MailSender } from '#api/engines/mail/mail.ts';
import { createWasteStore } from '#api/retention/waste.store.ts';
import { buildSession, buildUser, ownerOf, testHost, type UserRow } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { joinLetter } from './join-letter.rules.ts';

/** A superuser, a person with a session, and another row of that person: their sign-in at a new provider. */
async function setUp(parts: { sender?: MailSender } = {}) {
  const { app, db, clock, bearer } = await testApp(parts);
  const superuser = await buildUser(db, { is_superuser: 1 });
  const former = { email: 'old@example.org', first_name: 'Petra', issuer: 'http://old.example' };
  const person = await buildUser(db, { ...former, config: '{"preferred_language":"fr"}' });
  const session = await buildSession(db, ownerOf(person));
  const other = await buildUser(db, { email: 'new@example.org', first_name: 'Petra Neu', is_verified: 1 });
  const join = async (personId: string, { by = superuser, id = person.id, host = testHost } = {}) => {
    const answer = await app.request(`/api/v1/admin/domains/${host}/people/${id}/join`, {
      method: 'POST',
      headers: { ...bearer(by), 'content-type': 'application/json' },
      body: JSON.stringify({ person_id: personId }),
    });
    const body = (await answer.json()) as { code?: string; told?: boolean };
    return { status: answer.status, ...body };
  };
  const me = async (as: UserRow) =>
    (await (await app.request('/api/auth/me', { headers: bearer(as) })).json()) as Me;
  const people = async () =>
    (await db.selectFrom('user').select('id').execute()).map(({ id }) => id).toSorted();
  const told = () => db.selectFrom('outbox').selectAll().execute();
  return { app, db, clock, bearer, superuser, person, session, other, join, me, people, told };
}

describe('joining two sign-ins', () => {
  it('lets the new sign-in lead to the person and their sessions, and their row says whose it is', async () => {
    const { app, db, bearer, join, me, person, other, superuser, session, people, told, clock } =
      await setUp();
    const waste = createWasteStore(db);
    const deletions = await waste.deletions();
    expect(await join(other.id)).toEqual({ status: 200, told: false });
    // Name and address of the row that is gone are for the next compaction.
    expect(await waste.deletions()).toBe(deletions + 1);
    expect(await people()).toEqual([person.id, superuser.id].toSorted());
    expect(await me(other)).toMatchObject({
      user: { sub: other.sub, email: 'new@example.org', given_name: 'Petra Neu' },
      userDb: { id: person.id, is_verified: true, config: { preferred_language: 'fr' } },
    });
    const detail = await app.request(`/api/v1/sessions/${session.id}`, { headers: bearer(other) });
    expect(detail.status).toBe(200);
    expect(await told()).toMatchObject([
      {
        kind: 'person.joined',
        host: testHost,
        user_id: person.id,
        session_id: null,
        actor: `person:${superuser.id}`,
        payload: JSON.stringify({ person_id: other.id }),
        created_at: clock.now(),
      },
    ]);
  });

  it('keeps the former sign-in: it leads to the same person, and changes neither name nor address', async () => {
    const { db, bearer, app, join, me, person, other } = await setUp();
    const sameIssuer = await buildUser(db);
    await join(sameIssuer.id, { id: other.id });
    await join(other.id);
    for (const signedIn of [sameIssuer, other])
      // The page compares the subject with that of its token. Another one would be somebody else's.
      expect(await me(signedIn)).toMatchObject({ user: { sub: signedIn.sub }, userDb: { id: person.id } });
    const headers = bearer({ ...sameIssuer, email: 'changed@example.org' });
    await app.request('/api/auth/me', { headers });
    expect((await me(sameIssuer)).user.email).toBe(sameIssuer.email);
    const rows = await db.selectFrom('sign_in').select(['issuer', 'sub', 'user_id']).execute();
    expect(new Set(rows)).toEqual(
      new Set([
        { issuer: person.issuer, sub: person.sub, user_id: person.id },
        { issuer: other.issuer, sub: other.sub, user_id: person.id },
      ]),
    );
  });

  it('moves corrections, and adds up those that both have', async () => {
    const { db, clock, join, person, other } = await setUp();
    const corrections = createCorrectionStore(db, clock);
    const pair = (original_word: string, corrected_word: string) => ({ original_word, corrected_word });
    await corrections.add(ownerOf(person), [pair('Mayer', 'Meier'), pair('Kot', 'Code')]);
    clock.advance(5);
    await corrections.add(ownerOf(other), [
      pair('Mayer', 'Meier'),
      pair('Bern', 'Berne'),
      pair('Code', 'Kot'),
    ]);
    await join(other.id);
    const rows = await db.selectFrom('correction').selectAll().orderBy('original_word').execute();
    expect(rows.map((row) => [row.user_id, row.original_word, row.corrected_word, row.uses])).toEqual([
      [person.id, 'Bern', 'Berne', 1],
      [person.id, 'Kot', 'Code', 1],
      [person.id, 'Mayer', 'Meier', 2],
    ]);
    expect(rows.at(-1)?.touched_at).toBe(clock.now());
  });

  it('is refused for a person with a session, and nothing changes', async () => {
    const { db, join, other, people, told } = await setUp();
    await buildSession(db, ownerOf(other));
    const before = await people();
    expect(await join(other.id)).toMatchObject({ status: 409, code: 'person.has_content' });
    expect([await people(), await told()]).toEqual([before, []]);
  });

  it('is refused for superusers, locked people and those of another host, and for the person themselves', async () => {
    const { db, join, superuser, person, people, told } = await setUp();
    const locked = await buildUser(db, { locked: 1 });
    const elsewhere = await buildUser(db, { host: 'other.example' });
    const before = await people();
    for (const id of [superuser.id, locked.id])
      expect(await join(id)).toMatchObject({ status: 403, code: 'auth.forbidden' });
    for (const id of [elsewhere.id, person.id, 'nobody'])
      expect(await join(id)).toMatchObject({ status: 404, code: 'person.not_found' });
    expect([await people(), await told()]).toEqual([before, []]);
  });

  it('is for superusers of the host or of the public one, and onto a superuser for the latter only', async () => {
    const { db, join, person, other } = await setUp();
    expect(await join(other.id, { by: person })).toMatchObject({ status: 403 });
    const host = 'other.example';
    const at = { host, issuer: 'http://other.example' };
    const chief = await buildUser(db, { ...at, is_superuser: 1 });
    const [first, second] = [await buildUser(db, at), await buildUser(db, at)];
    expect(await join(second.id, { host, id: first.id })).toMatchObject({ status: 200 });
    const third = await buildUser(db, at);
    expect(await join(third.id, { host, id: chief.id })).toMatchObject({ status: 200 });
  });
});

describe('the host of a superuser', () => {
  it('is the only one that they join people of, and its superusers are joined by others', async () => {
    const { app, db, bearer } = await testApp();
    const host = 'other.example';
    const [chief, deputy] = [
      await buildUser(db, { host, is_superuser: 1 }),
      await buildUser(db, { host, is_superuser: 1 }),
    ];
    const [local, empty] = [await buildUser(db, { host }), await buildUser(db, { host })];
    const [distant, distantEmpty] = [await buildUser(db), await buildUser(db)];
    const join = async (at: string, id: string, personId: string) => {
      const answer = await app.request(`/api/v1/admin/domains/${at}/people/${id}/join`, {
        method: 'POST',
        headers: { ...bearer(chief), host, 'content-type': 'application/json' },
        body: JSON.stringify({ person_id: personId }),
      });
      return answer.status;
    };
    expect(await join(testHost, distant.id, distantEmpty.id)).toBe(404);
    expect(await join(host, deputy.id, empty.id)).toBe(403);
    expect(await db.selectFrom('sign_in').selectAll().execute()).toEqual([]);
    expect(await join(host, local.id, empty.id)).toBe(200);
  });
});

describe('both people', () => {
  const sender = (fails: boolean) => {
    const sent: Mail[] = [];
    const send: MailSender['send'] = async (mail) => {
      if (fails && sent.length === 0) throw new MailError('unreachable');
      sent.push(mail);
      return { sent: [...mail.recipients], failed: [] };
    };
    return { sent, sender: { from: 'wortlaut@example.org', send, check: async () => {} } };
  };

  it('are told by mail, each in their language, without the address of the other', async () => {
    const { sent, sender: mail } = sender(false);
    const { join, other } = await setUp({ sender: mail });
    expect(await join(other.id)).toEqual({ status: 200, told: true });
    expect(sent.map(({ recipients, language }) => [recipients, language])).toEqual([
      [['old@example.org'], 'fr'],
      [['new@example.org'], 'de'],
    ]);
    for (const { text, replyTo } of sent) {
      expect(text).toContain(testHost);
      expect(text).not.toContain('@');
      expect(replyTo).toBeNull();
    }
  });

  it('are joined where a letter fails, and the answer says that they were not told', async () => {
    const { join, other, people } = await setUp({ sender: sender(true).sender });
    expect(await join(other.id)).toEqual({ status: 200, told: false });
    expect(await people()).not.toContain(other.id);
  });

  it.each(['de', 'en', 'fr', 'it'])('have a letter in %s', (language) => {
    const to = { email: 'a@example.org', config: JSON.stringify({ preferred_language: language }) };
    expect(joinLetter('example.org', to)).toMatchObject({ language, recipients: ['a@example.org'] });
  });
});
