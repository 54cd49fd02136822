import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ModelError } from '#api/engines/language/language-model.ts';
import type { MadeText, TextTask } from '#api/engines/text/text-engine.ts';
import { quote } from '#api/testing/engine/text-engines.ts';
import { eventually, held, setUp, turn } from '#api/testing/test-results.ts';

describe('results that are asked for', () => {
  it('are pending at once, each a job of its own, and done with their sources', async () => {
    const { ask, until, result, jobs, queue, detail, clock, tasks } = await setUp();
    const answer = await ask('summary', 'minutes');
    expect(answer.detail).toMatchObject({
      status: 'processing',
      data: { summary: false, minutes: false },
      state: { processing_start: new Date(clock.now()).toISOString() },
    });
    expect((await jobs()).map(({ topic, payload }) => [topic, payload])).toEqual([
      ['summary', '{"label":"summary","version":1}'],
      ['minutes', '{"label":"minutes","version":1}'],
    ]);
    await queue.start();
    await until({ summary: 'done', minutes: 'done' });
    expect(await result('summary')).toMatchObject({
      text: 'summary: Wir beschliessen heute das Budget für das nächste Jahr. [1]',
      sources: [{ n: 1, segment: 's1', at: 0 }],
      engine: 'extract',
      made_from: { transcript: 1, edits: 0, notes: 0 },
      stale: false,
      error: null,
      version: 1,
      previous: 0,
      notice: null,
    });
    expect(await detail()).toMatchObject({ status: 'completed', progress: null });
    expect(tasks.map(({ form, language, about }) => [form, language, about.kind]).toSorted()).toEqual([
      ['minutes', 'de', 'transcript'],
      ['text', 'de', 'transcript'],
    ]);
  });

  it('are asked for once, however often the button is pressed', async () => {
    const { ask, jobs, until, queue } = await setUp();
    await Promise.all([ask('summary'), ask('summary'), ask('summary', 'minutes')]);
    expect(await jobs()).toHaveLength(2);
    await queue.start();
    await until({ summary: 'done', minutes: 'done' });
  });

  it('fail alone with a reason, and can be asked for again', async () => {
    let isBroken = true;
    const { ask, until, result, queue, detail } = await setUp({
      llm: async (task) => {
        if (task.label === 'summary' && isBroken) throw new ModelError('processing.model_busy');
        return quote(task);
      },
    });
    await queue.start();
    await ask('summary', 'minutes');
    await until({ summary: 'failed', minutes: 'done' });
    expect(await result('summary')).toMatchObject({
      error: 'processing.model_busy',
      engine: 'llm',
      model: 'fixture',
      text: '',
    });
    expect((await detail()).status).toBe('completed');
    isBroken = false;
    expect((await ask('summary')).detail!.data).toMatchObject({ summary: false, minutes: { version: 1 } });
    await until({ summary: 'done', minutes: 'done' });
    // The previous version failed.
    expect(await result('summary')).toMatchObject({ version: 2, previous: 0, error: null });
  });

  it('are tried once more after a fault of ours, and then fail', async () => {
    const make = vi.fn<(task: TextTask) => Promise<MadeText>>(async (task) => {
      // Progress does not reset the attempts.
      task.onShare(0.5);
      throw new TypeError('a fault');
    });
    const { ask, until, result, queue, clock, jobs } = await setUp({ llm: make });
    await queue.start();
    await ask('summary');
    await eventually(async () => expect((await jobs())[0]).toMatchObject({ state: 'queued', attempts: 1 }));
    clock.advance(60_000);
    await until({ summary: 'failed' });
    expect(make).toHaveBeenCalledTimes(2);
    expect((await result('summary')).error).toBe('processing.failed');
  });

  it('say that there is nothing to process where hardly anything was said, and ask no engine', async () => {
    const { ask, until, result, queue, tasks } = await setUp({
      llm: async (task) => quote(task),
      segments: [turn('s1', 0, 'Ja, guten Tag.'), turn('s2', 5, 'Gut, danke, tschüss.')],
    });
    await queue.start();
    await ask('summary', 'translation_fr');
    await until({ summary: 'done', translation_fr: 'done' });
    expect(await result('summary')).toMatchObject({ text: '', sources: [], notice: 'nothing_to_process' });
    expect(tasks).toEqual([]);
  });

  it('are asked with notes, names, and what the person sends along', async () => {
    const { post, queue, tasks, db, until } = await setUp();
    await db.updateTable('session').set({ notes: 'Budget', notes_rev: 4 }).execute();
    await db.updateTable('transcript').set({ speakers: '{"A":{"name":"Petra"}}' }).execute();
    await queue.start();
    await post('process', { options: ['summary'], user_process_data: 'Muster AG schreibt sich so.' });
    await until({ summary: 'done' });
    expect(tasks).toMatchObject([
      { notes: 'Budget', speakers: { A: { name: 'Petra' } }, hints: 'Muster AG schreibt sich so.' },
    ]);
  });

  it.each([
    [{ options: ['haiku'] }, 400, 'processing.option_unknown'],
    [{ options: ['custom_3'] }, 400, 'processing.option_unknown'],
    [{ options: ['corrections'] }, 400, 'processing.option_unknown'],
    [{ options: ['summary', 'translation_fr'] }, 409, 'processing.model_missing'],
    [{ options: ['custom'], user_process_data: ' ' }, 400, 'processing.prompt_required'],
    [{ options: ['custom'], user_process_data: 'Warum?' }, 409, 'processing.model_missing'],
    [{ post_process_llm_fix: true }, 409, 'processing.model_missing'],
    [{ fix_with_agent: true, post_process: true }, 409, 'processing.model_missing'],
  ])('are refused altogether with %j: %i %s', async (json, status, code) => {
    const { post, jobs, detail } = await setUp();
    expect(await post('process', json)).toEqual({ status, code });
    expect(await jobs()).toEqual([]);
    expect(await detail()).toMatchObject({ status: 'completed', data: {} });
  });

  it('need a transcript, or one that is being made', async () => {
    const { ask, db, post, jobs, states } = await setUp();
    await db.deleteFrom('transcript').execute();
    await db.updateTable('session').set({ status: 'error', reason: 'transcription.failed' }).execute();
    expect(await ask('summary')).toEqual({ status: 409, code: 'processing.no_transcript' });
    await post('process', { regenerate_transcript: true, options: ['analysis'] });
    await ask('summary');
    expect(await states()).toMatchObject({ analysis: 'pending', summary: 'pending' });
    expect(await jobs()).toEqual([]);
  });
});

