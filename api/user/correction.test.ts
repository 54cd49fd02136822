import { describe, expect, it } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import { limits } from '#api/contract/limits.ts';
import { applyEdits } from '#api/shared/transcript-edit/overlay.ts';
import type { Db } from '#api/db/open.ts';
import { buildDialogue, buildSegment, buildTranscript } from '#api/testing/build-transcript.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { createTranscriptEditing } from '#api/transcript/edit-transcript.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { createVocabulary, maxVocabulary } from '#api/transcript/vocabulary.ts';
import { correctionsOf } from './correction.rules.ts';
import { createCorrectionStore } from './correction.store.ts';

const kept = (db: Db) =>
  db.selectFrom('correction').select(['user_id', 'original_word', 'corrected_word', 'uses']).execute();

describe('a correction', () => {
  it('is deleted if it is the least recently used one of more than 10,000 of a person', async () => {
    const db = testDb();
    const clock = testClock();
    const store = createCorrectionStore(db, clock);
    const [owner, other] = [ownerOf(await buildUser(db)), ownerOf(await buildUser(db))];
    const word = (n: number) => ({ original_word: `Wort${n}`, corrected_word: `Wörter${n}` });
    await store.add(other, [word(0)]);
    for (let n = 0; n < limits.maxCorrections; n += 1_000) {
      const values = Array.from({ length: 1_000 }, (_, index) => ({
        ...word(n + index),
        host: owner.host,
        user_id: owner.userId,
        touched_at: clock.now() - 10_000 + n,
      }));
      await db.insertInto('correction').values(values).execute();
    }
    await store.add(owner, [word(0)]);
    await store.add(owner, [word(10_000), word(10_001)]);
    const rows = await db.selectFrom('correction').where('user_id', '=', owner.userId).selectAll().execute();
    expect(rows).toHaveLength(limits.maxCorrections);
    const kept = new Set(rows.map(({ original_word }) => original_word));
    expect(['Wort0', 'Wort10000', 'Wort10001', 'Wort5000'].every((each) => kept.has(each))).toBe(true);
    const others = await db
      .selectFrom('correction')
      .where('user_id', '=', other.userId)
      .selectAll()
      .execute();
    expect(others).toHaveLength(1);
  });

  it('is kept for the person, and counted when it comes again', async () => {
    const { app, db, bearer } = await testApp();
    const [user, other] = [await buildUser(db), await buildUser(db)];
    const tell = (json: object, as = user) =>
      app.request('/api/user/correction', {
        method: 'POST',
        headers: { ...bearer(as), 'content-type': 'application/json' },
        body: JSON.stringify(json),
      });
    const json = { original_word: 'Meyer', corrected_word: ' Meier ' };
    const answer = await tell(json);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'success' }]);
    await tell(json);
    await tell(json, other);
    const row = { original_word: 'Meyer', corrected_word: 'Meier' };
    expect(await kept(db)).toHaveLength(2);
    expect(await kept(db)).toEqual(
      expect.arrayContaining([
        { ...row, user_id: user.id, uses: 2 },
        { ...row, user_id: other.id, uses: 1 },
      ]),
    );
    expect((await tell({ original_word: '', corrected_word: 'x' })).status).toBe(400);
    expect((await app.request('/api/user/correction', { method: 'POST' })).status).toBe(401);
  });

  it('the other way round takes it back', async () => {
    const [db, clock] = [testDb(), testClock()];
    const owner = ownerOf(await buildUser(db));
    const store = createCorrectionStore(db, clock);
    await store.add(owner, [{ original_word: 'Meyer', corrected_word: 'Meier' }]);
    await store.add(owner, [{ original_word: 'Meier', corrected_word: 'Meyer' }]);
    expect(await kept(db)).toMatchObject([{ original_word: 'Meier', corrected_word: 'Meyer' }]);
  });

  it('goes when it was not touched for as long as content is kept', async () => {
    const [db, clock] = [testDb(), testClock()];
    const owner = ownerOf(await buildUser(db));
    const store = createCorrectionStore(db, clock);
    await store.add(owner, [{ original_word: 'alt', corrected_word: 'Alt' }]);
    clock.advance(1_000);
    await store.add(owner, [{ original_word: 'neu', corrected_word: 'Neu' }]);
    expect(await store.removeUntouchedSince(owner.host, clock.now())).toBe(1);
    expect(await kept(db)).toMatchObject([{ corrected_word: 'Neu' }]);
  });
});

