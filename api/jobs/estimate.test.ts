import { describe, expect, it } from 'vitest';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import type { JobDefinition, RunningJob } from './queue.ts';
import { createSpeedStore, realTimeFactorReader } from './speed.store.ts';
import { eventually, job, setUp, untilAborted, untilState } from '#api/testing/test-queue.ts';

/** A queue whose engine has a measured real-time factor of 0.1. */
async function measured(slots = 1) {
  const line = await setUp();
  const { db, clock, owner } = line;
  const speeds = createSpeedStore(db, clock);
  await speeds.learn('base', 3_600, 360);
  const runs: RunningJob[] = [];
  const run: JobDefinition['run'] = (running) => {
    runs.push(running);
    return untilAborted(running);
  };
  const realTimeFactor = realTimeFactorReader(speeds, { name: 'base', expectedRtf: 9 });
  const queue = line.open([job(run, { realTimeFactor })], { slots });
  /** Queues a recording of `duration` s, 1 ms later than the last one. Returns its session. */
  const add = async (duration: number, of = owner) => {
    clock.advance(1);
    const { id } = await buildSession(db, of, { duration });
    await queue.add({ ...line.work, owner: of, sessionId: id });
    return id;
  };
  const running = (count: number) => eventually(() => expect(runs).toHaveLength(count));
  return { ...line, queue, runs, add, running };
}

describe('the progress of a session', () => {
  it('says how far the work is and how long it will take, from what this server has measured', async () => {
    const { queue, add, running, runs, clock } = await measured();
    await queue.start();
    const id = await add(6_000);
    await running(1);
    expect(await queue.progressOf(id)).toEqual({
      done: 0,
      total: 6_000,
      unit: 's',
      remaining_s: 600,
      queue: 0,
      isOverdue: false,
    });
    clock.advance(60_000);
    await runs[0]!.save({}, { done: 600, total: 6_030 });
    expect(await queue.progressOf(id)).toMatchObject({ done: 600, total: 6_030, remaining_s: 570 });
    // Half of the measured speed; it counts by the share that is done.
    clock.advance(480_000);
    await runs[0]!.save({}, { done: 3_000, total: 6_030 });
    expect(await queue.progressOf(id)).toMatchObject({ remaining_s: 480 });
  });

  it('changes once in a while, not with every poll, while nothing new is done', async () => {
    const { queue, add, running, clock } = await measured();
    await queue.start();
    const id = await add(6_000);
    const next = await add(6_000);
    await running(1);
    const seen = { running: new Set<string>(), queued: new Set<string>() };
    for (let poll = 0; poll < 24; poll++) {
      seen.running.add(JSON.stringify(await queue.progressOf(id)));
      seen.queued.add(JSON.stringify(await queue.progressOf(next)));
      clock.advance(5_000);
    }
    expect([seen.running.size, seen.queued.size]).toEqual([4, 2]);
  });

  it('is without a time where nobody can tell, and says how far it is all the same', async () => {
    const { open, session, work, clock } = await setUp();
    let run!: RunningJob;
    const queue = open([
      job((running) => {
        run = running;
        return untilAborted(running);
      }),
    ]);
    await queue.start();
    await queue.add(work);
    await eventually(() => expect(run).toBeDefined());
    expect(await queue.progressOf(session.id)).toMatchObject({ done: 0, total: 0, remaining_s: null });
    clock.advance(20_000);
    await run.save({}, { done: 100, total: 400 });
    expect(await queue.progressOf(session.id)).toMatchObject({ done: 100, total: 400, remaining_s: 60 });
    await queue.cancel(session.id);
    expect(await queue.progressOf(session.id)).toBeNull();
  });

  it('of a queued one counts who really goes before it, and their time on all slots', async () => {
    const { db, queue, add, running } = await measured(2);
    const other = ownerOf(await buildUser(db));
    await queue.start();
    await add(3_000);
    await add(6_000);
    await running(2);
    const long = await add(9_000);
    const short = await add(600);
    const others = await add(6_000, other);
    const of = (id: string) => queue.progressOf(id);
    // The other person has not started a job yet; a short job passes a long one of the same person.
    expect(await of(others)).toMatchObject({ queue: 2, remaining_s: 300 + 600, total: 6_000 });
    expect(await of(short)).toMatchObject({ queue: 3, remaining_s: 600 + 60 });
    expect(await of(long)).toMatchObject({ queue: 4, remaining_s: 660 + 900 });
  });

  it('of one that waits for something outside names no time', async () => {
    const { db, queue, add } = await measured();
    const id = await add(600);
    await db.updateTable('job').set({ state: 'waiting' }).execute();
    expect(await queue.progressOf(id)).toMatchObject({ queue: 0, remaining_s: null, total: 600 });
  });

  it('is late when the end that was expected at its start has passed, and stays late', async () => {
    const { db, queue, add, running, runs, clock } = await measured();
    await queue.start();
    const id = await add(6_000);
    await running(1);
    const row = await db.selectFrom('job').selectAll().executeTakeFirstOrThrow();
    expect(row.expected_at).toBe(clock.now() + 600_000);
    const isOverdue = async () => (await queue.progressOf(id))!.isOverdue;
    await runs[0]!.save({}, { done: 5_000, total: 6_000 });
    clock.advance(660_000);
    expect(await isOverdue()).toBe(false);
    clock.advance(1);
    expect(await isOverdue()).toBe(true);
    await runs[0]!.save({}, { done: 5_900, total: 6_000 });
    expect(await isOverdue()).toBe(true);
  });

  it('is expected anew when a run begins again', async () => {
    const { db, open, work, clock, owner } = await setUp();
    const { id: sessionId } = await buildSession(db, owner, { duration: 1_000 });
    const fails = job(
      async (running) => {
        if (running.checkpoint !== null) return untilAborted(running);
        await running.save({}, { done: 500, total: 1_000 });
        throw new Error('no luck');
      },
      { realTimeFactor: async () => 0.1 },
    );
    const queue = open([fails]);
    await queue.start();
    const id = await queue.add({ ...work, sessionId });
    await untilState(db, id, 'queued');
    clock.advance(1_000);
    const expectedAt = () => db.selectFrom('job').select('expected_at').executeTakeFirstOrThrow();
    await eventually(async () => expect(await expectedAt()).toEqual({ expected_at: clock.now() + 50_000 }));
  });
});