describe('a result that is made again', () => {
  it('is a new version, is not shown before it is there, and leaves the former one reachable', async () => {
    const { ask, until, result, queue, app, path, headers } = await setUp();
    await queue.start();
    await ask('summary');
    await until({ summary: 'done' });
    expect((await ask('summary')).detail!.data).toEqual({ summary: false });
    await until({ summary: 'done' });
    expect(await result('summary')).toMatchObject({ version: 2, previous: 1 });
    const former = await app.request(`${path}/results/summary/1`, { headers });
    expect(await former.json()).toMatchObject({ version: 1, previous: 0, state: 'done' });
  });

  it('is marked after its option has changed, and the library and every poll learn of it', async () => {
    const { ask, until, result, queue, options, app, path, headers, detail } = await setUp();
    await queue.start();
    await ask('summary', 'minutes');
    await until({ summary: 'done', minutes: 'done' });
    const tag = async () => (await app.request(path, { headers })).headers.get('etag');
    const before = await tag();
    const { options: all } = await options.domain('localhost');
    await options.put(
      'localhost',
      all.map((option) => (option.label === 'summary' ? { ...option, prompt: 'Ein Satz.' } : option)),
    );
    expect(await tag()).not.toBe(before);
    expect((await detail()).data).toMatchObject({ summary: { stale: true }, minutes: { stale: false } });
    const list = await app.request('/api/v1/sessions/', { headers });
    expect(await list.json()).toMatchObject({
      recordings: [{ data: { summary: { stale: true }, minutes: { stale: false } } }],
    });
    await ask('summary');
    await until({ summary: 'done', minutes: 'done' });
    expect(await result('summary')).toMatchObject({ stale: false, version: 2 });
  });

  it('says what it was made from when it was read, though it was changed while it was made', async () => {
    const { make, begun, end } = held();
    const { ask, until, result, queue, db } = await setUp({ extract: make });
    await queue.start();
    await ask('summary');
    await begun;
    await db.updateTable('session').set({ edits_rev: 3, notes_rev: 2 }).execute();
    end();
    await until({ summary: 'done' });
    expect(await result('summary')).toMatchObject({ made_from: { edits: 0, notes: 0 }, stale: true });
  });
});

