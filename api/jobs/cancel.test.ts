import { describe, expect, it, vi } from 'vitest';
import type { Db } from '#api/db/open.ts';
import { JobWait, type RunningJob } from './queue.ts';
import { eventually, job, setUp, stateOf, untilAborted, untilState } from '#api/testing/test-queue.ts';

const reasonOf = (ended: unknown[]) => (running: RunningJob) =>
  untilAborted(running).catch((error: unknown) => {
    ended.push(String(error));
    throw error;
  });

describe('a job that is cancelled', () => {
  it('ends while it runs, frees its slot and is forgotten', async () => {
    const { db, open, work, session } = await setUp();
    const ended: unknown[] = [];
    const queue = open([job(reasonOf(ended))]);
    await queue.start();
    const id = await queue.add(work);
    await untilState(db, id, 'running');
    const next = await queue.add({ ...work, sessionId: null });
    await queue.cancel(session.id);
    expect(ended).toEqual([expect.stringContaining('cancelled')]);
    expect(await stateOf(db, id)).toBeUndefined();
    await untilState(db, next, 'running');
  });

  it('never begins when it was only queued, waited, or had its next attempt before it', async () => {
    const { db, open, work, session, clock } = await setUp();
    const run = vi.fn<(running: RunningJob) => Promise<void>>(async ({ payload }) => {
      if (payload === 'waits') throw new JobWait('transcription.model_missing');
      throw new Error('no luck');
    });
    const queue = open([job(run)]);
    const queued = await queue.add({ ...work, payload: 'queued' });
    expect(await queue.stop(session.id)).toBe(1);
    await queue.start();
    const waits = await queue.add({ ...work, payload: 'waits' });
    await untilState(db, waits, 'waiting');
    const retried = await queue.add({ ...work, payload: 'retried' });
    await eventually(() => expect(run).toHaveBeenCalledTimes(2));
    await untilState(db, retried, 'queued');
    expect(await queue.stop(session.id)).toBe(2);
    clock.advance(3_600_000);
    queue.poke();
    await untilState(db, await queue.add({ ...work, payload: 'last' }), 'queued');
    await eventually(() => expect(run).toHaveBeenCalledTimes(3));
    expect(run.mock.calls.map(([{ payload }]) => payload)).toEqual(['waits', 'retried', 'last']);
    expect(await Promise.all([queued, waits, retried].map((id) => stateOf(db, id)))).toEqual(
      Array.from({ length: 3 }, () => 'failed'),
    );
  });

  it('does not begin in the moment in which it is claimed', async () => {
    const { open, work, session } = await setUp();
    let running = 0;
    const run = (job: RunningJob) => {
      running++;
      return untilAborted(job).finally(() => running--);
    };
    const queue = open([job(run)]);
    await queue.start();
    for (let round = 0; round < 50; round++) {
      await queue.add(work);
      // Some microtasks later in each round, so that the cancellation meets every point of the claim.
      for (let step = 0; step < round; step++) await Promise.resolve();
      await queue.cancel(session.id);
      expect(running).toBe(0);
    }
  });

  it('has an end that its handler may not undo: nothing is kept afterwards', async () => {
    const { db, open, work, session } = await setUp();
    const saved = vi.fn<() => void>();
    let job1!: RunningJob;
    const queue = open([
      job(async (running) => {
        job1 = running;
        await untilAborted(running).catch(() => {});
        await running.save({ at: 9 }, { done: 9, total: 10 });
        saved();
      }),
    ]);
    await queue.start();
    const id = await queue.add(work);
    await eventually(() => expect(job1).toBeDefined());
    await job1.save({ at: 3 }, { done: 3, total: 10 });
    expect(await queue.stop(session.id)).toBe(1);
    expect(saved).not.toHaveBeenCalled();
    expect(await stateOf(db, id)).toBe('failed');
    expect(await queue.stopped(session.id, 'work')).toMatchObject({ id, checkpoint: { at: 3 } });
  });
});

