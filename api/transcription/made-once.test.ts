import { describe, expect, it, vi } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import type { TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import { createSpeedStore } from '#api/jobs/speed.store.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { silentLog } from '#api/lib/log.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';
import { createTranscriptEditing } from '#api/transcript/edit-transcript.ts';
import { said, testTranscribeJob, threeSeconds } from '#api/testing/test-transcribe.ts';
import { eventually } from '#wasm/testing/eventually.ts';

type TestPipeline = Awaited<ReturnType<typeof testPipeline>>;
const hears = (first: string) =>
  vi.fn<TranscriptionEngine['transcribe']>(async function* () {
    const segments = [said(first, 0), said('Wir fangen an mit dem Budget.', 1), said('Danke.', 2)];
    yield { segments, upToS: 3 };
  });

/** Makes a recording that waits for its first transcription. */
async function waiting(follows: NonNullable<Parameters<typeof testPipeline>[0]>['follows'] = {}) {
  const line = await testPipeline({ follows });
  await line.uploaded(Buffer.from('three seconds'));
  const answer = await line.completeWith({ speech: [[0, 3]] }, Uint8Array.of(255, 1));
  expect(answer.status).toBe(200);
  return line;
}
const jobOf = async ({ db, session }: TestPipeline) =>
  db
    .selectFrom('job')
    .where('session_id', '=', session.id)
    .where('name', '=', 'transcribe')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .executeTakeFirstOrThrow();
const untilDone = (line: TestPipeline) =>
  eventually(async () => expect((await jobOf(line)).state).toBe('done'));

/** Everything that a person sees of the session, and the jobs that follow. */
async function stateOf({ db, sessions, transcripts, owner, session }: TestPipeline) {
  const { status, reason, notice, rev, edits_rev: edits } = (await sessions.find(owner, session.id))!;
  return {
    status,
    reason,
    notice,
    rev,
    edits,
    transcript: await transcripts.latest(session.id),
    versions: (await transcripts.versions(session.id)).length,
    results: await db.selectFrom('result').select(['label', 'version', 'state']).execute(),
    follows: await db.selectFrom('job').where('name', '=', 'process').select(['topic', 'state']).execute(),
  };
}

/** Two versions with a person's edits. `job` is as an older release left it when it was killed at the end. */
async function madeTwice() {
  const line = await waiting({ chosen: ['summary'] });
  const { db, clock, owner, session, sessions } = line;
  const first = line.openQueue([
    testTranscribeJob(line, { transcribe: hears('Guten Tag Herr Meyer.'), decode: threeSeconds }),
  ]);
  await first.start();
  await untilDone(line);
  const store = createTranscriptEditing(db, clock);
  const edit = async (version: number, ...ops: EditOp[]) => {
    const { edits_rev: base } = (await sessions.find(owner, session.id))!;
    await store.apply(owner, session.id, { base, version, ops }, async (within) => {
      return (await within.find(owner, session.id))!;
    });
  };
  const inserted = { op: 'insert', id: 'n1', after: 's1', speaker: 'A', start: 0.95, end: 0.99 } as const;
  await edit(
    1,
    { op: 'text', segment: 's1', text: 'Guten Tag Frau Keller.' },
    { ...inserted, text: 'Von mir.' },
  );
  await first.close();
  const second = line.openQueue([
    testTranscribeJob(line, { transcribe: hears('Guten Tag Herr Maier.'), decode: threeSeconds }),
  ]);
  await second.add({ name: 'transcribe', owner, sessionId: session.id });
  await second.start();
  await eventually(async () => {
    expect((await line.transcripts.latest(session.id))!.version).toBe(2);
    expect((await jobOf(line)).state).toBe('done');
  });
  await second.close();
  const { segments } = (await line.transcripts.latest(session.id))!;
  const turn = segments.find(({ text }) => text === 'Von mir.')!;
  await edit(2, { op: 'replace', segments: [turn.id], by: [] });
  const { id } = await jobOf(line);
  const checkpoint = JSON.stringify({ version: 2, seq: 3, upToS: 3 });
  const leftBehind = {
    state: 'running',
    finished_at: null,
    lease_owner: 'x|999999|y',
    lease_until: 0,
  } as const;
  const asLeft = { ...leftBehind, checkpoint, progress_done: 3, progress_total: 3 };
  await db.updateTable('job').set(asLeft).where('id', '=', id).execute();
  return line;
}

describe('a transcription that is whole', () => {
  it.each(['test', 'another'])(
    'is not made again where an older version left its job unfinished (engine: %s)',
    async (name) => {
      const line = await madeTwice();
      const before = await stateOf(line);
      expect(before.transcript!.segments.map(({ text }) => text)).not.toContain('Von mir.');
      const transcribe = hears('Etwas ganz anderes.');
      const decode = vi.fn<typeof threeSeconds>(threeSeconds);
      await line.openQueue([testTranscribeJob(line, { name, transcribe, decode })]).start();
      await untilDone(line);
      expect(await stateOf(line)).toEqual(before);
      expect(transcribe).not.toHaveBeenCalled();
      expect(decode).not.toHaveBeenCalled();
    },
  );

  it('is shown as complete again where an older version had begun to make it once more', async () => {
    const line = await madeTwice();
    const before = await stateOf(line);
    await line.db.updateTable('session').set({ status: 'transcribing' }).execute();
    const transcribe = hears('Etwas ganz anderes.');
    await line.openQueue([testTranscribeJob(line, { transcribe, decode: threeSeconds })]).start();
    await untilDone(line);
    expect(await stateOf(line)).toEqual({ ...before, rev: before.rev + 1 });
  });

  it.each(['killed', 'stopped'])(
    'is so with its job, its follow-ups and its speed, when the server is %s the moment after',
    async (how) => {
      const line = await waiting({ chosen: ['summary', 'minutes'] });
      const { db, clock, session } = line;
      const ended = Promise.withResolvers<void>();
      const resumed = Promise.withResolvers<void>();
      const transcripts: TestPipeline['transcripts'] = {
        ...line.transcripts,
        async finish(...args) {
          await line.transcripts.finish(...args);
          ended.resolve();
          await resumed.promise;
        },
      };
      const slow = hears('Guten Tag.');
      slow.mockImplementation(async function* () {
        clock.advance(6_000);
        yield { segments: [said('Guten Tag.', 0)], upToS: 3 };
      });
      const handlers = [
        testTranscribeJob({ ...line, transcripts }, { transcribe: slow, decode: threeSeconds }),
      ];
      const first = createQueue({ db, clock, log: silentLog(), handlers, slots: 1, tickMs: 5 });
      await first.start();
      await ended.promise;
      if (how === 'stopped') {
        const closing = first.close();
        resumed.resolve();
        await closing;
      }
      const before = await stateOf(line);
      expect(before).toMatchObject({ status: 'processing', versions: 1 });
      expect(before.follows.map(({ topic }) => topic).toSorted()).toEqual(['minutes', 'summary']);
      expect((await jobOf(line)).state).toBe('done');
      expect(await createSpeedStore(db, clock).realTimeFactorOf('test')).toBe(2);

      const again = hears('Noch einmal.');
      const second = line.openQueue([testTranscribeJob(line, { transcribe: again, decode: threeSeconds })]);
      await second.start();
      expect(await second.isBusy(session.id, db, 'transcribe')).toBe(false);
      expect(await stateOf(line)).toEqual(before);
    },
  );

  it('does not become so where another process has its job by now', async () => {
    const line = await waiting({ chosen: ['summary'] });
    const { db, clock, session } = line;
    const lose = vi.fn<TranscriptionEngine['transcribe']>(async function* () {
      yield { segments: [said('Guten Tag.', 0)], upToS: 3 };
      await db.updateTable('job').set({ lease_owner: 'elsewhere|1|x' }).execute();
    });
    const handlers = [testTranscribeJob(line, { transcribe: lose, decode: threeSeconds })];
    const queue = createQueue({ db, clock, log: silentLog(), handlers, slots: 1, tickMs: 5 });
    await queue.start();
    await eventually(async () => expect((await jobOf(line)).lease_owner).toBe('elsewhere|1|x'));
    await queue.close();
    expect((await line.transcripts.latest(session.id))!.partial).toBe(true);
    expect(await stateOf(line)).toMatchObject({ status: 'transcribing', follows: [] });
    expect(await createSpeedStore(db, clock).realTimeFactorOf('test')).toBeNull();
  });
});
