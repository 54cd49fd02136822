import { describe, expect, it } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Transcript, TranscriptVersions } from '#api/contract/transcript.ts';
import { transcriptVersionsSchema } from '#api/contract/transcript.ts';
import { buildDialogue, buildSegment, linesOf } from '#api/testing/build-transcript.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createTranscriptStore } from './transcript.store.ts';

const lines = ['A: Guten Tag Herr Meyer.', 'B: Guten Tag zusammen.', 'A: Wir fangen an.'];
const name = (key: string, value: string): EditOp => ({ op: 'speaker', key, name: value });
const text = (segment: string, value: string): EditOp => ({ op: 'text', segment, text: value });

async function withTranscript(says: readonly string[] = lines) {
  const { app, db, bearer, clock } = await testApp();
  const user = await buildUser(db);
  const { id } = await buildSession(db, ownerOf(user));
  const store = createTranscriptStore(db, clock);
  const write = async (dialogue: readonly string[], engine = 'test') => {
    const version = await store.begin(id, engine, 'de');
    await store.putSegments(id, version, 0, buildDialogue(dialogue).segments);
    return version;
  };
  const finished = async (dialogue: readonly string[]) => {
    const version = await write(dialogue);
    await store.finish(id, version);
    return version;
  };
  await finished(says);
  const call = (path: string, json?: object, as = user, headers: Record<string, string> = {}) =>
    app.request(`/api/v1/sessions/${id}${path}`, {
      method: json ? 'PATCH' : 'GET',
      headers: { ...bearer(as), 'content-type': 'application/json', ...headers },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
  const seen = async () => (await (await call('')).json()) as SessionDetail;
  return {
    db,
    id,
    user,
    store,
    clock,
    call,
    seen,
    write,
    finished,
    edit: (ops: EditOp[], base = 0, version = 1, more: object = {}) =>
      call('', { edits: { base, version, ops }, ...more }),
    lines: async () => linesOf((await seen()).transcript!),
  };
}

describe('edits', () => {
  it('lie over the transcript, each is a revision, and a poll elsewhere sees them', async () => {
    const { call, edit, seen, lines: read } = await withTranscript();
    const tag = (await call('')).headers.get('etag');
    const answer = await edit([name('A', 'Präsidentin'), text('s2', 'Guten Tag allerseits.')]);
    expect(answer.status).toBe(200);
    expect(await read()).toEqual([
      'Präsidentin: Guten Tag Herr Meyer.',
      'B: Guten Tag allerseits.',
      'Präsidentin: Wir fangen an.',
    ]);
    expect((await seen()).edits).toBe(2);
    expect((await call('')).headers.get('etag')).not.toBe(tag);
    expect(((await answer.json()) as SessionDetail).edits).toBe(2);
  });

  it('name what is there after those before them', async () => {
    const { edit, lines: read } = await withTranscript();
    await edit([{ op: 'merge', segments: ['s1', 's2'] }]);
    await edit([{ op: 'split', segment: 's1', at: 0.8 }, text('s1/800', 'Herr Meier')], 1);
    expect(await read()).toEqual(['A: Guten Tag', 'A: Herr Meier', 'A: Wir fangen an.']);
  });

  it('that grew from an older revision are refused with those since, and nothing else changes', async () => {
    const { edit, seen } = await withTranscript();
    await edit([name('A', 'Präsidentin')]);
    const answer = await edit([name('A', 'Anna')], 0, 1, { title: 'Anders' });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: 'session.edits_conflict',
      have: { version: 1, edits: 1, ops: [name('A', 'Präsidentin')] },
    });
    expect(await seen()).toMatchObject({ title: 'Sitzung', edits: 1 });
  });

  it('of another version are refused without edits: they have other segments', async () => {
    const { edit, finished } = await withTranscript();
    await finished(lines);
    const answer = await edit([name('A', 'Anna')]);
    expect(await answer.json()).toMatchObject({
      code: 'session.edits_conflict',
      have: { version: 2, ops: null },
    });
  });

  it('that are there already are done: the answer to them was lost', async () => {
    const { edit, seen } = await withTranscript();
    const ops = [name('A', 'Anna'), text('s1', 'Hallo.')];
    await edit(ops);
    expect((await edit(ops, 0, 1, { title: 'Anders' })).status).toBe(200);
    expect(await seen()).toMatchObject({ edits: 2, title: 'Anders' });
    await edit([name('A', 'Berta')], 2);
    expect((await edit(ops)).status).toBe(200);
    expect((await seen()).transcript?.speakers['A']?.name).toBe('Berta');
    expect((await edit([ops[0]!])).status).toBe(200);
    expect((await edit([ops[1]!])).status).toBe(409);
  });

  it('of two people at once: one is written, the other is told', async () => {
    const { edit } = await withTranscript();
    const answers = await Promise.all([edit([name('A', 'a')]), edit([name('A', 'b')])]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('are kept all or not at all: one that does not fit is named', async () => {
    const { edit, seen } = await withTranscript();
    const answer = await edit([name('A', 'Anna'), text('s9', 'x')]);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'session.edit_invalid',
      errors: [{ path: 'edits.ops.1', message: 'there is no segment s9' }],
    });
    expect(await seen()).toMatchObject({ edits: 0, transcript: { speakers: { A: { name: '' } } } });
  });

  it('and notes in one request are written together or not at all', async () => {
    const { edit, seen } = await withTranscript();
    const answer = await edit([name('A', 'Anna')], 0, 1, { notes: { text: 'x', base: 7 } });
    expect(await answer.json()).toMatchObject({ code: 'session.notes_conflict' });
    expect(await seen()).toMatchObject({ edits: 0, notes: { rev: 0 } });
    await edit([name('A', 'Anna')], 0, 1, { notes: { text: 'x', base: 0 }, title: 'Anders' });
    expect(await seen()).toMatchObject({ edits: 1, notes: { text: 'x', rev: 1 }, title: 'Anders' });
  });

  it('of someone else are not found', async () => {
    const { db, call, seen } = await withTranscript();
    const stranger = await buildUser(db);
    const edits = { base: 0, version: 1, ops: [name('A', 'x')] };
    expect((await call('', { edits }, stranger)).status).toBe(404);
    expect((await seen()).edits).toBe(0);
  });

  it('without any transcript are told that there is none', async () => {
    const { db, edit } = await withTranscript();
    await db.deleteFrom('transcript').execute();
    expect(await (await edit([name('A', 'x')])).json()).toMatchObject({ have: { version: 0, ops: null } });
  });
});

describe('while a newer version is written', () => {
  it('the whole one before is shown and edited; then the newer one is, with its edits', async () => {
    const { edit, id, lines: read, seen, store, write } = await withTranscript();
    await edit([text('s1', 'Guten Tag Herr Meier.')]);
    const version = await write(['A: Guten Tag Herr Maier.', ...lines.slice(1)]);
    expect(await read()).toEqual(['A: Guten Tag Herr Meier.', ...lines.slice(1)]);
    expect((await edit([name('B', 'Frau Ott')], 1)).status).toBe(200);
    const before = (await seen()).transcript!.version;
    await store.finish(id, version);
    expect([before, (await seen()).transcript!.version]).toEqual([1, 2]);
    expect(await read()).toEqual([
      'A: Guten Tag Herr Meier.',
      'Frau Ott: Guten Tag zusammen.',
      'A: Wir fangen an.',
    ]);
    expect((await edit([name('B', 'Frau Otto')], (await seen()).edits, 2)).status).toBe(200);
  });

  it('before any is whole, what has come can be edited, and goes on into the next attempt', async () => {
    const { db, edit, id, lines: read, seen, store, write } = await withTranscript();
    await db.deleteFrom('transcript').execute();
    const first = await write(lines.slice(0, 2));
    await edit([text('s2', 'Grüezi.'), name('A', 'Anna')], 0, first);
    const second = await store.begin(id, 'test', 'de');
    expect(await read()).toEqual(['Anna: Guten Tag Herr Meyer.', 'B: Grüezi.']);
    await store.putSegments(id, second, 0, buildDialogue(lines).segments);
    const { edits } = await seen();
    await edit([name('A', 'Präsidentin')], edits, second);
    await store.finish(id, second);
    expect(await read()).toEqual([
      'Präsidentin: Guten Tag Herr Meyer.',
      'B: Grüezi.',
      'Präsidentin: Wir fangen an.',
    ]);
    expect((await seen()).transcript?.unapplied).toMatchObject([{ kind: 'speaker', text: 'Anna' }]);
  });

  it('an edit of a part that is written again otherwise after a crash is read over, and listed in the end', async () => {
    const { db, edit, finished, id, lines: read, seen, store, write } = await withTranscript();
    await db.deleteFrom('transcript').execute();
    const version = await write(lines);
    await edit([text('s3', 'Wir beginnen.'), name('A', 'Anna')], 0, version);
    await store.putSegments(id, version, 2, []);
    expect(await read()).toEqual(['Anna: Guten Tag Herr Meyer.', 'B: Guten Tag zusammen.']);
    expect((await edit([name('B', 'Berta')], 2, version)).status).toBe(200);
    await store.finish(id, version);
    const listed = [{ kind: 'text', text: 'Wir beginnen.' }];
    expect((await seen()).transcript?.unapplied).toMatchObject(listed);
    await finished(lines);
    expect((await seen()).transcript?.unapplied).toMatchObject(listed);
  });

  it('what finds no place in it is listed until somebody dismisses it', async () => {
    const { edit, finished, seen } = await withTranscript();
    await edit([text('s3', 'Wir beginnen.'), text('s1', 'Hallo Herr Meier.')]);
    await finished(lines.slice(0, 2));
    const { transcript, edits } = await seen();
    expect(transcript?.segments[0]?.text).toBe('Hallo Herr Meier.');
    const [item] = transcript!.unapplied;
    expect(transcript?.unapplied).toMatchObject([
      { kind: 'text', text: 'Wir beginnen.', was: 'Wir fangen an.' },
    ]);
    await finished(lines.slice(0, 2));
    expect((await seen()).transcript?.unapplied).toEqual([item]);
    await edit([{ op: 'dismiss', unapplied: item!.id }], edits + 1, 3);
    expect((await seen()).transcript?.unapplied).toEqual([]);
    await finished(lines.slice(0, 2));
    expect((await seen()).transcript?.unapplied).toEqual([]);
  });

  it('a dictation’s draft that was edited is taken over as well', async () => {
    const { db, edit, id, store, write, lines: read } = await withTranscript();
    await db.deleteFrom('transcript').execute();
    const dictated = await write(lines, 'dictation');
    await edit([text('s1', 'Guten Tag Herr Meier.')], 0, dictated);
    const version = await store.begin(id, 'test', 'de');
    await store.putSegments(id, version, 0, [buildSegment('s1', 'Guten Tag Herr Maier.')]);
    expect(await read()).toEqual(['A: Guten Tag Herr Maier.', ...lines.slice(1)]);
    await store.finish(id, version);
    expect(await read()).toEqual(['A: Guten Tag Herr Meier.']);
  });
});

describe('a page that writes', () => {
  const little = { prefer: 'respond-async, return=minimal' };

  it('is told revisions alone when it asks for little, and what it has is not sent to it again', async () => {
    const { call, user, edit, id } = await withTranscript();
    const ops = [text('s2', 'Guten Tag allerseits.')];
    const answer = await call('', { edits: { base: 0, version: 1, ops } }, user, little);
    expect(answer.headers.get('preference-applied')).toBe('return=minimal');
    expect(await answer.json()).toEqual({ edits: 1, version: 1, notes: { rev: 0 } });

    const poll = await call('?have=1.1');
    expect(await poll.json()).toMatchObject({ id, edits: 1, transcript: null, transcript_unchanged: true });
    const again = await call('?have=1.1', undefined, user, { 'if-none-match': poll.headers.get('etag')! });
    expect(again.status).toBe(304);

    await edit([name('A', 'Anna')], 1);
    const newer = (await (await call('?have=1.1')).json()) as SessionDetail;
    expect(newer.transcript?.speakers['A']).toEqual({ name: 'Anna' });
    expect(newer).not.toHaveProperty('transcript_unchanged');
  });

  it('is told so for notes as well, and of what it may not do as always', async () => {
    const { call, user } = await withTranscript();
    const answer = await call('', { notes: { text: 'Notiz', base: 0 } }, user, little);
    expect(await answer.json()).toEqual({ edits: 0, version: 1, notes: { rev: 1 } });
    expect((await call('', { notes: { text: 'anders', base: 0 } }, user, little)).status).toBe(409);
    expect((await call('?have=eins')).status).toBe(400);
  });

  it('gets a text that is still being written, whatever it has', async () => {
    const { call, db, write } = await withTranscript();
    await db.deleteFrom('transcript').execute();
    const version = await write(lines);
    const { transcript } = (await (await call(`?have=${version}.0`)).json()) as SessionDetail;
    expect(transcript?.segments).toHaveLength(3);
  });

  it('writes on what is there after a request that failed in its middle', async () => {
    const { edit, lines: read } = await withTranscript();
    await edit([text('s1', 'eins')]);
    expect((await edit([text('s2', 'nie'), text('s9', 'x')], 1)).status).toBe(400);
    expect((await edit([text('s2', 'nie')], 1, 1, { notes: { text: 'x', base: 7 } })).status).toBe(409);
    await edit([{ op: 'merge', segments: ['s1', 's2'] }], 1);
    expect(await read()).toEqual(['A: eins Guten Tag zusammen.', 'A: Wir fangen an.']);
  });

  it('finds the machine’s words again when it types them back, after any number of savings', async () => {
    const { edit, seen } = await withTranscript();
    const before = (await seen()).transcript;
    await edit([text('s1', '')]);
    await edit([text('s1', 'Guten')], 1);
    const changed = (await seen()).transcript!;
    expect(changed.origins?.pieces).toEqual([['s1', [['s1', 0, 4]]]]);
    await edit([text('s1', 'Guten Tag Herr Meyer.')], 2);
    expect((await seen()).transcript).toEqual(before);
  });

  it('inserts turns, takes turns away and puts them back', async () => {
    const { edit, lines: read, seen } = await withTranscript();
    const [, second] = (await seen()).transcript!.segments;
    await edit([
      { op: 'replace', segments: ['s2'], by: [] },
      { op: 'insert', id: 'i1', after: 's1', speaker: 'B', start: 2, end: 3, text: 'Überhört.' },
    ]);
    expect(await read()).toEqual(['A: Guten Tag Herr Meyer.', 'B: Überhört.', 'A: Wir fangen an.']);
    await edit([{ op: 'replace', segments: ['i1'], by: [second!] }], 2);
    expect(await read()).toEqual(lines);
  });

  it('teaches a correction once, however often its text is saved', async () => {
    const { db, edit } = await withTranscript();
    await edit([text('s1', 'Guten Tag Herr Meier.')]);
    await edit([text('s1', 'Guten Tag Herr Meier. Ja.')], 1);
    await edit([text('s1', 'Guten Tag Herr Meier. Ja, gern.')], 2);
    const learned = await db
      .selectFrom('correction')
      .select(['original_word', 'corrected_word', 'uses'])
      .execute();
    expect(learned).toEqual([{ original_word: 'Meyer', corrected_word: 'Meier', uses: 1 }]);
  });
});

describe('versions', () => {
  it('are listed, newest first, and each is read as the machine wrote it', async () => {
    const { call, edit, finished, write } = await withTranscript();
    await edit([text('s1', 'anders')]);
    await finished(lines.slice(0, 2));
    await write([]);
    const { versions } = transcriptVersionsSchema.parse(
      await (await call('/transcripts')).json(),
    ) satisfies TranscriptVersions;
    expect(versions.map(({ version, partial, segments }) => [version, partial, segments])).toEqual([
      [3, true, 0],
      [2, false, 2],
      [1, false, 3],
    ]);
    expect(versions[0]).toMatchObject({
      engine: 'test',
      language: 'de',
      created_at: '2026-11-20T09:00:00.000Z',
    });
    const machine = (await (await call('/transcripts/1')).json()) as Transcript;
    expect(linesOf(machine)).toEqual(lines);
  });

  it('that are not there, or someone else’s, are not found', async () => {
    const { call, db } = await withTranscript();
    const stranger = await buildUser(db);
    expect((await call('/transcripts/9')).status).toBe(404);
    expect((await call('/transcripts/x')).status).toBe(404);
    for (const path of ['/transcripts', '/transcripts/1'])
      expect((await call(path, undefined, stranger)).status).toBe(404);
  });
});

describe('deleting a session', () => {
  it('takes its edits away', async () => {
    const { db, edit, id, user } = await withTranscript();
    const [other, gone] = [await buildSession(db, ownerOf(user)), id];
    await edit([name('A', 'Anna')]);
    await db
      .insertInto('edit')
      .values({ session_id: other.id, rev: 1, version: 1, op: '{}', created_at: 0 })
      .execute();
    await db.deleteFrom('session').where('id', '=', gone).execute();
    const left = await db.selectFrom('edit').select('session_id').execute();
    expect(left).toEqual([{ session_id: other.id }]);
  });
});
