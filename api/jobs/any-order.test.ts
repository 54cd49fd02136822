import * as fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openDb, type Db } from '#api/db/open.ts';
import { silentLog } from '#api/lib/log.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import type { Acting } from '#api/db/actor.ts';
import type { Queue, RunningJob } from './queue.ts';
import { createQueue } from './sqlite-queue.ts';
import { job } from '#api/testing/test-queue.ts';

/** No disk and no timers are involved: all consequences of a step are done after one turn of the event loop. */
const quiet = () => new Promise((resolve) => void setImmediate(resolve));
const retryMs = 1_000;

type Step = {
  kind: 'add' | 'finish' | 'fail' | 'save' | 'cancel' | 'stop' | 'wait' | 'crash' | 'restart';
  n: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('add' as const) },
    { weight: 8, arbitrary: fc.constant('finish' as const) },
    {
      weight: 8,
      arbitrary: fc.constantFrom('fail', 'save', 'cancel', 'stop', 'wait', 'crash', 'restart'),
    },
  ) as fc.Arbitrary<Step['kind']>,
  n: fc.nat(1_000),
});

type Handler = { resolve(): void; reject(error: Error): void; running: RunningJob };
/** Expected state of a job; `dueMs` applies while it is queued. */
type Known = {
  person: number;
  state: 'queued' | 'running' | 'done' | 'stopped';
  dueMs: number;
  startedMs: number;
  saved: number;
};

