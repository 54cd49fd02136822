import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { adoptedHeader } from '#api/contract/upload.ts';
import { clearSession } from '#api/recording/clear-session.ts';
import { buildSession, buildUser } from '#api/testing/builders.ts';
import { client, idOf, type TestPipeline } from '#api/testing/test-upload-client.ts';
import { audioKey } from '#api/storage/audio-store.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { putDraft } from '#api/transcript/draft.store.ts';
import { frameBytes, playsS, recorded, sent, sha256Of } from '#api/testing/test-recording.ts';

const sound = await recorded(3);
const other = await recorded(2, 220);
/** `had`: the bytes on the server before the adoption, with half of a last frame; `taken`: those after the cut. */
const taken = sound.subarray(0, 41 * frameBytes);
const had = sound.subarray(0, 41 * frameBytes + 90);
const lengthS = playsS(40);

const answerOf = async (answer: Response) => ({ http: answer.status, ...((await answer.json()) as object) });
const rowOf = async (pipeline: TestPipeline, id = pipeline.session.id) =>
  (await pipeline.sessions.find(pipeline.owner, id))!;
const sessionsOf = ({ db }: TestPipeline) =>
  db.selectFrom('session').selectAll().orderBy('created_at').execute();
const jobsOf = ({ db }: TestPipeline) => db.selectFrom('job').selectAll().execute();
const readStored = (pipeline: TestPipeline, key: string) => readFile(join(pipeline.dataDir, key));
const get = (pipeline: TestPipeline, path: string) =>
  pipeline.openApp().request(path, { headers: as(pipeline.user) });

