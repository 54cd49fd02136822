import { describe, expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';

async function withSession() {
  const { app, db, bearer } = await testApp();
  const user = await buildUser(db);
  const { id } = await buildSession(db, ownerOf(user));
  const call = (json?: object, as = user) =>
    app.request(`/api/v1/sessions/${id}`, {
      method: json ? 'PATCH' : 'GET',
      headers: { ...bearer(as), 'content-type': 'application/json' },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
  return {
    db,
    user,
    call,
    notes: async (text: string, base: number, more: object = {}) => call({ notes: { text, base }, ...more }),
    seen: async () => (await (await call()).json()) as SessionDetail,
  };
}

describe('notes', () => {
  it('are empty at first, and each change of them is a revision', async () => {
    const { notes, seen } = await withSession();
    expect((await seen()).notes).toEqual({ text: '', rev: 0 });
    expect(((await (await notes('# Eins', 0)).json()) as SessionDetail).notes).toEqual({
      text: '# Eins',
      rev: 1,
    });
    await notes('# Eins\n\nZwei', 1);
    expect((await seen()).notes).toEqual({ text: '# Eins\n\nZwei', rev: 2 });
  });

  it('make the detail a new one, so that a poll elsewhere sees them', async () => {
    const { call, notes } = await withSession();
    const tag = (await call()).headers.get('etag');
    await notes('Eins', 0);
    expect((await call()).headers.get('etag')).not.toBe(tag);
  });

  it.each([0, 2])(
    'that grew from another revision (%i) are refused with what is there, and nothing else changes',
    async (base) => {
      const { notes, seen } = await withSession();
      await notes('von hier', 0);
      const answer = await notes('von dort', base, { title: 'Anders' });
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        code: 'session.notes_conflict',
        have: { text: 'von hier', rev: 1 },
      });
      expect(await seen()).toMatchObject({ title: 'Sitzung', notes: { text: 'von hier', rev: 1 } });
    },
  );

  it('have who wrote them; another change of the session is not theirs', async () => {
    const { notes, call, db, user } = await withSession();
    const actors = async () =>
      (await db.selectFrom('session').select('notes_actor').execute()).map((row) => row.notes_actor);
    await call({ title: 'Anders' });
    expect(await actors()).toEqual([null]);
    await notes('Eins', 0);
    expect(await actors()).toEqual([`person:${user.id}`]);
  });

  it('that are there already are no conflict: the answer to them was lost', async () => {
    const { notes, seen } = await withSession();
    await notes('Eins', 0);
    expect((await notes('Eins', 0, { title: 'Anders' })).status).toBe(200);
    expect(await seen()).toMatchObject({ title: 'Anders', notes: { text: 'Eins', rev: 1 } });
  });

  it('of two people at once: one is written, the other is told', async () => {
    const { notes } = await withSession();
    const answers = await Promise.all([notes('a', 0), notes('b', 0)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('may be as long as the limit, whatever they are made of, and no longer', async () => {
    const { notes } = await withSession();
    expect((await notes('\u0001'.repeat(limits.maxNotesLength), 0)).status).toBe(200);
    const longer = await notes('x'.repeat(limits.maxNotesLength + 1), 1);
    expect(await longer.json()).toMatchObject({ code: 'request.invalid', errors: [{ path: 'notes.text' }] });
  });

  it('of someone else are not found', async () => {
    const { db, call, seen } = await withSession();
    const stranger = await buildUser(db);
    expect((await call({ notes: { text: 'x', base: 0 } }, stranger)).status).toBe(404);
    expect((await seen()).notes.rev).toBe(0);
  });
});
