import { describe, expect, it, vi } from 'vitest';
import { createLog, silentLog } from '#api/lib/log.ts';
import { buildUser, ownerOf } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { JobFailure, JobWait, type JobDefinition, type NewJob, type RunningJob } from './queue.ts';
import { createQueue } from './sqlite-queue.ts';
import { eventually, job, setUp, stateOf, untilAborted, untilState } from '#api/testing/test-queue.ts';

describe('the queue', () => {
  it('runs a job once, with what it was given', async () => {
    const { db, open, work, owner, session } = await setUp();
    const seen: unknown[] = [];
    const queue = open([
      job(async ({ payload, sessionId, checkpoint }) => void seen.push([payload, sessionId, checkpoint])),
    ]);
    await queue.start();
    const id = await queue.add({ ...work, payload: { from: 3 } });
    await untilState(db, id, 'done');
    expect(seen).toEqual([[{ from: 3 }, session.id, null]]);
    expect(owner.host).toBe('localhost');
  });

  it('refuses two handlers of one name, and a job that no handler knows', async () => {
    const { open, work } = await setUp();
    const run = async () => {};
    expect(() => open([job(run), job(run)])).toThrow('Two handlers');
    await expect(open([job(run)]).add({ ...work, name: 'other' })).rejects.toThrow('No handler');
  });

  it('runs a job of a rolled-back transaction never', async () => {
    const { db, open, work } = await setUp();
    const queue = open([job(async () => {})]);
    const rolledBack = db.transaction().execute(async (trx) => {
      await queue.add(work, trx);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await db.selectFrom('job').selectAll().execute()).toEqual([]);
  });

  it('goes on from the checkpoint after the process was killed in the middle', async () => {
    const { db, open, work } = await setUp();
    const steps: number[] = [];
    const handler = job(async (running) => {
      const first = (running.checkpoint as { next: number } | null)?.next ?? 0;
      for (let step = first; step < 4; step++) {
        steps.push(step);
        // The handler never returns, as if the first process had died: the job stays running.
        if (step === 2 && first === 0) await new Promise(() => {});
        await running.save({ next: step + 1 }, { done: step + 1, total: 4 });
      }
    });
    const dying = createQueue({ db, clock: testClock(), log: silentLog(), handlers: [handler], slots: 1 });
    await dying.start();
    const id = await dying.add(work);
    await eventually(() => expect(steps).toEqual([0, 1, 2]));
    expect(await stateOf(db, id)).toBe('running');

    await open([handler]).start();
    await untilState(db, id, 'done');
    expect(steps).toEqual([0, 1, 2, 2, 3]);
  });

  it('interrupts what runs when it closes, without costing an attempt, and the next start takes it up', async () => {
    const { db, open, work } = await setUp();
    const first = open([job(untilAborted)]);
    await first.start();
    const id = await first.add(work);
    await untilState(db, id, 'running');
    await first.close();
    const row = await db.selectFrom('job').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'queued', attempts: 0, lease_owner: null });

    await open([job(async () => {})]).start();
    await untilState(db, id, 'done');
  });

  it('leaves alone what another living process has', async () => {
    const { db, open, work, clock } = await setUp();
    const ran = vi.fn<() => Promise<void>>(async () => {});
    const queue = open([job(ran)]);
    const id = await queue.add(work);
    const lease = { lease_owner: 'other-machine|1|x', lease_until: clock.now() + 30_000 };
    await db
      .updateTable('job')
      .set({ state: 'running', ...lease })
      .execute();
    await queue.start();
    expect(await stateOf(db, id)).toBe('running');
    expect(ran).not.toHaveBeenCalled();
    await queue.close();

    clock.advance(30_001);
    await open([job(ran)]).start();
    await untilState(db, id, 'done');
  });

  it('tries again after the delay, and gives up after the last attempt', async () => {
    const { db, open, work, clock } = await setUp();
    const attempts: number[] = [];
    const onFailed = vi.fn<() => Promise<void>>(async () => {});
    const run = async () => {
      attempts.push(clock.now());
      throw new Error('no luck');
    };
    const queue = open([job(run, { onFailed })]);
    await queue.start();
    const startMs = clock.now();
    const id = await queue.add(work);
    await untilState(db, id, 'queued');
    await eventually(() => expect(attempts).toHaveLength(1));
    clock.advance(1_000);
    await eventually(() => expect(attempts).toHaveLength(2));
    clock.advance(5_000);
    await untilState(db, id, 'failed');
    expect(attempts.map((at) => at - startMs)).toEqual([0, 1_000, 6_000]);
    expect(onFailed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id }), null);
  });

  it('counts attempts anew after progress, and only then', async () => {
    const { db, open, work, clock } = await setUp();
    let attempts = 0;
    const queue = open([
      job(async ({ save }) => {
        attempts++;
        await save({}, { done: attempts === 2 ? 1 : 0, total: 10 });
        throw new Error('no luck');
      }),
    ]);
    await queue.start();
    const id = await queue.add(work);
    // The second attempt makes progress, so two more may follow.
    for (let attempt = 1; attempt <= 4; attempt++) {
      await eventually(() => expect(attempts).toBe(attempt));
      await untilState(db, id, attempt === 4 ? 'failed' : 'queued');
      clock.advance(60_000);
    }
  });

  it('does not try again what cannot succeed', async () => {
    const { db, open, work } = await setUp();
    const onFailed = vi.fn<() => Promise<void>>(async () => {});
    const run = vi.fn<() => Promise<void>>(async () => {
      throw new JobFailure('transcription.audio_unreadable');
    });
    const queue = open([job(run, { onFailed })]);
    await queue.start();
    const id = await queue.add(work);
    await untilState(db, id, 'failed');
    expect(run).toHaveBeenCalledOnce();
    expect(onFailed).toHaveBeenCalledWith(expect.anything(), 'transcription.audio_unreadable');
  });

  it('says again that a job has failed when the process died while it said so', async () => {
    const { db, open, work } = await setUp();
    const run = async () => {
      throw new JobFailure('transcription.audio_empty');
    };
    const told = vi.fn<() => Promise<void>>();
    const dying = createQueue({
      db,
      clock: testClock(),
      log: silentLog(),
      slots: 1,
      handlers: [job(run, { onFailed: told.mockReturnValueOnce(new Promise(() => {})) })],
    });
    await dying.start();
    const id = await dying.add(work);
    await eventually(() => expect(told).toHaveBeenCalledOnce());
    expect(await stateOf(db, id)).toBe('running');

    await open([job(run, { onFailed: told.mockResolvedValue() })]).start();
    await untilState(db, id, 'failed');
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('lets a job wait for something outside, as often as it takes, and wakes it when poked', async () => {
    const { db, open, work } = await setUp();
    let isThere = false;
    let looks = 0;
    const queue = open([
      job(async () => {
        looks++;
        if (!isThere) throw new JobWait('transcription.model_missing');
      }),
    ]);
    await queue.start();
    const id = await queue.add(work);
    for (let look = 1; look <= 5; look++) {
      await eventually(() => expect(looks).toBe(look));
      await untilState(db, id, 'waiting');
      if (look === 5) isThere = true;
      queue.poke();
    }
    await untilState(db, id, 'done');
  });

  it('lets people take turns, and what is more important go first', async () => {
    const { db, clock, open, owner, work } = await setUp();
    const other = ownerOf(await buildUser(db));
    const order: unknown[] = [];
    const run: JobDefinition['run'] = async ({ payload }) => void order.push(payload);
    const queue = open([job(run), job(run, { name: 'urgent', priority: 1 })]);
    const add = async (payload: string, fields: Partial<NewJob>) => {
      clock.advance(1);
      await queue.add({ ...work, ...fields, payload });
    };
    await add('first of A', { owner });
    await add('second of A', { owner });
    await add('third of A', { owner });
    await add('first of B', { owner: other, sessionId: null });
    await add('urgent of A', { owner, name: 'urgent' });
    await queue.start();
    await eventually(() => expect(order).toHaveLength(5));
    expect(order).toEqual(['urgent of A', 'first of B', 'first of A', 'second of A', 'third of A']);
  });

  it('never runs more than its slots at once', async () => {
    const { open, work } = await setUp();
    let now = 0;
    let most = 0;
    let ran = 0;
    const queue = open(
      [
        job(async () => {
          most = Math.max(most, ++now);
          await new Promise((resolve) => void setTimeout(resolve, 2));
          now--;
          ran++;
        }),
      ],
      { slots: 2 },
    );
    await queue.start();
    for (let count = 0; count < 6; count++) await queue.add(work);
    await eventually(() => expect(ran).toBe(6));
    expect(most).toBe(2);
  });

  it('ends a handler whose job has gone with its session', async () => {
    const { db, open, work, session } = await setUp();
    const ended = vi.fn<() => void>();
    const run = (running: RunningJob) => untilAborted(running).finally(ended);
    const queue = open([job(run)], { heartbeatMs: 5 });
    await queue.start();
    const id = await queue.add(work);
    await untilState(db, id, 'running');
    await db.deleteFrom('session').where('id', '=', session.id).execute();
    await eventually(() => expect(ended).toHaveBeenCalled());
  });

  it('tells at its start of jobs that nobody handles, leaves them as they are, and runs the others', async () => {
    const { db, open, work } = await setUp();
    const before = open([job(async () => {}), job(async () => {}, { name: 'gone' })]);
    const stranger = await before.add({ ...work, name: 'gone' });
    await before.close();

    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const queue = open([job(async () => {})], { log });
    await queue.start();
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ msg: 'queue: no handler has this name', job: 'gone', jobs: 1 }),
    );
    await untilState(db, await queue.add(work), 'done');
    expect(await stateOf(db, stranger)).toBe('queued');
    await queue.close();

    await open([job(async () => {}), job(async () => {}, { name: 'gone' })]).start();
    await untilState(db, stranger, 'done');
  });

  it('takes up, while it runs, what another machine has let go of', async () => {
    const { db, open, work, clock } = await setUp();
    const queue = open([job(async () => {})], { heartbeatMs: 5 });
    const id = await queue.add(work);
    const lease = { lease_owner: 'other-machine|1|x', lease_until: clock.now() + 30_000 };
    await db
      .updateTable('job')
      .set({ state: 'running', ...lease })
      .execute();
    await queue.start();
    expect(await stateOf(db, id)).toBe('running');
    clock.advance(30_001);
    await untilState(db, id, 'done');
  });

  it('looks less and less often for what is missing, and at once when poked', async () => {
    const { db, open, work, clock } = await setUp();
    const looksMs: number[] = [];
    const run = async () => {
      looksMs.push(clock.now());
      throw new JobWait('transcription.engine_unreachable');
    };
    const queue = open([job(run)], { recheckMs: 5_000, maxRecheckMs: 20_000 });
    await queue.start();
    const id = await queue.add(work);
    const startMs = clock.now();
    for (let look = 1; look <= 5; look++) {
      await eventually(() => expect(looksMs).toHaveLength(look));
      await untilState(db, id, 'waiting');
      if (look === 4) queue.poke();
      else clock.advance(look === 1 ? 5_000 : look === 2 ? 10_000 : 20_000);
    }
    expect(looksMs.map((atMs) => (atMs - startMs) / 1000)).toEqual([0, 5, 15, 35, 35]);
    const next = await db.selectFrom('job').select('run_at').executeTakeFirstOrThrow();
    expect((next.run_at - looksMs.at(-1)!) / 1000).toBe(5);
  });
});