async function adopt(pipeline: TestPipeline, path: string): Promise<string> {
  const answer = await pipeline.openApp().request(`${path}/adopt`, {
    method: 'POST',
    headers: { ...as(pipeline.user), 'content-type': 'application/json' },
    body: '{"force":true}',
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { session_id: string }).session_id;
}

/** A recording that was adopted with fewer bytes than its device has. */
async function withAdopted() {
  const pipeline = await testPipeline();
  const path = await sent(pipeline, had);
  await adopt(pipeline, path);
  const refusal = {
    http: 410,
    code: 'upload.adopted',
    session_id: pipeline.session.id,
    bytes: taken.length,
    duration: lengthS,
    sha256: sha256Of(taken),
  };
  return { pipeline, path, refusal, ...client(pipeline) };
}

const deviceMetadata = {
  duration: 3,
  mode: 'record',
  started_at: '2026-11-20T09:00:00Z',
  speech: [
    [0.1, 0.5],
    [0.8, 2],
    [2.2, 2.8],
  ],
  markers: [
    { at: 2.5, kind: 'user', text: 'too late' },
    { at: 0.5, kind: 'user', text: 'decision' },
  ],
  verdict: {
    grade: 'usable',
    loudness_lufs: -20,
    true_peak_dbtp: -1,
    snr_db: 20,
    speech_share: 0.8,
    reasons: [
      {
        code: 'quality.noisy',
        share: 0.1,
        at: [
          [0.2, 1.5],
          [2, 3],
        ],
      },
    ],
  },
  timemap: [
    [0, 1],
    [2, 4],
  ],
};

describe('a device that comes back after its recording was taken over', () => {
  it('gets 410 with the adopted audio from every route', async () => {
    const { pipeline, path, refusal, head, patch, send } = await withAdopted();
    const { http, code, ...adopted } = refusal;
    const asked = await head(path);
    expect(asked.status).toBe(http);
    expect(JSON.parse(asked.headers.get(adoptedHeader)!)).toEqual(adopted);
    expect(await answerOf(await get(pipeline, path))).toMatchObject(refusal);
    expect(await answerOf(await patch(path, had.length, sound.subarray(had.length)))).toMatchObject(refusal);
    expect(await answerOf(await patch(path, taken.length, sound.subarray(taken.length)))).toMatchObject(
      refusal,
    );
    expect(await answerOf(await send('DELETE', path, {}))).toMatchObject(refusal);
    for (const metadata of [
      { bytes: sound.length, sha256: sha256Of(sound), mode: 'record' },
      { bytes: taken.length, sha256: sha256Of(taken), mode: 'record' },
      {},
    ])
      expect(await answerOf(await pipeline.completeWith(metadata))).toMatchObject(refusal);
    expect(code).toBe('upload.adopted');
    expect((await pipeline.sessions.audioOf(pipeline.session.id))!.bytes).toBe(taken.length);
    expect(await jobsOf(pipeline)).toHaveLength(1);
  });

  it('gets 410 as long as the session exists, also without its audio; other people get 404', async () => {
    const { pipeline, path, refusal, head } = await withAdopted();
    pipeline.clock.advance(100 * 86_400_000);
    await pipeline.db.updateTable('audio').set({ deleted_at: 1, storage_key: '', peaks_key: null }).execute();
    expect((await head(path)).status).toBe(410);
    expect(await answerOf(await pipeline.completeWith({ sha256: sha256Of(sound) }))).toMatchObject(refusal);
    const stranger = client(pipeline, await buildUser(pipeline.db));
    expect((await stranger.head(path)).status).toBe(404);
    await pipeline.sessions.remove(pipeline.owner, pipeline.session.id);
    expect((await head(path)).status).toBe(404);
    expect(await pipeline.db.selectFrom('adoption').selectAll().execute()).toEqual([]);
    const late = await answerOf(await pipeline.completeWith({ adopted: idOf(path) }));
    expect(late).toMatchObject({ http: 404, code: 'session.not_found' });
  });

  it('adds what it knows, cut to the length of the adopted audio', async () => {
    const { pipeline, path } = await withAdopted();
    const peaks = Uint8Array.from({ length: 2 * 3 * limits.peaksRate }, (_, index) => index);
    const before = await rowOf(pipeline);
    const metadata = { ...deviceMetadata, bytes: sound.length, sha256: sha256Of(sound), adopted: idOf(path) };
    expect(await answerOf(await pipeline.completeWith(metadata, peaks))).toEqual({
      http: 200,
      status: 'pending',
    });
    const row = await rowOf(pipeline);
    expect(row.rev).toBeGreaterThan(before.rev);
    expect(row).toMatchObject({ duration: lengthS, mode: 'record', started_at: Date.UTC(2026, 10, 20, 9) });
    expect(JSON.parse(row.markers)).toEqual([{ at: 0.5, kind: 'user', code: '', text: 'decision' }]);
    expect(JSON.parse(row.speech!)).toEqual([
      [0.1, 0.5],
      [0.8, lengthS],
    ]);
    expect(JSON.parse(row.verdict!)).toEqual({
      ...deviceMetadata.verdict,
      reasons: [{ code: 'quality.noisy', share: 0.1, at: [[0.2, lengthS]] }],
    });
    expect(JSON.parse(row.timemap!)).toEqual([[0, 1]]);
    const { peaks_key: key } = (await pipeline.sessions.audioOf(pipeline.session.id))!;
    expect(await readStored(pipeline, key!)).toEqual(
      Buffer.from(peaks.subarray(0, 2 * Math.ceil(lengthS * limits.peaksRate))),
    );
    expect(row.thumbnail).toHaveLength(60);

    // Repeated calls, two of them at once.
    const again = await Promise.all([1, 2].map(() => pipeline.completeWith(metadata, peaks)));
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rowOf(pipeline)).toEqual(row);
    expect(await readdir(join(pipeline.dataDir, 'peaks'))).toHaveLength(1);
    expect(await jobsOf(pipeline)).toHaveLength(1);
  });

  it('changes no fields that the session has already', async () => {
    const { pipeline, path } = await withAdopted();
    await pipeline.completeWith({ ...deviceMetadata, adopted: idOf(path) }, Uint8Array.of(1, 2));
    await pipeline.db.updateTable('session').set({ speech: '[[0,1]]', timemap: null }).execute();
    const before = await rowOf(pipeline);
    const later = {
      ...deviceMetadata,
      markers: [{ at: 0.1, kind: 'user' }],
      speech: [[0, 0.2]],
      timemap: undefined,
    };
    await pipeline.completeWith({ ...later, adopted: idOf(path) }, Uint8Array.of(3, 4));
    expect(await rowOf(pipeline)).toEqual(before);
    const { peaks_key: key } = (await pipeline.sessions.audioOf(pipeline.session.id))!;
    expect(await readStored(pipeline, key!)).toEqual(Buffer.of(1, 2));
  });

  it('adds nothing to another session, with another upload, or as another person', async () => {
    const { pipeline, path } = await withAdopted();
    const elsewhere = await buildSession(pipeline.db, pipeline.owner);
    const mine = await sent(pipeline, had, elsewhere.id);
    const adopted = idOf(path);
    const refused = { http: 404, code: 'upload.not_found' };
    expect(await answerOf(await pipeline.completeWith({ adopted }, undefined, elsewhere.id))).toMatchObject(
      refused,
    );
    expect(await answerOf(await pipeline.completeWith({ adopted: 'unknown' }))).toMatchObject(refused);
    expect(await answerOf(await pipeline.completeWith({ adopted: idOf(mine) }))).toMatchObject(refused);
    const before = await rowOf(pipeline);
    await pipeline.db.updateTable('adoption').set({ user_id: 'somebody' }).execute();
    expect(await answerOf(await pipeline.completeWith({ ...deviceMetadata, adopted }))).toMatchObject(
      refused,
    );
    expect(await rowOf(pipeline)).toEqual(before);
  });
});

