import { describe, expect, it, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { createAsks } from './ask.ts';
import { processSchema } from '#api/contract/processing.ts';
import { recordingMetadataSchema } from '#api/contract/recording.ts';
import { personActor } from '#api/db/actor.ts';
import { createRecordingCompletion } from '#api/recording/complete-recording.ts';
import { JobFailure } from '#api/jobs/queue.ts';
import { createSpeedStore } from '#api/jobs/speed.store.ts';
import { shippedOptions } from '#api/option/shipped-options.ts';
import { createOptionStore } from '#api/option/option.store.ts';
import { testChoice } from '#api/testing/test-choice.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';
import { buildDomain, buildSession } from '#api/testing/builders.ts';
import { createResultFeed } from '#api/result/result-feed.ts';
import { resultWork } from '#api/result/result-work.store.ts';
import { testTextEngine } from '#api/testing/engine/text-engines.ts';
import { said, testTranscribeJob, threeSeconds } from '#api/testing/test-transcribe.ts';
import { createProcessJob } from './process.job.ts';
import { createProcessing } from './processing.ts';

const sentence = 'Wir beschliessen heute das Budget für das nächste Jahr.';

/** A recording with the real jobs, without audio; the engine writes `texts`. */
async function setUp(follows: { chosen?: string[]; hasOwn?: boolean } = {}, texts: string[] = [sentence]) {
  const line = await testPipeline({ follows });
  const { db, clock, sessions, transcripts, owner, session, followUps } = line;
  const heard = { texts, isBroken: false, until: Promise.resolve() };
  const transcribe = testTranscribeJob(line, {
    decode: threeSeconds,
    async *transcribe({ fromS }) {
      if (heard.isBroken) throw new JobFailure('transcription.failed');
      if (fromS > 0) return;
      await heard.until;
      yield { segments: heard.texts.map((text, index) => said(text, index)), upToS: 3 };
    },
  });
  const extract = testTextEngine();
  const make = vi.spyOn(extract, 'make');
  const corrected: unknown[] = [];
  const engines = { extract, llm: null };
  const feed = createResultFeed();
  const options = createOptionStore(db, clock);
  const makeResults = createProcessJob({
    db,
    clock,
    sessions,
    options,
    engines,
    feed,
    transcriptOf: transcripts.latest,
    corrector: { make: async ({ kinds }) => ({ count: corrected.push(kinds), hasAskedModel: false }) },
    speeds: createSpeedStore(db, clock),
  });
  const openQueue = () => line.openQueue([transcribe, makeResults]);
  const queue = openQueue();
  const { choice, tenantOf } = testChoice(db, clock);
  const asks = createAsks({ db, choice, tenantOf, engines, hasCorrector: true });
  const processing = createProcessing({ db, clock, queue, feed, asks, followUps, engineName: 'test' });
  const process = (fields: object) => processing.start(owner, session.id, processSchema.parse(fields));
  await line.uploaded(Buffer.from('three seconds'));

  const rows = async () => {
    const found = await db.selectFrom('result').selectAll().orderBy('label').orderBy('version').execute();
    return found.map(({ label, version, state }) => `${label} ${version} ${state}`);
  };
  const jobs = async () =>
    (await db.selectFrom('job').selectAll().where('name', '=', 'process').execute()).map(
      ({ topic }) => topic,
    );
  const row = async () => (await sessions.find(owner, session.id))!;
  const until = (status: string) => eventually(async () => expect((await row()).status).toBe(status));
  // Speech and peaks are sent, so nothing is measured.
  const complete = async () => {
    const answer = await line.completeWith({ duration: 3, speech: [[0, 3]] }, Uint8Array.of(255, 1));
    expect(answer.status).toBe(200);
  };
  return {
    ...line,
    queue,
    openQueue,
    heard,
    make,
    corrected,
    process,
    processing,
    rows,
    jobs,
    row,
    until,
    complete,
    cancel: () => processing.cancel(owner, session.id),
  };
}

describe('what was chosen at creation', () => {
  it('is pending as soon as the audio is there, and is made of the first transcript by itself, once', async () => {
    const { complete, rows, jobs, queue, until, make, process } = await setUp({
      chosen: ['summary', 'minutes'],
    });
    await complete();
    expect(await rows()).toEqual(['minutes 1 pending', 'summary 1 pending']);
    expect(await jobs()).toEqual([]);
    await queue.start();
    await until('completed');
    expect(await rows()).toEqual(['minutes 1 done', 'summary 1 done']);
    expect(make).toHaveBeenCalledTimes(2);
    // A newer version makes them stale, and only the named options run again.
    await process({ regenerate_transcript: true, options: ['minutes'] });
    expect(await rows()).toEqual(['minutes 1 done', 'minutes 2 pending', 'summary 1 done']);
    await until('completed');
    expect(await rows()).toEqual(['minutes 1 done', 'minutes 2 done', 'summary 1 done']);
    expect(make.mock.calls.at(-1)![0].segments).toMatchObject([{ text: sentence }]);
  });

  it('is left out where the host has switched it off meanwhile, before it is asked and after', async () => {
    const { complete, rows, jobs, queue, until, make, process, db, owner } = await setUp({
      chosen: ['summary', 'fact_check'],
    });
    await complete();
    expect(await rows()).toEqual(['fact_check 1 pending', 'summary 1 pending']);
    await buildDomain(db, { host: 'other.example', tags: '[]' });
    await queue.start();
    await until('completed');
    expect(await rows()).toEqual(['fact_check 1 done', 'summary 1 done']);
    await process({ regenerate_transcript: true, options: ['fact_check', 'minutes'] });
    await buildDomain(db, { host: owner.host, tags: '["share"]' });
    await until('completed');
    // The former version is shown again.
    expect(await rows()).toEqual(['fact_check 1 done', 'minutes 1 done', 'summary 1 done']);
    expect(make).toHaveBeenCalledTimes(3);
    expect((await jobs()).length).toBe(4);
    const failed = await db.selectFrom('job').where('state', '=', 'failed').select('id').execute();
    expect(failed).toEqual([]);
  });

  it('is read from the settings or from the defaults, without what the host has switched off', async () => {
    const { db, clock, owner } = await setUp();
    const engines = { extract: testTextEngine(), llm: testTextEngine() };
    const options = createOptionStore(db, clock);
    const byDefault = new Set(['fact_check', 'minutes']);
    const drafts = shippedOptions.map((option) => ({
      ...option,
      enabled_by_default: byDefault.has(option.label),
    }));
    await options.put(owner.host, drafts);
    const asks = createAsks({
      db,
      ...testChoice(db, clock, { hasModel: true }),
      engines,
      hasCorrector: true,
    });
    const asked = await buildSession(db, owner, { settings: '{"options":["fact_check","summary"]}' });
    const unasked = await buildSession(db, owner, { settings: '{}' });
    const labels = async () =>
      Promise.all(
        [asked, unasked].map(async (session) => (await asks.chosen(session)).map(({ label }) => label)),
      );
    expect(await labels()).toEqual([
      ['fact_check', 'summary'],
      ['fact_check', 'minutes'],
    ]);
    await buildDomain(db, { host: owner.host, tags: '[]' });
    expect(await labels()).toEqual([['summary'], ['minutes']]);
  });

  it('is not made where nobody speaks', async () => {
    const { complete, rows, queue, until, make, row } = await setUp(
      { chosen: ['summary'], hasOwn: true },
      [],
    );
    await complete();
    await queue.start();
    await until('completed');
    expect([await rows(), (await row()).notice]).toEqual([[], 'no_speech']);
    expect(make).not.toHaveBeenCalled();
  });

  it('goes with a transcription that fails for good or is cancelled, and comes with the next one', async () => {
    const { complete, rows, queue, until, heard, process, cancel } = await setUp({
      chosen: ['summary'],
    });
    heard.isBroken = true;
    await complete();
    expect((await cancel()).status).toBe('error');
    expect(await rows()).toEqual([]);
    await process({ regenerate_transcript: true });
    expect(await rows()).toEqual(['summary 1 pending']);
    await queue.start();
    await until('error');
    expect(await rows()).toEqual([]);
    heard.isBroken = false;
    await process({ regenerate_transcript: true });
    await until('completed');
    expect(await rows()).toEqual(['summary 1 done']);
  });

  it('is queued exactly once, though the process dies between the steps', async () => {
    const { complete, rows, jobs, db, session, owner, followUps, transcripts, row } = await setUp({
      chosen: ['summary'],
    });
    await complete();
    const version = await transcripts.begin(session.id, 'test', 'de');
    const whole = async () => followUps.afterWhole(await row(), { isEmpty: false, actor: owner.actor });
    const dying = await whole();
    const finish = transcripts.finish(session.id, version, async (trx) => {
      await dying(trx);
      throw new Error('the power is gone');
    });
    await expect(finish).rejects.toThrow('power');
    expect([await transcripts.hasWhole(session.id), await jobs()]).toEqual([false, []]);
    for (let life = 0; life < 2; life++) {
      const follow = await whole();
      await transcripts.finish(session.id, version, async (trx) => void (await follow(trx)));
    }
    expect(await rows()).toEqual(['summary 1 pending']);
    expect(await jobs()).toEqual(['summary']);
    expect(await resultWork.active(db, session.id)).toHaveLength(1);
  });
});

describe('a transcript that is made again', () => {
  it('leaves what was asked with it to the one that stays, where it cannot be made', async () => {
    const { complete, rows, queue, until, heard, process, row } = await setUp();
    await complete();
    await queue.start();
    await until('completed');
    heard.isBroken = true;
    await process({ regenerate_transcript: true, options: ['summary'] });
    await until('completed');
    expect(await rows()).toEqual(['summary 1 done']);
    expect(await row()).toMatchObject({ notice: 'not_renewed', reason: 'transcription.failed' });
  });

  it('is waited for by what was asked before and has not begun', async () => {
    const { complete, queue, openQueue, session, until, process, make, db, heard, rows } = await setUp();
    await complete();
    await queue.start();
    await until('completed');
    await queue.idle(session.id);
    await queue.close();
    await process({ options: ['summary'] });
    await process({ regenerate_transcript: true });
    const jobState = async () =>
      (await db.selectFrom('job').select('state').where('name', '=', 'process').executeTakeFirst())?.state;
    heard.texts = ['Neu: wir beschliessen heute das Budget für das nächste Jahr.'];
    heard.until = eventually(async () => expect(await jobState()).toBe('waiting'));
    await openQueue().start();
    await until('completed');
    expect(await rows()).toEqual(['summary 1 done']);
    expect(make.mock.calls.map(([task]) => task.segments.map(({ text }) => text))).toEqual([heard.texts]);
  });
});

describe('words that a person has corrected before', () => {
  it('are looked for in a new transcript, and not in place of what somebody asked for', async () => {
    const { complete, queue, until, process, corrected, rows } = await setUp({ hasOwn: true });
    await complete();
    await queue.start();
    await until('completed');
    expect([corrected, await rows()]).toEqual([[['own']], ['corrections 1 done']]);
    await process({ post_process: true });
    await until('completed');
    await process({ regenerate_transcript: true });
    await until('completed');
    expect(corrected).toEqual([['own'], ['own', 'spelling']]);
  });
});

describe('who causes work', () => {
  /** A recording that `phone` has completed. `told` returns the changes of the status, and `askers` the actors of all rows. */
  async function completed() {
    const line = await setUp({ chosen: ['summary'] });
    const { db, owner, session } = line;
    const as = (name: string) => ({ ...owner, actor: personActor(name) });
    const metadata = recordingMetadataSchema.parse({ duration: 3, speech: [[0, 3]] });
    await createRecordingCompletion(line)(as('phone'), session.id, metadata, Uint8Array.of(255, 1));
    const told = async () =>
      (await db.selectFrom('outbox').selectAll().orderBy('id').execute()).map(({ actor, payload }) => {
        const { from, to } = JSON.parse(payload) as { from: string; to: string };
        return `${from} ${to} ${actor}`;
      });
    const askers = async () => ({
      jobs: await db.selectFrom('job').select(['name', 'topic', 'actor']).orderBy('created_at').execute(),
      results: await db.selectFrom('result').select(['label', 'version', 'actor']).orderBy('label').execute(),
    });
    return { ...line, as, told, askers };
  }

  it('is kept by jobs and results, by what follows from them, and by each change of the status', async () => {
    const { as, told, askers, queue, until, processing, session, clock } = await completed();
    await queue.start();
    await until('completed');
    const [phone, app] = [personActor('phone'), personActor('app')];
    expect(await askers()).toEqual({
      jobs: [
        { name: 'transcribe', topic: null, actor: phone },
        { name: 'process', topic: 'summary', actor: phone },
      ],
      results: [{ label: 'summary', version: 1, actor: phone }],
    });
    const work = ['pending', 'transcribing', 'processing', 'completed'];
    const steps = (first: string, actor: string) =>
      work.map((to, index) => `${[first, ...work][index]} ${to} ${actor}`);
    expect(await told()).toEqual(steps('new', phone));
    clock.advance(1_000);
    const again = processSchema.parse({ regenerate_transcript: true, options: ['minutes'] });
    await processing.start(as('app'), session.id, again);
    await until('completed');
    expect(await told()).toEqual([...steps('new', phone), ...steps('completed', app)]);
    const { jobs, results } = await askers();
    expect(jobs.slice(2).map(({ actor }) => actor)).toEqual([app, app]);
    expect(results).toEqual([
      { label: 'minutes', version: 1, actor: app },
      { label: 'summary', version: 1, actor: phone },
    ]);
  });

  it('is who cancels, and then who asks again for the job that was stopped', async () => {
    const { as, told, askers, queue, heard, until, processing, session } = await completed();
    const held = Promise.withResolvers<void>();
    heard.until = held.promise;
    await queue.start();
    await until('transcribing');
    const cancelled = processing.cancel(as('desk'), session.id);
    held.resolve();
    await cancelled;
    const again = processSchema.parse({ regenerate_transcript: true });
    await processing.start(as('app'), session.id, again);
    await until('completed');
    const { jobs } = await askers();
    expect(jobs.findLast(({ name }) => name === 'transcribe')?.actor).toBe(personActor('app'));
    expect((await told()).slice(2, 4)).toEqual([
      `transcribing error ${personActor('desk')}`,
      `error pending ${personActor('app')}`,
    ]);
  });

  it('is the owner where an older version did not store it', async () => {
    const { db, told, queue, until, owner, askers } = await completed();
    await db.updateTable('job').set({ actor: null }).execute();
    await db.updateTable('result').set({ actor: null }).execute();
    await queue.start();
    await until('completed');
    expect((await told()).slice(1)).toEqual([
      `pending transcribing ${owner.actor}`,
      `transcribing processing ${owner.actor}`,
      `processing completed ${owner.actor}`,
    ]);
    expect((await askers()).jobs.at(-1)).toEqual({ name: 'process', topic: 'summary', actor: owner.actor });
  });
});
