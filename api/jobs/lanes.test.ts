import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDb } from '#api/db/open.ts';
import type { Acting } from '#api/db/actor.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { createForecaster } from './forecast.ts';
import { createJobStore } from './job.store.ts';
import type { JobDefinition, RunningJob } from './queue.ts';
import { eventually, job, setUp, stateOf, untilAborted, untilState } from '#api/testing/test-queue.ts';
import { createClaimStore } from './claim.store.ts';

const words = (run: JobDefinition['run'], fields: Partial<JobDefinition> = {}) =>
  job(run, { name: 'process', lane: 'results', ...fields });

describe('two lanes', () => {
  it('have slots of their own: what is stuck in one takes no turn in the other', async () => {
    const { db, open, work } = await setUp();
    const slots = { transcription: 1, results: 2 };
    const queue = open([job(async () => {}), words(untilAborted)], { slots });
    await queue.start();
    const stuck: string[] = [];
    for (const topic of ['a', 'b', 'c']) stuck.push(await queue.add({ ...work, name: 'process', topic }));
    await eventually(async () => {
      const states = await Promise.all(stuck.map((id) => stateOf(db, id)));
      expect(states.toSorted()).toEqual(['queued', 'running', 'running']);
    });
    for (let n = 0; n < 3; n++) await untilState(db, await queue.add(work), 'done');
  });

  it('give turns by what runs in the lane alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.boolean()), { minLength: 1, maxLength: 10 }),
        fc.array(fc.tuple(fc.nat(2), fc.nat(900)), { maxLength: 6 }),
        async (queued, inTheOther) => {
          const db = openDb(':memory:');
          const clock = testClock();
          const jobs = createJobStore(db);
          const claims = createClaimStore(db);
          const owners: Acting[] = [];
          for (let n = 0; n < 3; n++) owners.push(ownerOf(await buildUser(db)));
          const add = (name: string, person: number, ageMs: number) =>
            jobs.insert(
              { name, owner: owners[person]!, sessionId: null, priority: 0 },
              clock.now() - ageMs,
              db,
            );
          for (const [index, [person]] of queued.entries()) await add('process', person, 100 - index);
          const order = async () => {
            const plans = [{ names: ['process'], topPriority: 0, slots: 1 }];
            const definitions = new Map([
              ['process', words(async () => {}, { realTimeFactor: async () => 1 })],
            ]);
            return [
              ...(await createForecaster({ claims, definitions, plans, running: new Map() })(clock.now())),
            ];
          };
          const before = await order();
          for (const [person, agoMs] of inTheOther) {
            const id = await add('transcribe', person, 1_000);
            await db
              .updateTable('job')
              .where('id', '=', id)
              .set({ state: 'running', started_at: clock.now() - agoMs })
              .execute();
          }
          expect(await order()).toEqual(before);
          const which = { names: ['process'], topPriority: 0, except: [] };
          const first = await claims.claim({ owner: 'me', until: 0 }, clock.now(), which);
          expect(first?.id).toBe(before[0]![0]);
          await db.destroy();
        },
      ),
      { numRuns: 20 },
    );
  });

  it('are one progress: of the transcription first, else of what ends last', async () => {
    const { db, open, work, clock, owner } = await setUp();
    const { id: sessionId } = await buildSession(db, owner, { duration: 100 });
    const speeds: Record<string, number | null> = { quick: 0.1, slow: 2, unknown: null };
    const handlers = [
      job(untilAborted, { realTimeFactor: async () => 0.5 }),
      words(untilAborted, { realTimeFactor: async (topic) => speeds[topic ?? ''] ?? null }),
    ];
    const queue = open(handlers, { slots: { transcription: 1, results: 9 } });
    await queue.start();
    const add = async (topic: string) => {
      const id = await queue.add({ ...work, sessionId, name: 'process', topic });
      await untilState(db, id, 'running');
    };
    const left = async () => (await queue.progressOf(sessionId))?.remaining_s;
    await add('quick');
    await eventually(async () => expect(await left()).toBe(10));
    await add('slow');
    await eventually(async () => expect(await left()).toBe(210));
    await add('unknown');
    await eventually(async () => expect(await left()).toBeNull());
    await untilState(db, await queue.add({ ...work, sessionId }), 'running');
    await eventually(async () => expect(await left()).toBe(50));
    expect(clock.now()).toBeGreaterThan(0);
  });
});

describe('jobs of one session', () => {
  it('are ended by their topics; the others go on', async () => {
    const { db, open, work, session } = await setUp();
    const running: RunningJob[] = [];
    const queue = open(
      [
        words((one) => {
          running.push(one);
          return untilAborted(one);
        }),
      ],
      { slots: 3 },
    );
    await queue.start();
    const [a, b] = [
      await queue.add({ ...work, name: 'process', topic: 'a', payload: 'a' }),
      await queue.add({ ...work, name: 'process', topic: 'b', payload: 'b' }),
    ];
    await eventually(() => expect(running).toHaveLength(2));
    expect(await queue.stop(session.id, { topics: ['a', 'none'] })).toBe(1);
    expect([await stateOf(db, a), await stateOf(db, b)]).toEqual(['failed', 'running']);
    expect(running.map(({ payload, signal }) => [payload, signal.aborted]).toSorted()).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(await queue.isBusy(session.id)).toBe(true);
    expect(await queue.isBusy(session.id, db, 'work')).toBe(false);
  });

  it('that keep no checkpoint use their attempts up, however far each comes', async () => {
    const { db, open, work, clock } = await setUp();
    let runs = 0;
    const queue = open([
      words(
        async ({ save }) => {
          runs++;
          await save(null, { done: runs * 10, total: 100 });
          throw new Error('a fault');
        },
        { maxAttempts: 2 },
      ),
    ]);
    await queue.start();
    const id = await queue.add({ ...work, name: 'process', topic: 'a' });
    await eventually(async () => {
      clock.advance(60_000);
      expect(await stateOf(db, id)).toBe('failed');
    });
    expect(runs).toBe(2);
  });
});