describe('what a person corrected by changing a text', () => {
  it.each([
    ['Guten Tag Herr Meyer.', 'Guten Tag, Herr Maier!', 'Meyer → Maier'],
    ['Meyer kommt', 'Meier kommt', 'Meyer → Meier'],
    ['das Metroprolol dann', 'das Metoprolol dann', 'Metroprolol → Metoprolol'],
    ['Herr Meyer und Frau Hoffmann', 'Herr Meier und Frau Hofmann', 'Meyer → Meier, Hoffmann → Hofmann'],
    // Another word, another ending, a number, grammar, more or fewer words, punctuation only.
    ['wir gehen morgen', 'wir gehen heute', ''],
    ['das Hause dort', 'das Haus dort', ''],
    ['im Jahr 2024 dann', 'im Jahr 2025 dann', ''],
    ['mit der Frau', 'mit die Frau', ''],
    ['Herr Meyer kommt', 'Herr Meier senior kommt', ''],
    ['Herr von Meyer kommt', 'Herr Meier kommt', ''],
    ['Herr Meyer kommt', 'Herr, Meyer kommt', ''],
  ])('%s → %s: %s', (before, after, expected) => {
    const old = buildTranscript([buildSegment('s1', before)]);
    const now = applyEdits(old, [{ op: 'text', segment: 's1', text: after }]);
    const found = correctionsOf(old.segments[0]!, now.segments[0]!);
    expect(found.map((each) => `${each.original_word} → ${each.corrected_word}`).join(', ')).toBe(expected);
  });
});

describe('the vocabulary of a session', () => {
  async function withSession() {
    const [db, clock] = [testDb(), testClock()];
    const owner = ownerOf(await buildUser(db));
    const session = await buildSession(db, owner);
    const transcripts = createTranscriptStore(db, clock);
    const [edits, corrections] = [createTranscriptEditing(db, clock), createCorrectionStore(db, clock)];
    const write = async () => {
      const version = await transcripts.begin(session.id, 'test', 'de');
      const { segments } = buildDialogue(['A: Herr Meyer kommt', 'B: Ja']);
      await transcripts.putSegments(session.id, version, 0, segments);
      await transcripts.finish(session.id, version);
    };
    await write();
    const edit = (base: number, version: number, ...ops: EditOp[]) =>
      edits.apply(
        owner,
        session.id,
        { base, version, ops },
        async (store) => (await store.find(owner, session.id))!,
      );
    return { db, clock, owner, session, edit, write, corrections, vocabularyOf: createVocabulary(db) };
  }

  it('is the names of its speakers as they are now, then corrected words, the most used and the newest first', async () => {
    const { clock, owner, session, edit, write, corrections, vocabularyOf } = await withSession();
    for (const [original, corrected, times] of [
      ['a', 'Einmal', 1],
      ['b', 'Zweimal', 2],
      ['c', 'Später', 1],
      ['d', 'Zweimal', 1],
    ] as const)
      for (let time = 0; time < times; time++) {
        clock.advance(1_000);
        await corrections.add(owner, [{ original_word: original, corrected_word: corrected }]);
      }
    await edit(
      0,
      1,
      { op: 'speaker', key: 'A', name: 'Irrtum' },
      { op: 'speaker', key: 'B', name: 'Frau Ott' },
      { op: 'speaker', key: 'A', name: 'Einmal' },
      { op: 'text', segment: 's1', text: 'Herr Meier kommt' },
    );
    const words = ['Einmal', 'Frau Ott', 'Zweimal', 'Meier', 'Später'];
    expect((await vocabularyOf(session)).toSorted()).toEqual(words.toSorted());
    expect((await vocabularyOf(session)).slice(0, 3)).toEqual(words.slice(0, 3));
    await write();
    expect((await vocabularyOf(session)).slice(0, 2)).toEqual(['Einmal', 'Frau Ott']);
  });

  it('has an end', async () => {
    const { owner, session, corrections, vocabularyOf } = await withSession();
    for (let index = 0; index < maxVocabulary + 5; index++)
      await corrections.add(owner, [{ original_word: 'x', corrected_word: `Wort${index}` }]);
    expect(await vocabularyOf(session)).toHaveLength(maxVocabulary);
  });

  it('is nobody else’s: not another person’s, not that of the same id on another host, no name of another session', async () => {
    const { db, owner, session, edit, vocabularyOf } = await withSession();
    await edit(
      0,
      1,
      { op: 'speaker', key: 'A', name: 'Anna' },
      { op: 'text', segment: 's1', text: 'Herr Meier kommt' },
    );
    expect(await vocabularyOf(session)).toEqual(['Anna', 'Meier']);
    const stranger = await buildSession(db, ownerOf(await buildUser(db)));
    expect(await vocabularyOf(stranger)).toEqual([]);
    expect(await vocabularyOf({ id: 'x', host: 'elsewhere', user_id: owner.userId })).toEqual([]);
    const second = await buildSession(db, owner);
    expect(await vocabularyOf(second)).toEqual(['Meier']);
  });
});
