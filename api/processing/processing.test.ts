import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ErrorBody } from '#api/contract/error-body.ts';
import { sessionDetailSchema } from '#api/contract/session.ts';
import type { Segment } from '#api/contract/transcript.ts';
import type { JobDefinition, RunningJob } from '#api/jobs/queue.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { silentLog } from '#api/lib/log.ts';
import { buildSession, buildUser, ownerOf, type UserRow } from '#api/testing/builders.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { testApp } from '#api/testing/test-app.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';

const segment = (id: string, start: number): Segment => ({
  id,
  speaker: 'A',
  start,
  end: start + 1,
  text: `Satz ${id}`,
  words: [],
  doubt: null,
});
const untilAborted = ({ signal }: RunningJob) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** A person with a finished recording, and the whole app; `work` is the handler of the transcription. */
async function setUp(work: JobDefinition['run'] = untilAborted) {
  const db = testDb();
  const clock = testClock();
  const run = vi.fn<(job: RunningJob) => Promise<void>>(work);
  const definition = { name: transcribeJobName, maxAttempts: 1, retryDelaysMs: [], run };
  const queue = createQueue({ db, clock, log: silentLog(), handlers: [definition], slots: 1, tickMs: 5 });
  onTestFinished(() => queue.close());
  const { app, bearer } = await testApp({ db, queue, progressOf: queue.progressOf });
  const transcripts = createTranscriptStore(db, clock);
  const user = await buildUser(db);
  const owner = ownerOf(user);
  const session = await buildSession(db, owner, { status: 'completed', duration: 60, participants: 3 });
  const addAudio = (sessionId: string) =>
    db
      .insertInto('audio')
      .values({
        session_id: sessionId,
        storage_key: 'audio/x',
        file_name: 'x.mp3',
        file_type: 'audio/mpeg',
        bytes: 9,
        sha256: 'x',
        created_at: clock.now(),
      })
      .execute();
  await addAudio(session.id);

  const post = async (what: 'process' | 'cancel', json: object = {}, id = session.id, as: UserRow = user) => {
    const response = await app.request(`/api/v1/sessions/${id}/${what}`, {
      method: 'POST',
      headers: { ...bearer(as), 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
    const body: unknown = await response.json();
    if (response.ok) return { status: response.status, detail: sessionDetailSchema.parse(body) };
    return { status: response.status, code: (body as ErrorBody).code };
  };
  const regenerate = (fields: object = {}) => post('process', { regenerate_transcript: true, ...fields });
  const rowOf = () =>
    db.selectFrom('session').where('id', '=', session.id).selectAll().executeTakeFirstOrThrow();
  const jobs = () => db.selectFrom('job').selectAll().orderBy('created_at').execute();
  const versions = async () =>
    (await db.selectFrom('transcript').select(['version', 'partial']).orderBy('version').execute()).map(
      ({ version, partial }) => `${version}${partial === 1 ? ' partial' : ''}`,
    );
  /** A version with two segments, as an engine leaves it. */
  const write = async (isWhole: boolean, engine = 'fixture') => {
    const version = await transcripts.begin(session.id, engine, 'de');
    await transcripts.putSegments(session.id, version, 0, [segment('s1', 0), segment('s2', 2)]);
    if (isWhole) await transcripts.finish(session.id, version);
    return version;
  };
  const set = (fields: object) =>
    db.updateTable('session').set(fields).where('id', '=', session.id).execute();
  return {
    app,
    db,
    clock,
    queue,
    run,
    transcripts,
    user,
    owner,
    session,
    addAudio,
    set,
    post,
    regenerate,
    rowOf,
    jobs,
    versions,
    write,
  };
}

describe('processing a session', () => {
  it('queues a new version, keeps what was given with it, and answers with the session', async () => {
    const { regenerate, rowOf, jobs, run, queue, clock } = await setUp();
    const { rev } = await rowOf();
    clock.advance(5);
    const answer = await regenerate({ participants: 2, language: 'fr', boost_factor: 2.5 });
    expect(answer).toMatchObject({
      status: 200,
      detail: { status: 'pending', reason: null, participants: 2, language: 'fr', progress: { queue: 0 } },
    });
    expect((await rowOf()).rev).toBeGreaterThan(rev);
    const [job] = await jobs();
    expect(job).toMatchObject({ name: 'transcribe', state: 'queued', payload: '{"boost_factor":2.5}' });
    await queue.start();
    await eventually(() => expect(run).toHaveBeenCalledOnce());
    expect(run.mock.calls[0]![0]).toMatchObject({ checkpoint: null, payload: { boost_factor: 2.5 } });
  });

  it('leaves participants and language alone where none are given, and takes back a number that was', async () => {
    const { regenerate, post, rowOf } = await setUp();
    await regenerate();
    expect(await rowOf()).toMatchObject({ participants: 3, language: 'de' });
    await post('cancel');
    await regenerate({ participants: null });
    expect(await rowOf()).toMatchObject({ participants: null });
  });

  it('does nothing when nothing is asked for', async () => {
    const { post, jobs, rowOf } = await setUp();
    const before = await rowOf();
    expect(await post('process', { participants: 9, language: 'it' })).toMatchObject({
      status: 200,
      detail: { status: 'completed' },
    });
    expect([await jobs(), await rowOf()]).toEqual([[], before]);
  });

  it('is refused while the session is worked on, though two ask in the same moment', async () => {
    const { regenerate, jobs } = await setUp();
    const answers = await Promise.all([regenerate(), regenerate()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await regenerate()).toEqual({ status: 409, code: 'processing.under_way' });
    expect(await jobs()).toHaveLength(1);
  });

  it('is refused without audio: none came yet, or it was deleted', async () => {
    const { post, regenerate, db, owner, clock, rowOf } = await setUp();
    const empty = await buildSession(db, owner);
    const none = { status: 409, code: 'processing.no_audio' };
    expect(await post('process', { regenerate_transcript: true }, empty.id)).toEqual(none);
    await db.updateTable('audio').set({ deleted_at: clock.now() }).execute();
    const before = await rowOf();
    expect(await regenerate({ language: 'fr' })).toEqual(none);
    expect(await rowOf()).toEqual(before);
  });

  it.each([
    [{ options: ['haiku'] }, 400, 'processing.option_unknown'],
    [{ regenerate_transcript: true, options: ['haiku'] }, 400, 'processing.option_unknown'],
    [{ boost_factor: 9 }, 400, 'request.invalid'],
    [{ boost_factor: 0.5 }, 400, 'request.invalid'],
    [{ participants: 0 }, 400, 'request.invalid'],
    [{ language: 'rm' }, 400, 'request.invalid'],
  ])('answers %j with %i %s', async (json, status, code) => {
    const { post, jobs } = await setUp();
    expect(await post('process', json)).toEqual({ status, code });
    expect(await jobs()).toEqual([]);
  });
});

describe('processing after an error', () => {
  const checkpoint = { version: 1, seq: 2, upToS: 3 };
  const failed = async () => {
    let isFirst = true;
    const tested = await setUp(async (running) => {
      if (!isFirst) return untilAborted(running);
      isFirst = false;
      await tested.write(false);
      await running.save(checkpoint, { done: 3, total: 60 });
      throw new Error('no luck');
    });
    await tested.queue.start();
    await tested.regenerate({ boost_factor: 2 });
    await eventually(async () => expect((await tested.jobs())[0]!.state).toBe('failed'));
    await tested.set({ status: 'error', reason: 'transcription.failed' });
    return tested;
  };
  const secondRun = ({ run }: Awaited<ReturnType<typeof failed>>) =>
    eventually(() => expect(run).toHaveBeenCalledTimes(2)).then(() => run.mock.calls[1]![0]);

  it('goes on where it ended, when nothing has changed that matters', async () => {
    const tested = await failed();
    const answer = await tested.regenerate({ boost_factor: 2, language: 'de-CH', participants: 3 });
    expect(answer.detail).toMatchObject({ status: 'pending', reason: null, progress: { done: 3 } });
    expect((await secondRun(tested)).checkpoint).toEqual(checkpoint);
    expect(await tested.jobs()).toHaveLength(1);
  });

  it.each([{ boost_factor: 1 }, { boost_factor: 2, language: 'it' }, { boost_factor: 2, participants: 4 }])(
    'begins anew with %j',
    async (change) => {
      const tested = await failed();
      expect((await tested.regenerate(change)).status).toBe(200);
      expect((await secondRun(tested)).checkpoint).toBeNull();
    },
  );

  it('begins anew when the engine is another one now', async () => {
    const tested = await failed();
    await tested.db.updateTable('transcript').set({ engine: 'whisper-small' }).execute();
    await tested.regenerate({ boost_factor: 2 });
    expect((await secondRun(tested)).checkpoint).toBeNull();
  });

  it('goes on after it was cancelled, too', async () => {
    const tested = await failed();
    await tested.regenerate({ boost_factor: 2 });
    await secondRun(tested);
    expect((await tested.post('cancel')).detail).toMatchObject({
      status: 'error',
      reason: 'transcription.cancelled',
      progress: null,
      transcript: { partial: true, segments: [{ id: 's1' }, { id: 's2' }] },
    });
    await tested.regenerate({ boost_factor: 2 });
    await eventually(() => expect(tested.run).toHaveBeenCalledTimes(3));
    expect(tested.run.mock.calls[2]![0].checkpoint).toEqual(checkpoint);
  });
});

describe('cancelling the work on a session', () => {
  it('ends it at once and leaves the whole version that was there before', async () => {
    let ended = false;
    const tested = await setUp(async (running) => {
      const version = await tested.write(false);
      await running.save({ version, seq: 2, upToS: 3 }, { done: 3, total: 60 });
      await tested.set({ status: 'transcribing' });
      await untilAborted(running).finally(() => {
        ended = true;
      });
    });
    await tested.write(true);
    await tested.queue.start();
    await tested.regenerate();
    await eventually(async () => expect(await tested.versions()).toEqual(['1', '2 partial']));
    expect(await tested.post('cancel')).toMatchObject({
      status: 200,
      detail: { status: 'completed', reason: null, notice: null, progress: null, transcript: { version: 1 } },
    });
    expect(ended).toBe(true);
    expect(await tested.versions()).toEqual(['1']);
    expect(await tested.post('cancel')).toEqual({ status: 409, code: 'processing.nothing_to_cancel' });
  });

  it('of the first version leaves an error that can be retried, while it waits or has not begun, too', async () => {
    const { post, regenerate, jobs, rowOf } = await setUp();
    await regenerate();
    expect((await post('cancel')).detail).toMatchObject({
      status: 'error',
      reason: 'transcription.cancelled',
      progress: null,
    });
    expect((await regenerate()).detail).toMatchObject({ status: 'pending', reason: null });
    expect((await jobs()).map(({ state }) => state)).toEqual(['failed', 'queued']);
    expect((await rowOf()).status).toBe('pending');
  });

  it('says again that nobody speaks where the whole version is empty', async () => {
    const { post, regenerate, transcripts, session } = await setUp();
    await transcripts.finish(session.id, await transcripts.begin(session.id, 'fixture', 'de'));
    await regenerate();
    expect((await post('cancel')).detail).toMatchObject({ status: 'completed', notice: 'no_speech' });
  });

  it('keeps a dictation’s draft, which is no whole version', async () => {
    const { post, regenerate, write, versions } = await setUp();
    await write(false, 'dictation');
    await regenerate();
    expect((await post('cancel')).detail).toMatchObject({ status: 'error' });
    expect(await versions()).toEqual(['1 partial']);
  });

  it('keeps a draft that came after the whole version had begun', async () => {
    const { post, regenerate, write, versions, transcripts, session } = await setUp();
    const version = await transcripts.begin(session.id, 'fixture', 'de');
    await write(false, 'preview');
    await transcripts.finish(session.id, version);
    await regenerate();
    await transcripts.begin(session.id, 'fixture', 'de');
    expect((await post('cancel')).detail).toMatchObject({ status: 'completed' });
    expect(await versions()).toEqual(['1', '2 partial']);
  });

  it('lets a run that has just come to its end be whole', async () => {
    const tested = await setUp(async (running) => {
      const version = await tested.write(false);
      await untilAborted(running).catch(() => {});
      await tested.transcripts.finish(tested.session.id, version);
      await tested.set({ status: 'completed' });
    });
    await tested.queue.start();
    await tested.regenerate();
    await eventually(async () => expect(await tested.versions()).toHaveLength(1));
    expect((await tested.post('cancel')).detail).toMatchObject({
      status: 'completed',
      reason: null,
      transcript: { version: 1, partial: false },
    });
  });

  it('puts right what a handler wrote before it noticed', async () => {
    const tested = await setUp(async (running) => {
      await untilAborted(running).catch(() => {});
      await tested.set({ status: 'transcribing', reason: null });
    });
    await tested.queue.start();
    await tested.regenerate();
    await eventually(() => expect(tested.run).toHaveBeenCalled());
    expect((await tested.post('cancel')).detail).toMatchObject({ status: 'error' });
    expect(await tested.rowOf()).toMatchObject({ reason: 'transcription.cancelled' });
  });
});

describe('the work on someone else’s session', () => {
  it('is not found, cannot be started and cannot be cancelled', async () => {
    const { post, regenerate, db, session, jobs, rowOf } = await setUp();
    await regenerate();
    const before = [await jobs(), await rowOf()];
    const stranger = await buildUser(db);
    const notFound = { status: 404, code: 'session.not_found' };
    const process = { regenerate_transcript: true };
    expect(await post('process', process, session.id, stranger)).toEqual(notFound);
    expect(await post('cancel', {}, session.id, stranger)).toEqual(notFound);
    expect(await post('cancel', {}, 'no-such-session')).toEqual(notFound);
    expect([await jobs(), await rowOf()]).toEqual(before);
  });

  it('needs a token', async () => {
    const { app, session } = await setUp();
    for (const what of ['process', 'cancel']) {
      const response = await app.request(`/api/v1/sessions/${session.id}/${what}`, { method: 'POST' });
      expect(response.status).toBe(401);
    }
  });

  it('is described', async () => {
    const { app } = await setUp();
    const { paths } = (await (await app.request('/api/openapi.json')).json()) as { paths: object };
    expect(paths).toHaveProperty(['/api/v1/sessions/{id}/process', 'post']);
    expect(paths).toHaveProperty(['/api/v1/sessions/{id}/cancel', 'post']);
  });
});
