import { expect, it, onTestFinished, vi } from 'vitest';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { buildSegment } from '#api/testing/build-transcript.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { createTranscriptEditing } from '#api/transcript/edit-transcript.ts';
import { editedTexts } from '#api/transcript/edited-texts.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { createDetailReader } from './session-view.ts';
import { createSessionStore } from '#api/session/session.store.ts';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
};

async function setUp() {
  const [db, clock] = [testDb(), testClock()];
  const owner = ownerOf(await buildUser(db));
  const { id } = await buildSession(db, owner, { status: 'completed' });
  const [sessions, transcripts] = [createSessionStore(db, clock), createTranscriptStore(db, clock)];
  const version = await transcripts.begin(id, 'test', 'de');
  await transcripts.putSegments(id, version, 0, [buildSegment('s1', 'von der Maschine')]);
  await transcripts.finish(id, version);
  const row = (await sessions.find(owner, id))!;
  const edits = createTranscriptEditing(db, clock);
  const edit = () =>
    edits.apply(
      owner,
      id,
      { base: 0, version, ops: [{ op: 'text', segment: 's1', text: 'von Petra' }] },
      async (within) => (await within.find(owner, id))!,
    );
  const { detailOf } = createDetailReader({ db, clock, progressOf: async () => null });
  return { sessions, owner, row, edit, edits, detailOf };
}

it('is of one moment, whenever somebody writes meanwhile', async () => {
  const seen = new Set<string>();
  for (let later = 0; later < 80; later++) {
    const { row, edit, detailOf } = await setUp();
    const writing = turns(Math.max(0, later - 40)).then(edit);
    const reading = turns(Math.max(0, 40 - later)).then(() => detailOf(row));
    const [detail] = await Promise.all([reading, writing]);
    seen.add(`${detail.edits} ${detail.transcript!.segments[0]!.text}`);
  }
  expect([...seen].toSorted()).toEqual(['0 von der Maschine', '1 von Petra']);
});

it('makes no text that the client has already', async () => {
  const { row, edit, edits, detailOf } = await setUp();
  await edit();
  edits.forget(row.id);
  const make = vi.spyOn(editedTexts, 'make');
  onTestFinished(() => make.mockRestore());
  const edited = { ...row, edits_rev: 1 };
  const same = await detailOf(edited, { progress: null, have: '1.1' });
  expect(same).toMatchObject({ transcript: null, transcript_unchanged: true });
  expect(make).not.toHaveBeenCalled();
  const other = await detailOf(edited, { progress: null, have: '1.0' });
  expect(other.transcript!.segments[0]!.text).toBe('von Petra');
  expect(make).toHaveBeenCalledOnce();
});

it('is not found where the session was deleted after it was looked for', async () => {
  const { sessions, owner, row, detailOf } = await setUp();
  await sessions.remove(owner, row.id);
  await expect(detailOf(row)).rejects.toMatchObject({ code: 'session.not_found' });
});