describe('a job that was stopped', () => {
  it('goes on from its checkpoint when it is queued again, with all its attempts', async () => {
    const { db, open, work, session } = await setUp();
    const seen: unknown[] = [];
    let isFirst = true;
    const queue = open([
      job(async (running) => {
        seen.push(running.checkpoint);
        if (!isFirst) return;
        isFirst = false;
        await running.save({ next: 7 }, { done: 7, total: 10 });
        await untilAborted(running);
      }),
    ]);
    await queue.start();
    const id = await queue.add({ ...work, payload: { boost_factor: 2 } });
    await eventually(async () => expect(await queue.progressOf(session.id)).toMatchObject({ done: 7 }));
    await queue.stop(session.id);
    expect(await queue.isBusy(session.id)).toBe(false);
    expect(await queue.progressOf(session.id)).toBeNull();
    expect(await queue.stopped(session.id, 'work')).toEqual({
      id,
      payload: { boost_factor: 2 },
      checkpoint: { next: 7 },
    });
    await queue.again(id, work.owner.actor);
    await untilState(db, id, 'done');
    expect(seen).toEqual([null, { next: 7 }]);
    expect(await queue.stopped(session.id, 'work')).toBeNull();
  });

  it('waits for its own old run to end before it begins anew', async () => {
    const { db, open, work, session } = await setUp();
    let running = 0;
    let most = 0;
    let isFirst = true;
    const ending = Promise.withResolvers<void>();
    const queue = open(
      [
        job(async (job) => {
          most = Math.max(most, ++running);
          const isSlow = isFirst;
          isFirst = false;
          if (isSlow) {
            await untilAborted(job).catch(() => {});
            await ending.promise;
          }
          running--;
        }),
      ],
      { slots: 2 },
    );
    await queue.start();
    const id = await queue.add(work);
    await eventually(() => expect(running).toBe(1));
    const stopping = queue.stop(session.id);
    await untilState(db, id, 'failed');
    await queue.again(id, work.owner.actor);
    queue.poke();
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve));
    expect(await stateOf(db, id)).toBe('queued');
    ending.resolve();
    expect(await stopping).toBe(1);
    await untilState(db, id, 'done');
    expect(most).toBe(1);
  });

  it('leaves everything as it was when what belongs to it fails', async () => {
    const { db, open, work, session } = await setUp();
    const queue = open([job(untilAborted)]);
    await queue.start();
    const id = await queue.add(work);
    await untilState(db, id, 'running');
    const failing = queue.stop(session.id, {
      alongside: async () => {
        throw new Error('no room');
      },
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await stateOf(db, id)).toBe('running');
    const alongside = vi.fn<(trx: Db, stopped: number) => Promise<void>>(async () => {});
    expect(await queue.stop('another session', { alongside })).toBe(0);
    expect(alongside).toHaveBeenCalledExactlyOnceWith(expect.anything(), 0);
  });
});

describe('a job on files', () => {
  it('is no part of the progress, and ends with its session alone', async () => {
    const { db, open, work, session } = await setUp();
    const ended: unknown[] = [];
    const onFiles = job(reasonOf(ended), { name: 'tidy', lane: 'files' });
    const queue = open([job(untilAborted), onFiles]);
    await queue.start();
    const tidying = await queue.add({ ...work, name: 'tidy' });
    await untilState(db, tidying, 'running');
    expect(await queue.progressOf(session.id)).toBeNull();
    await queue.idle(session.id);
    const working = await queue.add(work);
    await untilState(db, working, 'running');
    expect(await queue.stop(session.id)).toBe(1);
    expect(await queue.stop(session.id)).toBe(0);
    expect(await stateOf(db, tidying)).toBe('running');
    expect(ended).toEqual([]);
    await queue.cancel(session.id);
    expect(ended).toHaveLength(1);
    expect(await stateOf(db, tidying)).toBeUndefined();
  });
});
