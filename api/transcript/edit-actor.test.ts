import { expect, it } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import { personActor, type Actor } from '#api/db/actor.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { createTranscriptEditing } from './edit-transcript.ts';
import { createTranscriptStore } from './transcript.store.ts';

const said = (text: string) => ({
  id: 's1',
  speaker: 'A',
  start: 0,
  end: 2,
  text,
  words: text.split(' ').map((word, at) => ({ text: word, start: at / 2, end: at / 2 + 0.4, confidence: 1 })),
  doubt: null,
});

it.each([
  ['stays as it was written', personActor('another')],
  ['may be the owner, without an actor, in rows of older versions', null],
])('who made an edit is stored, also with the edit that is carried over: it %s', async (_, stored) => {
  const db = testDb();
  const clock = testClock();
  const owner = ownerOf(await buildUser(db));
  const session = await buildSession(db, owner, { status: 'completed', duration: 2 });
  const transcripts = createTranscriptStore(db, clock);
  const write = async (text: string) => {
    const version = await transcripts.begin(session.id, 'test', 'de');
    await transcripts.putSegments(session.id, version, 0, [said(text)]);
    await transcripts.finish(session.id, version);
    return version;
  };
  const rows = () => db.selectFrom('edit').select(['version', 'actor']).orderBy('rev').execute();
  const first = await write('Wir haben Zeit');
  const ops: EditOp[] = [{ op: 'text', segment: 's1', text: 'Wir haben keine Zeit' }];
  const actor: Actor = personActor('another');
  const edits = createTranscriptEditing(db, clock);
  await edits.apply({ ...owner, actor }, session.id, { base: 0, version: first, ops }, async (sessions) =>
    orNotFound(await sessions.find(owner, session.id)),
  );
  expect(await rows()).toEqual([{ version: first, actor }]);
  await db.updateTable('edit').set({ actor: stored }).execute();
  const second = await write('Wir haben Zeit heute');
  const carried = (await rows()).filter(({ version }) => version === second);
  expect(carried.length).toBeGreaterThan(0);
  expect(new Set(carried.map((row) => row.actor))).toEqual(new Set([stored]));
});
