import { describe, expect, it } from 'vitest';
import { silentLog } from '#api/lib/log.ts';
import { testClock } from '#api/testing/test-clock.ts';
import type { RunningJob } from './queue.ts';
import { createQueue } from './sqlite-queue.ts';
import { eventually, job, setUp, stateOf, untilAborted, untilState } from '#api/testing/test-queue.ts';

describe('a job that ends within the transaction of what it did', () => {
  it.each(['killed', 'stopped', 'broken'])(
    'is done for good when the process is %s after it',
    async (how) => {
      const { db, open, work } = await setUp();
      const runs: string[] = [];
      const handler = job(async (running) => {
        runs.push(running.id);
        await db.transaction().execute((trx) => running.finish(trx));
        if (how === 'broken') throw new Error('no room to clean up');
        if (how === 'killed') await new Promise(() => {});
        await untilAborted(running);
      });
      const first = createQueue({ db, clock: testClock(), log: silentLog(), handlers: [handler], slots: 1 });
      await first.start();
      const id = await first.add(work);
      await eventually(() => expect(runs).toEqual([id]));
      await untilState(db, id, 'done');
      if (how !== 'killed') await first.close();
      expect(await stateOf(db, id)).toBe('done');

      const second = open([job(async (running) => void runs.push(running.id))]);
      await second.start();
      // A later job runs, and the first one does not run again.
      const next = await second.add(work);
      await eventually(() => expect(runs).toEqual([id, next]));
    },
  );

  it('is not done where that transaction is not committed', async () => {
    const { db, open, work } = await setUp();
    let tries = 0;
    const queue = open([
      job(async (running) => {
        tries++;
        await db.transaction().execute(async (trx) => {
          await running.finish(trx);
          throw new Error('disk full');
        });
      }),
    ]);
    await queue.start();
    const id = await queue.add(work);
    await eventually(() => expect(tries).toBe(1));
    await untilState(db, id, 'queued');
    expect(
      await db.selectFrom('job').where('id', '=', id).select(['finished_at', 'error']).executeTakeFirst(),
    ).toEqual({ finished_at: null, error: 'failed' });
  });

  it.each(['another process has it', 'somebody has stopped it'])('does nothing where %s', async (why) => {
    const { db, open, work, session } = await setUp();
    const begun = Promise.withResolvers<RunningJob>();
    const going = Promise.withResolvers<void>();
    let failure: unknown;
    const queue = open([
      job(async (running) => {
        begun.resolve(running);
        await going.promise;
        await db
          .transaction()
          .execute(async (trx) => {
            await trx.updateTable('session').set({ title: 'too late' }).execute();
            await running.finish(trx);
          })
          .catch((error: unknown) => (failure = error));
      }),
    ]);
    await queue.start();
    const id = await queue.add(work);
    await begun.promise;
    const stopping =
      why === 'somebody has stopped it'
        ? queue.stop(session.id)
        : db.updateTable('job').set({ lease_owner: 'elsewhere|1|x' }).where('id', '=', id).execute();
    await eventually(async () =>
      expect(
        await db.selectFrom('job').select(['state', 'lease_owner']).executeTakeFirst(),
      ).not.toMatchObject({
        state: 'running',
        lease_owner: expect.stringContaining(`|${process.pid}|`) as unknown,
      }),
    );
    going.resolve();
    await stopping;
    await queue.close();
    expect(failure).toMatchObject({ name: 'AbortError' });
    expect(await db.selectFrom('session').select('title').executeTakeFirst()).toEqual({
      title: session.title,
    });
    expect(await stateOf(db, id)).not.toBe('done');
  });
});
