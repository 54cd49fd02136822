import { describe, expect, it } from 'vitest';
import { sentDraftSchema } from '#api/contract/draft.ts';
import { reportJsonSchema } from '#api/contract/report-json.ts';
import { sessionDetailSchema, type SessionDetail } from '#api/contract/session.ts';
import { createLog, type Log } from '#api/lib/log.ts';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { unzipText } from '#api/testing/documents.ts';
import { testLibrary } from '#api/testing/test-library.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';
import { putDraft } from './draft.store.ts';

const word = (text: string, start: number) => ({ text, start, end: start + 0.4, confidence: 0.9 });
const preview = {
  engine: 'preview',
  model: 'whisper-tiny',
  language: 'de',
  segments: [
    { start: 2, end: 3, text: ' zum Flugzeug ', words: [word('zum', 2), word('Flugzeug', 2.5)] },
    { start: 0, end: 1, text: 'Guten Morgen' },
  ],
};
const other = { ...preview, segments: [{ start: 0, end: 1, text: 'Guten Abend' }] };

/** A session of a person who puts drafts. */
async function drafting(fields: Parameters<typeof buildSession>[2] = {}) {
  const library = await testLibrary();
  const { call, db, user } = library;
  const { id } = await buildSession(db, ownerOf(user), { settings: '{"options":[]}', ...fields });
  const put = (draft: unknown) => call(`/${id}/draft`, { method: 'PUT', json: draft });
  const detail = async (): Promise<SessionDetail> =>
    sessionDetailSchema.parse(await (await call(`/${id}`)).json());
  const texts = async () => (await detail()).transcript?.segments.map(({ text }) => text) ?? null;
  const change = (base: number, version: number, text: string) =>
    library.edit(id, base, [{ op: 'text', segment: 'd1', text }], version);
  return { ...library, id, put, detail, texts, change };
}

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('a draft that is put', () => {
  it('is the transcript of its session, marked, with words and confidences, in order of time', async () => {
    const { put, detail, texts } = await drafting();
    const before = await detail();
    const answer = await put(preview);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    const { transcript, status } = await detail();
    expect(status).toBe(before.status);
    expect(transcript).toMatchObject({
      engine: 'preview',
      partial: true,
      draft: { engine: 'preview', model: 'whisper-tiny', from: 'd1' },
    });
    expect(await texts()).toEqual(['Guten Morgen', 'zum Flugzeug']);
    expect(transcript!.segments[1]!.words).toEqual([word('zum', 2), word('Flugzeug', 2.5)]);
  });

  it('replaces the former one whole; the session changes for who has it', async () => {
    const { put, texts, call, id, transcripts } = await drafting();
    await put(preview);
    const tag = (await call(`/${id}`)).headers.get('etag');
    expect((await put(other)).status).toBe(204);
    expect(await texts()).toEqual(['Guten Abend']);
    expect((await call(`/${id}`)).headers.get('etag')).not.toBe(tag);
    expect(await transcripts.versions(id)).toMatchObject([{ engine: other.engine, model: other.model }]);
    await put({ ...preview, segments: [] });
    expect(await texts()).toBeNull();
  });

  it('may be a bare list: then it is one of a dictation, in the language of the session', async () => {
    const { put, detail, transcripts, id } = await drafting({ language: 'fr' });
    expect((await put([{ start: 0, end: 1, text: 'Bonjour', more: 1 }])).status).toBe(204);
    expect((await detail()).transcript).toMatchObject({ engine: 'dictation', draft: { model: '' } });
    expect(await transcripts.versions(id)).toMatchObject([{ engine: 'dictation', language: 'fr' }]);
  });

  it('is not taken once there is a whole version', async () => {
    const { put, write, id, texts } = await drafting({ status: 'completed' });
    await write(id, ['A: Alles.']);
    expect(await codeOf(await put(preview))).toEqual([409, 'session.draft_closed']);
    expect(await texts()).toEqual(['Alles.']);
  });

  it('does not replace one that a person has edited', async () => {
    const { put, detail, change, texts } = await drafting();
    await put(preview);
    const { version } = (await detail()).transcript!;
    expect((await change(0, version, 'Guten Tag')).status).toBe(200);
    expect(await codeOf(await put(other))).toEqual([409, 'session.draft_closed']);
    expect(await texts()).toEqual(['Guten Tag', 'zum Flugzeug']);
  });

  it('does not get an edit that was made in the former one', async () => {
    const { put, detail, change, texts } = await drafting();
    await put(preview);
    const { version } = (await detail()).transcript!;
    await put(other);
    expect(await codeOf(await change(0, version, 'Guten Tag'))).toEqual([409, 'session.edits_conflict']);
    expect(await texts()).toEqual(['Guten Abend']);
  });

  it('does not get it either if the former one was removed in between', async () => {
    const { put, detail, change, texts, transcripts, id } = await drafting();
    await put(preview);
    const { version } = (await detail()).transcript!;
    await put({ ...preview, segments: [] });
    await put(other);
    expect(await codeOf(await change(0, version, 'Guten Tag'))).toEqual([409, 'session.edits_conflict']);
    expect(await texts()).toEqual(['Guten Abend']);
    await put({ ...preview, segments: [] });
    expect(await transcripts.begin(id, 'test', 'de')).toBe(version + 2);
  });

  it('has another number than versions that begin at the same time', async () => {
    const { put, transcripts, id } = await drafting();
    const begun = Array.from({ length: 3 }, () => transcripts.begin(id, 'test', 'de'));
    expect((await put(preview)).status).toBe(204);
    await Promise.all(begun);
    expect((await transcripts.versions(id)).map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  });

  it('belongs to its person', async () => {
    const { call, db, id, texts } = await drafting();
    const as = await buildUser(db, { sub: 'another' });
    const answer = await call(`/${id}/draft`, { method: 'PUT', json: preview, as });
    expect(await codeOf(answer)).toEqual([404, 'session.not_found']);
    expect(await texts()).toBeNull();
  });

  it.each<[string, unknown]>([
    ['an unknown engine', { ...preview, engine: 'whisper' }],
    ['a model in two lines', { ...preview, model: 'a\n\nb' }],
    ['no language', { ...preview, language: undefined }],
    [
      'a confidence above 1',
      { ...preview, segments: [{ ...preview.segments[1], words: [{ ...word('a', 0), confidence: 2 }] }] },
    ],
    ['words that are no list', { ...preview, segments: [{ ...preview.segments[1], words: 5 }] }],
    ['a piece without times', { ...preview, segments: [{ text: 'a' }] }],
    ['nothing in it', null],
  ])('is refused with %s', async (_, draft) => {
    const { put } = await drafting();
    expect(await codeOf(await put(draft))).toEqual([400, 'request.invalid']);
  });

  it('may have fields that the server does not know', async () => {
    const { put, detail } = await drafting();
    const segments = [{ start: 0, end: 1, text: 'a', words: [{ ...word('a', 0), more: 1 }], more: 1 }];
    expect((await put({ ...preview, segments, more: 1 })).status).toBe(204);
    expect((await detail()).transcript!.segments[0]!.words).toEqual([word('a', 0)]);
  });

  const worded = (words: readonly unknown[]) => ({
    ...preview,
    segments: [{ start: 0, end: 1, text: 'a', words }],
  });
  const short = { text: '', start: 0, end: 1, confidence: 1 };

  it.each<[string, unknown, string]>([
    ['segments', { ...preview, segments: Array(20_001).fill(0) }, 'There are more than 20000 segments.'],
    ['pieces of a list', Array(20_001).fill(0), 'There are more than 20000 segments.'],
    ['words', worded(Array(60_001).fill(0)), 'There are more than 60000 words.'],
    ['bad words', worded(Array(60_000).fill(0)), 'A word must be { text, start, end, confidence }.'],
    ['bad segments', Array(20_000).fill(0), 'A segment must be { start, end, text }, maybe with words.'],
  ])('with too many %s is refused with one complaint', async (_, draft, message) => {
    const { put } = await drafting();
    expect(await (await put(draft)).json()).toMatchObject({
      code: 'request.invalid',
      errors: [{ path: '', message }],
    });
  });

  it('may have 60,000 words', () => {
    const words = (count: number) => worded(Array.from({ length: count }, () => short));
    expect([60_000, 60_001].map((count) => sentDraftSchema.safeParse(words(count)).success)).toEqual([
      true,
      false,
    ]);
  });

  it('may have 4 MB and no more', async () => {
    const { put, texts } = await drafting();
    const sized = (bytes: number) => {
      const text = 'x'.repeat(10_000);
      const segments = Array.from({ length: 390 }, () => ({ start: 0, end: 1, text }));
      const sent = (texts: string[]) => ({
        ...preview,
        segments: [...segments, ...texts.map((each) => ({ start: 0, end: 1, text: each }))],
      });
      const rest = bytes - JSON.stringify(sent(Array.from({ length: 10 }, () => ''))).length;
      const tenth = Math.floor(rest / 10);
      const draft = sent(
        Array.from({ length: 10 }, (_, n) => 'y'.repeat(n === 0 ? rest - 9 * tenth : tenth)),
      );
      expect(JSON.stringify(draft)).toHaveLength(bytes);
      return draft;
    };
    expect((await put(sized(4_000_000))).status).toBe(204);
    const stored = await texts();
    expect(await codeOf(await put(sized(4_000_001)))).toEqual([413, 'request.too_large']);
    expect(await texts()).toEqual(stored);
  });
});

describe('a draft in a session that waits or failed', () => {
  it.each(['pending', 'error'])(
    'is read, searched and written into documents as a draft: %s',
    async (status) => {
      const { put, detail, titles, call, id } = await drafting({ status, title: 'Rollfeld' });
      await put(preview);
      expect(await detail()).toMatchObject({ status, transcript: { engine: 'preview' } });
      expect(await titles('flugzeug')).toEqual(['Rollfeld']);
      const report = (format: string) => call(`/${id}/report?report_type=transcript&file_type=${format}`);
      const said = 'Entwurf, auf dem Gerät erkannt (whisper-tiny)';
      for (const format of ['txt', 'md', 'vtt'])
        expect([format, await (await report(format)).text()]).toEqual([
          format,
          expect.stringContaining(said),
        ]);
      const docx = unzipText(Buffer.from(await (await report('docx')).arrayBuffer()));
      expect([...docx.values()].join()).toContain('Entwurf');
      expect((await report('srt')).headers.get('content-disposition')).toContain('_transcript-draft.srt');
      const json = reportJsonSchema.parse(await (await report('json')).json());
      expect(json.transcript.draft).toEqual({ engine: 'preview', model: 'whisper-tiny', from: 'd1' });
    },
  );

  it('is found with its new words only, after another one has come', async () => {
    const { put, titles } = await drafting({ status: 'pending', title: 'Rollfeld' });
    await put(preview);
    expect(await titles('flugzeug')).toEqual(['Rollfeld']);
    const segments = preview.segments.map((each) => ({ ...each, text: 'zum Zug', words: [] }));
    await put({ ...preview, segments });
    expect([await titles('flugzeug'), await titles('zug')]).toEqual([[], ['Rollfeld']]);
  });

  it('gets no results: in error they are refused, while it waits they wait too', async () => {
    for (const [status, wanted] of [
      ['error', 409],
      ['pending', 200],
    ] as const) {
      const { put, call, id, db } = await drafting({ status });
      await put(preview);
      const answer = await call(`/${id}/process`, { method: 'POST', json: { options: ['summary'] } });
      expect([status, answer.status]).toEqual([status, wanted]);
      expect(await db.selectFrom('job').selectAll().execute()).toEqual([]);
    }
  });

  it('continues a transcription that has begun before it came, and goes when that is whole', async () => {
    const { put, transcripts, write, id, texts, detail, titles } = await drafting({ title: 'Rollfeld' });
    const version = await write(id, ['A: Guten Morgen alle'], { isPartial: true });
    await put(preview);
    expect((await detail()).transcript).toMatchObject({ engine: 'test', draft: { from: 'd2' } });
    expect(await texts()).toEqual(['Guten Morgen alle', 'zum Flugzeug']);
    expect(await titles('flugzeug')).toEqual(['Rollfeld']);
    await transcripts.finish(id, version);
    expect(await texts()).toEqual(['Guten Morgen alle']);
    expect((await detail()).transcript).not.toHaveProperty('draft');
    expect(await titles('flugzeug')).toEqual([]);
  });

  it('hands what a person has changed in it to the transcription that replaces it', async () => {
    const { put, change, detail, transcripts, id } = await drafting({ status: 'transcribing' });
    const version = await transcripts.begin(id, 'test', 'de');
    await put(preview);
    expect((await change(0, (await detail()).transcript!.version, 'Grüezi mitenand')).status).toBe(200);
    await transcripts.putSegments(id, version, 0, buildDialogue(['A: Guten Morgen']).segments);
    await transcripts.finish(id, version);
    const { segments, unapplied } = (await detail()).transcript!;
    expect(JSON.stringify([segments, unapplied])).toContain('Grüezi mitenand');
  });
});

describe('the draft of a recording', () => {
  type Circumstances = { edited?: boolean; late?: boolean; log?: Log; metadata?: Record<string, unknown> };
  const completed = async (draft: unknown, { edited, late, log, metadata }: Circumstances = {}) => {
    const line = await testPipeline(log && { log });
    const { db, session, transcripts, clock } = line;
    const taken = { ...preview, engine: 'preview' as const };
    await db.transaction().execute((trx) => putDraft(trx, session, taken, clock.now()));
    if (edited) {
      const op = JSON.stringify({ op: 'text', segment: 'd1', text: 'Guten Tag' });
      const edit = { session_id: session.id, rev: 1, version: 1, op, created_at: 0 };
      await db.insertInto('edit').values(edit).execute();
    }
    await line.uploaded(Buffer.from('ten seconds'));
    const answer = await line.completeWith({ mode: 'record', draft, ...metadata });
    const shown = await transcripts.latest(session.id);
    if (late)
      return [answer.status, await db.transaction().execute((trx) => putDraft(trx, session, taken, 0))];
    return [answer.status, shown?.draft?.model ?? null, shown?.segments.map(({ text }) => text)];
  };

  it('replaces the one that was put before', async () => {
    const draft = { ...other, model: 'whisper-base' };
    expect(await completed(draft)).toEqual([200, 'whisper-base', ['Guten Abend']]);
    expect(await completed(other.segments)).toEqual([200, '', ['Guten Abend']]);
  });

  it('is not replaced by one that is put later; without it that is taken', async () => {
    expect(await completed(other, { late: true })).toEqual([200, false]);
    expect(await completed(undefined, { late: true })).toEqual([200, true]);
  });

  it.each<[string, unknown, boolean, string[]]>([
    ['is none', undefined, false, ['Guten Morgen', 'zum Flugzeug']],
    ['has no text', [{ start: 0, end: 1, text: ' ' }], false, ['Guten Morgen', 'zum Flugzeug']],
    ['comes after a person has edited the other', other, true, ['Guten Tag', 'zum Flugzeug']],
  ])(
    'that %s leaves the one that was put before, and the recording is taken',
    async (_, draft, edited, texts) => {
      expect(await completed(draft, { edited })).toEqual([200, 'whisper-tiny', texts]);
    },
  );

  const long = (count: number) =>
    Array.from({ length: count }, () => ({ start: 0, end: 1, text: 'x'.repeat(9_990) }));

  it.each<[string, unknown]>([
    ['more than 4 MB', { ...other, segments: long(401) }],
    ['too many pieces', Array.from({ length: 20_001 }, () => ({ start: 0, end: 1, text: 'a' }))],
    [
      'millions of bad words',
      { ...other, segments: [{ start: 0, end: 1, text: 'a', words: Array(2e6).fill(0) }] },
    ],
    ['an unknown shape', { text: 'Guten Abend' }],
    ['no content', null],
  ])('that cannot be read is left out, and the recording is taken: %s', async (_, draft) => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    expect(await completed(draft, { log })).toEqual([200, 'whisper-tiny', ['Guten Morgen', 'zum Flugzeug']]);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'warn',
        time: expect.any(String) as string,
        session_id: expect.any(String) as string,
        msg: 'recording: the draft cannot be read, it is left out',
      },
    ]);
  });

  it('may have 4 MB, and a bare list as much as the body', async () => {
    expect(await completed({ ...other, segments: long(399) })).toMatchObject([
      200,
      'whisper-tiny',
      { length: 399 },
    ]);
    expect(await completed(long(401))).toMatchObject([200, '', { length: 401 }]);
  });

  it('does not make bad metadata good', async () => {
    for (const metadata of [{ duration: -1 }, { duration: 10_000 }, { markers: [{}] }])
      expect((await completed(other, { metadata }))[0]).toBe(400);
  });
});