/** The queue of a process that can crash: after that it no longer writes to the database. */
function createLife(
  db: Db,
  clock: ReturnType<typeof testClock>,
  slots: number,
  begun: (life: Life, h: Handler) => void,
) {
  let isDead = false;
  const mortal: KyselyPlugin = {
    transformQuery({ node }) {
      if (isDead) throw new Error('This process is gone.');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const handlers = new Map<string, Handler>();
  const run = (running: RunningJob) =>
    new Promise<void>((resolve, reject) => {
      const handler = { resolve, reject, running };
      running.signal.addEventListener('abort', () => reject(running.signal.reason as Error), { once: true });
      handlers.set(running.id, handler);
      begun(life, handler);
    }).finally(() => handlers.delete(running.id));
  const queue: Queue = createQueue({
    db: db.withPlugin(mortal),
    clock,
    log: silentLog(),
    slots,
    tickMs: 3_600_000,
    handlers: [job(run, { maxAttempts: 1_000, retryDelaysMs: [retryMs] })],
  });
  const life = { queue, handlers, die: () => void (isDead = true) };
  return life;
}
type Life = { queue: Queue; handlers: Map<string, Handler>; die(): void };

/** Runs the steps with checks after each. Returns how many jobs were completed. */
async function live(steps: readonly Step[], peopleCount: number, slots: number): Promise<number> {
  const db = openDb(':memory:');
  const clock = testClock();
  const known = new Map<string, Known>();
  const people: { owner: Acting; sessions: string[] }[] = [];
  for (let count = 0; count < peopleCount; count++) {
    const owner = ownerOf(await buildUser(db));
    const sessions = [
      await buildSession(db, owner, { duration: 60 }),
      await buildSession(db, owner, { duration: 3_600 }),
    ];
    people.push({ owner, sessions: sessions.map(({ id }) => id) });
  }
  const inState = (state: Known['state']) => [...known.values()].filter((one) => one.state === state);
  const turnOf = (person: number) => {
    const theirs = [...known.values()].filter((one) => one.person === person);
    const running = theirs.filter(({ state }) => state === 'running').length;
    return { running, lastMs: Math.max(0, ...theirs.map(({ startedMs }) => startedMs)) };
  };

  const begun = (life: Life, { running }: Handler) => {
    const one = known.get(running.id)!;
    // Never twice at once, never after its end, and from its checkpoint.
    expect(one.state).toBe('queued');
    expect(running.checkpoint).toEqual(one.saved === 0 ? null : { at: one.saved });
    const mine = turnOf(one.person);
    const others = new Set(inState('queued').map(({ person }) => person));
    for (const person of others) {
      const isDue = inState('queued').some((job) => job.person === person && job.dueMs <= clock.now());
      if (person === one.person || !isDue) continue;
      const theirs = turnOf(person);
      const isTheirs =
        theirs.running < mine.running || (theirs.running === mine.running && theirs.lastMs < mine.lastMs);
      expect(isTheirs).toBe(false);
    }
    Object.assign(one, { state: 'running', startedMs: clock.now() });
    expect(life.handlers.size).toBeLessThanOrEqual(slots);
  };
  const check = async () => {
    const due = inState('queued').filter(({ dueMs }) => dueMs <= clock.now()).length;
    const running = inState('running').length;
    // No slot is idle while jobs are due, and none is used twice.
    expect(running === slots || due === 0).toBe(true);
    expect(running).toBe(life.handlers.size);
    const rows = await db.selectFrom('job').select(['id', 'state']).execute();
    const states = Object.fromEntries(rows.map(({ id, state }) => [id, state]));
    const expected = [...known].map(([id, { state }]) => [id, state === 'stopped' ? 'failed' : state]);
    expect(states).toEqual(Object.fromEntries(expected));
  };

  let life = createLife(db, clock, slots, begun);
  const lives = [life];
  const begin = async () => {
    life = createLife(db, clock, slots, begun);
    lives.push(life);
    await life.queue.start();
  };
  const requeueRunning = () => {
    for (const one of inState('running')) Object.assign(one, { state: 'queued', dueMs: clock.now() });
  };
  const take: Record<Step['kind'], (n: number) => Promise<unknown>> = {
    async add(n) {
      const person = n % peopleCount;
      const { owner, sessions } = people[person]!;
      const sessionId = sessions[n % sessions.length]!;
      // Queued in a transaction, so that the job is known before it can begin.
      await db.transaction().execute(async (trx) => {
        const id = await life.queue.add({ name: 'work', owner, sessionId }, trx);
        known.set(id, { person, state: 'queued', dueMs: clock.now(), startedMs: 0, saved: 0 });
      });
      life.queue.poke();
    },
    async finish(n) {
      const handler = [...life.handlers.values()][n % Math.max(1, life.handlers.size)];
      if (!handler) return;
      known.get(handler.running.id)!.state = 'done';
      handler.resolve();
    },
    async fail(n) {
      const handler = [...life.handlers.values()][n % Math.max(1, life.handlers.size)];
      if (!handler) return;
      Object.assign(known.get(handler.running.id)!, { state: 'queued', dueMs: clock.now() + retryMs });
      handler.reject(new Error('no luck'));
    },
    async save(n) {
      const handler = [...life.handlers.values()][n % Math.max(1, life.handlers.size)];
      if (!handler) return;
      const one = known.get(handler.running.id)!;
      one.saved++;
      await handler.running.save({ at: one.saved }, { done: one.saved, total: 100 });
    },
    async cancel(n) {
      const { sessions } = people[n % peopleCount]!;
      const sessionId = sessions[n % sessions.length]!;
      const rows = await db.selectFrom('job').where('session_id', '=', sessionId).select('id').execute();
      for (const { id } of rows) known.delete(id);
      await life.queue.cancel(sessionId);
    },
    async stop(n) {
      const { sessions } = people[n % peopleCount]!;
      const sessionId = sessions[n % sessions.length]!;
      const rows = await db.selectFrom('job').where('session_id', '=', sessionId).select('id').execute();
      for (const { id } of rows) {
        const one = known.get(id)!;
        if (one.state !== 'done') one.state = 'stopped';
      }
      await life.queue.stop(sessionId);
    },
    async wait() {
      clock.advance(retryMs);
      life.queue.poke();
    },
    async crash() {
      life.die();
      requeueRunning();
      await begin();
    },
    async restart() {
      requeueRunning();
      await life.queue.close();
      await begin();
    },
  };

  try {
    await life.queue.start();
    for (const { kind, n } of steps) {
      clock.advance(1);
      await take[kind](n);
      await quiet();
      await check();
    }
    // Run to the end: no job is lost.
    for (let round = 0; inState('queued').length + inState('running').length > 0; round++) {
      expect(round).toBeLessThan(10 * steps.length + 10);
      await take.wait(0);
      await quiet();
      await take.finish(0);
      await quiet();
      await check();
    }
    return inState('done').length;
  } finally {
    for (const { die } of lives) die();
    await Promise.all(lives.map(({ queue }) => queue.close()));
    await db.destroy();
  }
}

describe('jobs that are added, crash, fail and are cancelled in any order', () => {
  it('each come to one end: none twice at once, none lost, no slot too many, in fair turns', async () => {
    let ended = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40, size: 'max' }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, peopleCount, slots) => {
          ended += await live(steps, peopleCount, slots);
        },
      ),
      { numRuns: 60 },
    );
    expect(ended).toBeGreaterThan(60);
  });

  it('take turns between two people who have many, from the first to the last of the one who has fewer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }), async (a, b) => {
        const db = openDb(':memory:');
        const clock = testClock();
        const order: number[] = [];
        const owners = [ownerOf(await buildUser(db)), ownerOf(await buildUser(db))];
        const run = async ({ payload }: RunningJob) => void order.push(payload as number);
        const queue = createQueue({
          db,
          clock,
          log: silentLog(),
          slots: 1,
          tickMs: 3_600_000,
          handlers: [
            job(async (running) => {
              clock.advance(1);
              await run(running);
            }),
          ],
        });
        for (const [person, count] of [a, b].entries())
          for (let n = 0; n < count; n++) {
            clock.advance(1);
            await queue.add({ name: 'work', owner: owners[person]!, sessionId: null, payload: person });
          }
        await queue.start();
        while (order.length < a + b) await quiet();
        await queue.close();
        await db.destroy();
        const shared = order.slice(0, 2 * Math.min(a, b));
        expect(shared.every((person, index) => person !== shared[index - 1])).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