describe('a dictation that was taken over', () => {
  const draft = [
    { start: 0.2, end: 0.7, text: 'Guten Tag' },
    { start: 0.8, end: 2, text: 'wir beginnen' },
    { start: 2.1, end: 2.5, text: 'und enden' },
  ];
  const texts = async (pipeline: TestPipeline) =>
    (await pipeline.transcripts.latest(pipeline.session.id))?.segments.map(({ text, end }) => [text, end]);
  const cut = [
    ['Guten Tag', 0.7],
    ['wir beginnen', lengthS],
  ];

  it('shows the dictated text once the device has sent it', async () => {
    const { pipeline, path } = await withAdopted();
    const metadata = { mode: 'dictation', draft, adopted: idOf(path) };
    expect((await pipeline.completeWith(metadata)).status).toBe(200);
    expect(await texts(pipeline)).toEqual(cut);
    await pipeline.completeWith(metadata);
    expect(await pipeline.transcripts.versions(pipeline.session.id)).toHaveLength(1);
  });

  it('shows the whole text in place of the draft that was put before, and no later one', async () => {
    const { pipeline, path } = await withAdopted();
    const { db, session } = pipeline;
    const early = { engine: 'preview' as const, model: 'm', language: 'de', segments: draft.slice(0, 1) };
    const put = () => db.transaction().execute((trx) => putDraft(trx, session, early, 0));
    expect(await put()).toBe(true);
    const metadata = { mode: 'dictation', draft, adopted: idOf(path) };
    expect((await pipeline.completeWith(metadata)).status).toBe(200);
    expect(await texts(pipeline)).toEqual(cut);
    const other = [{ start: 0, end: 0.5, text: 'Guten Abend' }];
    expect((await pipeline.completeWith({ ...metadata, draft: other })).status).toBe(200);
    expect([await put(), await texts(pipeline)]).toEqual([false, cut]);
  });

  it('shows it also when a transcription has begun without text yet; the whole transcript replaces it', async () => {
    const { pipeline, path } = await withAdopted();
    const { transcripts, session } = pipeline;
    const version = await transcripts.begin(session.id, 'whisper', 'de');
    await pipeline.completeWith({ mode: 'dictation', draft, adopted: idOf(path) });
    expect(await texts(pipeline)).toEqual(cut);
    const edit = JSON.stringify({ op: 'text', segment: 'd1', text: 'Grüezi' });
    const drafted = (await transcripts.latest(session.id))!.version;
    const row = { session_id: session.id, rev: 1, version: drafted, op: edit, created_at: 0 };
    await pipeline.db.insertInto('edit').values(row).execute();
    await pipeline.db.updateTable('session').set({ edits_rev: 1 }).execute();
    const words = { speaker: 'A', words: [], doubt: null };
    await transcripts.putSegments(session.id, version, 0, [
      { id: 's1', start: 0.2, end: 0.7, text: 'Guten Tag', ...words },
    ]);
    await transcripts.finish(session.id, version);
    const whole = (await transcripts.latest(session.id))!;
    expect(whole).toMatchObject({ version, partial: false });
    // The person's edit of the draft is in the text that replaces it, or in its list of unapplied edits.
    expect(JSON.stringify([whole.segments, whole.unapplied])).toContain('Grüezi');
  });

  it('is not shown over a whole transcript', async () => {
    const { pipeline, path } = await withAdopted();
    const version = await pipeline.transcripts.begin(pipeline.session.id, 'whisper', 'de');
    await pipeline.transcripts.finish(pipeline.session.id, version);
    await pipeline.completeWith({ mode: 'dictation', draft, adopted: idOf(path) });
    expect(await pipeline.transcripts.versions(pipeline.session.id)).toHaveLength(1);
  });
});

