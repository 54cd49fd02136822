import { describe, expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { resultWork } from '#api/result/result-work.store.ts';
import { quote } from '#api/testing/engine/text-engines.ts';
import { promptToTitle } from './ask.rules.ts';
import { setUp } from '#api/testing/test-results.ts';

const writes = () => setUp({ llm: async (task) => quote(task) });

describe('a prompt of one’s own', () => {
  it('gets a label and a title of its own, remembers where it was asked from, and can be asked again', async () => {
    const { post, ask, until, result, queue, tasks } = await writes();
    await queue.start();
    const first = {
      options: ['custom'],
      user_process_data: 'Was kostet das\nalles zusammen, und wer bezahlt es?',
    };
    await post('process', first);
    await until({ custom_1: 'done' });
    await post('process', { ...first, user_process_data: 'Warum?', source_tab: 'notes' });
    expect((await result('custom_1')).title).toBe('Was kostet das alles zusammen, und wer…');
    await until({ custom_1: 'done', custom_2: 'done' });
    expect(await result('custom_2')).toMatchObject({
      source_tab: 'notes',
      prompt: 'Warum?',
      title: 'Warum?',
      notice: 'nothing_to_process',
    });
    await ask('custom_1');
    await until({ custom_1: 'done', custom_2: 'done' });
    expect(await result('custom_1')).toMatchObject({
      version: 2,
      previous: 1,
      prompt: first.user_process_data,
    });
    // The second prompt is about notes, and there are none.
    expect(tasks.map(({ prompt, form, hints }) => [prompt, form, hints])).toEqual([
      [first.user_process_data, 'prompt', ''],
      [first.user_process_data, 'prompt', ''],
    ]);
  });

  it('is about a result where it is asked from one, with the moments of that', async () => {
    const { post, ask, until, queue, tasks } = await writes();
    await queue.start();
    await ask('summary');
    await until({ summary: 'done' });
    const about = { options: ['custom'], user_process_data: 'Kürzer.', source_tab: 'result:summary' };
    await post('process', about);
    await until({ summary: 'done', custom_1: 'done' });
    expect(tasks[1]!.about).toEqual({
      kind: 'result',
      text: expect.stringMatching(/^summary: /),
      sources: [{ n: 1, segment: 's1', at: 0 }],
    });
    expect(await post('process', { ...about, source_tab: 'result:minutes' })).toEqual({
      status: 400,
      code: 'processing.option_unknown',
    });
  });

  it('is one, though it is sent twice; another one beside it is another', async () => {
    const { post, states } = await writes();
    const why = { options: ['custom'], user_process_data: 'Warum?' };
    await post('process', why);
    await post('process', why);
    await post('process', { ...why, user_process_data: 'Wann?' });
    await post('process', { ...why, source_tab: 'notes' });
    expect(await states()).toEqual({ custom_1: 'pending', custom_2: 'pending', custom_3: 'pending' });
  });

  it('is refused where very many wait already; what is asked for already is not', async () => {
    const { db, session, owner, post, states } = await writes();
    const blank = { engine: 'llm', model: '', sourceTab: 'notes' } as const;
    for (let n = 1; n < limits.maxActiveResults; n += 1) {
      const wanted = { ...blank, label: `custom_${n}`, title: `${n}`, asked: { prompt: `${n}` } };
      await resultWork.request(db, session.id, wanted, { actor: owner.actor, nowMs: 0 });
    }
    const last = { options: ['custom'], user_process_data: 'Wann?' };
    expect((await post('process', last)).status).toBe(200);
    const many = { status: 429, code: 'processing.too_many' };
    expect(await post('process', { ...last, user_process_data: 'Warum?' })).toEqual(many);
    expect(await post('process', { options: ['summary'] })).toEqual(many);
    expect((await post('process', last)).status).toBe(200);
    expect(Object.keys(await states())).toHaveLength(limits.maxActiveResults);
  });

  it.each([
    ['Warum?', 'Warum?'],
    ['  Schreib   mir\n\neinen Brief ', 'Schreib mir einen Brief'],
    ['x'.repeat(90), `${'x'.repeat(39)}…`],
    ['Liste alle Beschlüsse, die gefallen sind, mit Datum', 'Liste alle Beschlüsse, die gefallen…'],
    ['👍🏽'.repeat(1) + ' ja '.repeat(20), expect.stringMatching(/^.{10,40}…$/u)],
  ])('%j has the title %j', (prompt, title) => {
    expect(promptToTitle(prompt)).toEqual(title);
    expect([...promptToTitle(prompt)].length).toBeLessThanOrEqual(40);
  });
});

describe('corrections', () => {
  it('are proposed as asked, in a result without text', async () => {
    const runs: unknown[] = [];
    const { post, until, result, queue, tasks } = await setUp({
      corrector: {
        make: async ({ kinds, hints, version, session, onShare }) => {
          onShare(1);
          runs.push({ kinds, hints, version, id: session.id });
          return { count: 3, hasAskedModel: false };
        },
      },
    });
    await post('process', { post_process: true, user_process_data: 'Muster AG' });
    await queue.start();
    await until({ corrections: 'done' });
    expect(await result('corrections')).toMatchObject({
      text: '',
      engine: 'extract',
      title: '',
      stale: false,
    });
    await post('process', { options: ['corrections'] });
    await until({ corrections: 'done' });
    expect(runs).toMatchObject([
      { kinds: ['own', 'spelling'], hints: 'Muster AG', version: 1 },
      { kinds: ['own', 'spelling'], hints: 'Muster AG', version: 2 },
    ]);
    expect(tasks).toEqual([]);
  });

  it('of more kinds come to those that have not begun', async () => {
    const kinds: unknown[] = [];
    const { post, until, queue } = await setUp({
      llm: async (task) => quote(task),
      corrector: { make: async (run) => ({ count: kinds.push(run.kinds), hasAskedModel: true }) },
    });
    await post('process', { post_process: true });
    await post('process', { post_process_llm_fix: true, fix_with_agent: true });
    await queue.start();
    await until({ corrections: 'done' });
    expect(kinds).toEqual([['own', 'spelling', 'model', 'agent']]);
  });

  it.each([
    [true, { engine: 'llm', model: 'fixture' }],
    [false, { engine: 'extract', model: '' }],
  ])('name the language model where it was asked: %s', async (hasAskedModel, maker) => {
    const { post, until, result, queue } = await setUp({
      llm: async (task) => quote(task),
      corrector: { make: async () => ({ count: 0, hasAskedModel }) },
    });
    await post('process', { fix_with_agent: true });
    await queue.start();
    await until({ corrections: 'done' });
    expect(await result('corrections')).toMatchObject(maker);
  });
});
