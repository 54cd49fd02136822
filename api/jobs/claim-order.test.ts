import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDb } from '#api/db/open.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { createForecaster } from './forecast.ts';
import { createJobStore } from './job.store.ts';
import { createLeaseStore } from './lease.store.ts';
import { job } from '#api/testing/test-queue.ts';
import { agingMs } from './claim-order.rules.ts';
import { createClaimStore } from './claim.store.ts';

const people = ['A', 'B', 'C'];
const realTimeFactor = 0.5;
const queuedJob = fc.record({
  person: fc.nat(people.length - 1),
  priority: fc.integer({ min: 0, max: 1 }),
  ageMs: fc.integer({ min: 0, max: 3 * agingMs }),
  mediaS: fc.integer({ min: 1, max: 3_000 }),
  runsInMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 600_000 })),
});
/** Age of each person's last start, ms; some have none. */
const turns = fc.tuple(...people.map(() => fc.option(fc.integer({ min: 1, max: 900_000 }))));

describe('the order in which jobs are claimed', () => {
  it('is the one that was forecast, with any jobs of any people on any number of slots', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(queuedJob, { minLength: 1, maxLength: 12 }),
        turns,
        fc.integer({ min: 1, max: 3 }),
        async (specs, lastStarts, slots) => {
          const db = openDb(':memory:');
          const clock = testClock();
          const startMs = clock.now();
          const jobs = createJobStore(db);
          const claims = createClaimStore(db);
          const leases = createLeaseStore(db, 'me');
          const owners = await Promise.all(people.map(async () => ownerOf(await buildUser(db))));
          for (const [index, agoMs] of lastStarts.entries()) {
            if (agoMs === null) continue;
            await jobs.insert({ name: 'work', owner: owners[index]!, sessionId: null, priority: 0 }, 0, db);
            await db
              .updateTable('job')
              .where('started_at', 'is', null)
              .set({ state: 'done', started_at: startMs - agoMs, finished_at: startMs - agoMs })
              .execute();
          }
          const mediaS = new Map<string, number>();
          for (const { person, priority, ageMs, mediaS: duration, runsInMs } of specs) {
            const owner = owners[person]!;
            const { id: sessionId } = await buildSession(db, owner, { duration });
            const one = { name: 'work', owner, sessionId, priority };
            const id = await jobs.insert(one, startMs - ageMs, db);
            await db
              .updateTable('job')
              .where('id', '=', id)
              .set({ run_at: startMs + runsInMs })
              .execute();
            mediaS.set(id, duration);
          }
          const forecast = createForecaster({
            claims,
            running: new Map(),
            plans: [{ names: ['work'], topPriority: 1, slots }],
            definitions: new Map([
              ['work', job(async () => {}, { realTimeFactor: async () => realTimeFactor })],
            ]),
          });
          const expected = await forecast(startMs);

          const claimed: [id: string, startsInS: number][] = [];
          let busy: { id: string; endsMs: number }[] = [];
          const claimable = { names: ['work'], topPriority: 1, except: [] };
          while (claimed.length < specs.length) {
            while (busy.length < slots) {
              const row = await claims.claim({ owner: 'me', until: 0 }, clock.now(), claimable);
              if (!row) break;
              claimed.push([row.id, (clock.now() - startMs) / 1000]);
              busy.push({ id: row.id, endsMs: clock.now() + mediaS.get(row.id)! * realTimeFactor * 1000 });
            }
            const due = specs.map(({ runsInMs }) => startMs + runsInMs).filter((ms) => ms > clock.now());
            clock.set(Math.min(...busy.map(({ endsMs }) => endsMs), ...due));
            for (const { id } of busy.filter(({ endsMs }) => endsMs <= clock.now()))
              await leases.finish(id, clock.now());
            busy = busy.filter(({ endsMs }) => endsMs > clock.now());
          }
          await db.destroy();
          expect([...expected].map(([id, { startsInS }]) => [id, startsInS])).toEqual(claimed);
          expect([...expected.values()].map(({ before }) => before)).toEqual(specs.map((_, index) => index));
        },
      ),
      { numRuns: 40 },
    );
  });
});