describe('several uploads of one session', () => {
  it('that are the beginning of the adopted audio are removed; others stay', async () => {
    const pipeline = await testPipeline();
    const beginnings = [await sent(pipeline, sound.subarray(0, 700)), await sent(pipeline, Buffer.alloc(0))];
    const longer = await sent(pipeline, Buffer.concat([sound, other]));
    const different = await sent(pipeline, other);
    await adopt(pipeline, await sent(pipeline, sound));
    const left = (await pipeline.uploads.ofOwner(pipeline.owner)).map(({ id }) => id);
    expect(left.toSorted()).toEqual([idOf(longer), idOf(different)].toSorted());
    for (const path of beginnings) expect((await client(pipeline).head(path)).status).toBe(404);
    expect((await readStored(pipeline, audioKey(idOf(different)))).equals(other)).toBe(true);
  });

  it('of which one is longer than what its device has left: that one stays, and can be adopted', async () => {
    const pipeline = await testPipeline();
    const follow_ups = '["summary"]';
    await pipeline.db.updateTable('session').set({ follow_ups }).execute();
    const first = await sent(pipeline, sound);
    const short = sound.subarray(0, 20 * frameBytes);
    await sent(pipeline, short);
    const announced = { bytes: short.length, sha256: sha256Of(short), mode: 'record' };
    expect((await pipeline.completeWith(announced)).status).toBe(200);
    expect((await pipeline.sessions.audioOf(pipeline.session.id))!.bytes).toBe(short.length);
    expect((await pipeline.uploads.ofOwner(pipeline.owner)).map(({ id }) => id)).toEqual([idOf(first)]);

    pipeline.clock.advance(86_400_000);
    const sessionId = await adopt(pipeline, first);
    expect(sessionId).not.toBe(pipeline.session.id);
    const [, next] = await sessionsOf(pipeline);
    const { language, settings, host, user_id } = pipeline.session;
    expect(next).toMatchObject({
      id: sessionId,
      title: 'Sitzung (2)',
      language,
      settings,
      follow_ups,
      host,
      user_id,
      status: 'pending',
      duration: playsS(sound.length / frameBytes - 1),
      notes: '',
      markers: '[]',
      created_at: pipeline.clock.now(),
      audio_at: pipeline.clock.now(),
    });
    const audio = (await pipeline.sessions.audioOf(sessionId))!;
    expect((await readStored(pipeline, audio.storage_key)).equals(sound)).toBe(true);
    expect((await jobsOf(pipeline)).map(({ session_id: id }) => id)).toEqual([
      pipeline.session.id,
      sessionId,
    ]);
    expect((await pipeline.sessions.audioOf(pipeline.session.id))!.bytes).toBe(short.length);
    expect(await adopt(pipeline, first)).toBe(sessionId);
    expect(await sessionsOf(pipeline)).toHaveLength(2);

    // The device comes back, with its own session or with the one in the answer.
    const refusal = { http: 410, code: 'upload.adopted', session_id: sessionId };
    expect(await answerOf(await client(pipeline).patch(first, sound.length, other))).toMatchObject(refusal);
    const whole = { bytes: sound.length, sha256: sha256Of(sound), mode: 'record' };
    expect(await answerOf(await pipeline.completeWith(whole))).toMatchObject(refusal);
    expect(await answerOf(await pipeline.completeWith(whole, undefined, sessionId))).toMatchObject(refusal);
    // The completed upload gets the same answer as before.
    expect(await answerOf(await pipeline.completeWith(announced))).toEqual({ http: 200, status: 'pending' });
    const adopted = idOf(first);
    for (const id of [pipeline.session.id, sessionId])
      expect((await pipeline.completeWith({ ...deviceMetadata, adopted }, undefined, id)).status).toBe(200);
    expect(JSON.parse((await rowOf(pipeline)).markers)).toEqual([]);
    expect(JSON.parse((await rowOf(pipeline, sessionId)).markers)).toHaveLength(2);
  });

  it('taken over at the same time make a session each, and one of them is the session’s', async () => {
    const pipeline = await testPipeline();
    const paths = [await sent(pipeline, sound), await sent(pipeline, other)];
    const ids = await Promise.all(paths.map((path) => adopt(pipeline, path)));
    expect(ids).toContain(pipeline.session.id);
    expect(new Set(ids).size).toBe(2);
    expect((await sessionsOf(pipeline)).map(({ title }) => title).toSorted()).toEqual([
      'Sitzung',
      'Sitzung (2)',
    ]);
    expect(await jobsOf(pipeline)).toHaveLength(2);
  });

  it('are deleted with their session; one that became another session stays', async () => {
    const pipeline = await testPipeline();
    await adopt(pipeline, await sent(pipeline, sound));
    const left = await sent(pipeline, sound.subarray(0, 500)).catch(() => null);
    expect(left).toBeNull();
    const { id } = await buildSession(pipeline.db, pipeline.owner, { title: 'Zweite' });
    const [one, two] = [await sent(pipeline, sound, id), await sent(pipeline, other, id)];
    const kept = await sent(pipeline, Buffer.concat([other, sound]), id);
    await adopt(pipeline, one);
    const secondId = await adopt(pipeline, two);
    await clearSession(pipeline, id);
    await pipeline.sessions.remove(pipeline.owner, id);
    expect((await client(pipeline).head(one)).status).toBe(404);
    expect((await client(pipeline).head(kept)).status).toBe(404);
    expect((await client(pipeline).head(two)).status).toBe(410);
    const audio = (await pipeline.sessions.audioOf(secondId))!;
    expect((await readStored(pipeline, audio.storage_key)).equals(other)).toBe(true);
    expect(await pipeline.uploads.ofOwner(pipeline.owner)).toEqual([]);
  });
});