describe('what is being made', () => {
  it('keeps its text while it grows, and says how long it will take', async () => {
    const { make, begun, end } = held();
    const { ask, until, result, queue, speeds, detail } = await setUp({ llm: make });
    await speeds.learn('process:llm:fixture:summary', 1_000, 500);
    await queue.start();
    await ask('summary');
    const task = await begun;
    expect((await detail()).progress).toMatchObject({ done: 0, total: 60, remaining_s: 30 });
    task.onText({ text: 'Wir [1]', sources: [{ n: 1, segment: 's1', at: 0 }] });
    task.onShare(0.5);
    await eventually(async () =>
      expect(await result('summary')).toMatchObject({
        state: 'processing',
        text: 'Wir [1]',
        sources: [{ segment: 's1' }],
      }),
    );
    await eventually(async () => expect((await detail()).progress).toMatchObject({ done: 30, total: 60 }));
    end();
    await until({ summary: 'done' });
  });

  it('learns how fast it is for each engine and label, all custom prompts as one', async () => {
    const { post, queue, speeds, clock, until } = await setUp({
      llm: async (task) => {
        clock.advance(task.label === 'summary' ? 30_000 : 6_000);
        return quote(task);
      },
    });
    await queue.start();
    await post('process', { options: ['summary'] });
    await until({ summary: 'done' });
    await post('process', { options: ['custom'], user_process_data: 'Warum?' });
    await until({ summary: 'done', custom_1: 'done' });
    expect(await speeds.realTimeFactorOf('process:llm:fixture:summary')).toBeCloseTo(0.5);
    expect(await speeds.realTimeFactorOf('process:llm:fixture:custom')).toBeCloseTo(0.1);
  });

  it('is begun anew by the next process after a crash, and made once', async () => {
    let isFirst = true;
    const { ask, until, result, queue, openQueue, tasks, db } = await setUp({
      llm: async (task) => {
        if (!isFirst) return quote(task);
        isFirst = false;
        task.onText({ text: 'Halb', sources: [] });
        // The engine never answers, as if the server had crashed: the job keeps its slot.
        return new Promise<never>(() => {});
      },
    });
    // Its only slot is taken by a job that never ends.
    await openQueue(1).start();
    await ask('summary');
    await eventually(async () => expect((await result('summary')).text).toBe('Halb'));
    await db.updateTable('job').set({ lease_until: 0 }).execute();
    await queue.start();
    await until({ summary: 'done' });
    expect(tasks).toHaveLength(2);
    expect(await result('summary')).toMatchObject({ version: 1, text: expect.stringMatching(/^summary: /) });
  });

  it('goes on after a server that stopped in good order', async () => {
    let isFirst = true;
    const first = held();
    const { ask, until, result, queue, openQueue, jobs } = await setUp({
      llm: async (task) => {
        const make = isFirst ? first.make : quote;
        isFirst = false;
        return make(task);
      },
    });
    await queue.start();
    await ask('summary');
    await first.begun;
    await queue.close();
    await until({ summary: 'processing' });
    const next = openQueue();
    onTestFinished(() => next.close());
    await next.start();
    await until({ summary: 'done' });
    // A stop costs no attempt.
    expect([(await result('summary')).version, (await jobs())[0]!.attempts]).toEqual([1, 1]);
  });

  it('does not hold up a transcription, though the language model never answers', async () => {
    const { make } = held();
    const transcribed = vi.fn<() => Promise<void>>(async () => {});
    const { ask, post, queue, states } = await setUp({ llm: make, transcribe: transcribed });
    await queue.start();
    await ask('summary', 'minutes', 'analysis');
    await eventually(async () =>
      expect(Object.values(await states()).toSorted()).toEqual(['pending', 'processing', 'processing']),
    );
    await post('process', { regenerate_transcript: true });
    await eventually(() => expect(transcribed).toHaveBeenCalledOnce());
  });

  it('ends quietly with its session', async () => {
    const { make, begun } = held();
    const { ask, queue, app, path, headers, db, feed } = await setUp({ llm: make });
    await queue.start();
    await ask('summary', 'minutes');
    await begun;
    expect((await app.request(path, { method: 'DELETE', headers })).status).toBe(204);
    expect(await db.selectFrom('job').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('result').selectAll().execute()).toEqual([]);
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });
  });
});
