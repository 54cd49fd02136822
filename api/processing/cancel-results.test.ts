import { describe, expect, it } from 'vitest';
import { quote } from '#api/testing/engine/text-engines.ts';
import { held, setUp } from '#api/testing/test-results.ts';

describe('cancelling results', () => {
  it('ends one of two; the other one goes on', async () => {
    const summary = held();
    const minutes = held();
    const { ask, post, until, result, queue, detail } = await setUp({
      llm: (task) => (task.label === 'summary' ? summary : minutes).make(task),
    });
    await queue.start();
    await ask('summary', 'minutes');
    await Promise.all([summary.begun, minutes.begun]);
    const answer = await post('cancel', { options: ['summary'] });
    expect(answer.detail).toMatchObject({
      status: 'processing',
      data: { summary: { state: 'failed', error: 'processing.cancelled' }, minutes: { state: 'processing' } },
    });
    minutes.end();
    await until({ summary: 'failed', minutes: 'done' });
    expect((await detail()).status).toBe('completed');
    expect((await result('minutes')).text).toContain('Budget');
  });

  it('shows the former version again, and the next one can be asked for', async () => {
    let isHeld = false;
    const stuck = held();
    const { ask, post, until, result, queue } = await setUp({
      llm: (task) => (isHeld ? stuck.make(task) : Promise.resolve(quote(task))),
    });
    await queue.start();
    await ask('summary');
    await until({ summary: 'done' });
    isHeld = true;
    await ask('summary');
    await stuck.begun;
    expect((await post('cancel', { options: ['summary'] })).detail).toMatchObject({
      status: 'completed',
      data: { summary: { state: 'done', version: 1 } },
    });
    isHeld = false;
    await ask('summary');
    await until({ summary: 'done' });
    expect(await result('summary')).toMatchObject({ version: 2, previous: 1 });
  });

  it('is safe where an engine does not notice: what it brings later is not taken for the next one', async () => {
    const stubborn = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const next = held();
    const beside = held();
    let run = 0;
    const { ask, post, until, states, result, queue, feed } = await setUp({
      async llm(task) {
        if (task.label === 'minutes') return beside.make(task);
        run += 1;
        if (run === 1) return quote(task);
        if (run > 2) return next.make(task);
        begun.resolve();
        await stubborn.promise;
        return { text: 'Zu spät.', sources: [] };
      },
    });
    await queue.start();
    await ask('summary');
    await until({ summary: 'done' });
    await ask('summary', 'minutes');
    await Promise.all([begun.promise, beside.begun]);
    const cancelling = post('cancel', { options: ['summary'] });
    await until({ summary: 'done', minutes: 'processing' });
    await ask('summary');
    beside.end();
    await next.begun;
    stubborn.resolve();
    await cancelling;
    expect(await states()).toEqual({ summary: 'processing', minutes: 'done' });
    next.end();
    await until({ summary: 'done', minutes: 'done' });
    expect(await result('summary')).toMatchObject({ version: 2, text: expect.stringMatching(/^summary: /) });
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });
  });

  it('of a session ends all of them, begun or not, and leaves its transcript alone', async () => {
    const { make, begun } = held();
    const { app, path, headers, ask, post, detail, until, queue, jobs, feed } = await setUp({ llm: make });
    await queue.start();
    await ask('summary', 'minutes', 'analysis');
    await begun;
    // Without a body, as older clients send it.
    const { authorization } = headers;
    const answer = await app.request(`${path}/cancel`, { method: 'POST', headers: { authorization } });
    expect(answer.status).toBe(200);
    expect(await detail()).toMatchObject({
      status: 'completed',
      reason: null,
      progress: null,
      transcript: { version: 1, partial: false },
    });
    await until({ summary: 'failed', minutes: 'failed', analysis: 'failed' });
    expect((await jobs()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    expect(feed.count()).toEqual({ results: 0, listeners: 0 });
    const nothing = { status: 409, code: 'processing.nothing_to_cancel' };
    expect(await post('cancel')).toEqual(nothing);
    expect(await post('cancel', { options: ['summary'] })).toEqual(nothing);
  });

  it('ends what waits for a transcript, and nothing else with it', async () => {
    const { post, ask, states, detail, jobs } = await setUp();
    await post('process', { regenerate_transcript: true, options: ['summary', 'minutes'] });
    await post('cancel', { options: ['summary'] });
    expect(await states()).toEqual({ summary: 'failed', minutes: 'pending' });
    expect((await detail()).status).toBe('pending');
    await post('cancel');
    expect(await states()).toEqual({ summary: 'failed', minutes: 'failed' });
    expect((await detail()).status).toBe('completed');
    expect(await jobs()).toEqual([]);
    await ask('summary');
    expect(await jobs()).toHaveLength(1);
  });
});
