/**
 * Measures how long the main thread is busy with a poll while many jobs wait: with the current forecast, with the
 * former one (which examined all remaining jobs for each place in the queue), and for the whole answer with its
 * database.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb, type Db } from '#api/db/open.ts';
import { createJobStore } from '#api/jobs/job.store.ts';
import { createSessionJobStore } from '#api/jobs/session-job.store.ts';
import { createProgressReader } from '#api/jobs/progress-reader.ts';
import type { JobDefinition } from '#api/jobs/queue.ts';
import { forecastStarts } from '#api/jobs/forecast.rules.ts';
import { forecastByLooking } from '#api/testing/test-forecast.ts';
import type { QueuedJob, QueueSnapshot } from '#api/jobs/claim-order.rules.ts';
import { createClaimStore } from '#api/jobs/claim.store.ts';
import type { Acting } from '#api/db/actor.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import type { Options } from '../main.ts';
import { goal, median, round, type Report } from '../report.ts';

const nowMs = Date.UTC(2026, 10, 20, 9);
const waiting = (index: number, people: number): QueuedJob => ({
  id: `job-${index}`,
  person: `person-${(index * 7_919) % people}`,
  priority: 0,
  createdAtMs: nowMs - ((index * 104_729) % 3_600_000),
  mediaS: (index * 31) % 9_000,
  runAtMs: nowMs,
  takesS: (index * 17) % 900,
});
const snapshotOf = (count: number, people: number): QueueSnapshot => ({
  nowMs,
  slots: 4,
  topPriority: 0,
  running: [],
  lastStarts: new Map(),
  queued: Array.from({ length: count }, (_, index) => waiting(index, people)),
});
const tookMs = (work: () => unknown): number => {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
};
const medianOf = (work: () => unknown, rounds: number): number =>
  median(Array.from({ length: rounds }, () => tookMs(work)));

const sizes = [1_000, 4_000, 10_000];
const people = 500;
const largest = 10_000;

async function measurePoll(db: Db): Promise<{ firstMs: number; nextMs: number }> {
  const clock = testClock(nowMs);
  const jobs = createJobStore(db);
  const owners: Acting[] = [];
  for (let index = 0; index < people; index++) owners.push(ownerOf(await buildUser(db)));
  let asked = '';
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < largest; index++) {
      const owner = owners[index % people]!;
      const session = await buildSession(trx, owner, { duration: (index * 31) % 9_000 });
      await jobs.insert({ name: 'work', owner, sessionId: session.id, priority: 0 }, nowMs - index, trx);
      asked = session.id;
    }
  });
  const work: JobDefinition = {
    name: 'work',
    maxAttempts: 1,
    retryDelaysMs: [],
    run: async () => {},
    realTimeFactor: async () => 0.2,
  };
  const progressOf = createProgressReader({
    sessionJobs: createSessionJobStore(db),
    clock,
    claims: createClaimStore(db),
    running: new Map(),
    definitions: new Map([['work', work]]),
    plans: [{ names: ['work'], topPriority: 0, slots: 4 }],
  });
  const poll = async (): Promise<number> => {
    const startedAt = performance.now();
    await progressOf(asked);
    return performance.now() - startedAt;
  };
  const [first, next]: number[][] = [[], []];
  for (let round = 0; round < 9; round++) {
    clock.advance(5_000);
    first!.push(await poll());
    next!.push(await poll());
  }
  return { firstMs: median(first!), nextMs: median(next!) };
}

export async function measure(_options: Options): Promise<Report> {
  const rows = sizes.map((count) => {
    const snapshot = snapshotOf(count, people);
    const now = medianOf(() => forecastStarts(snapshot), 9);
    const former = medianOf(() => forecastByLooking(snapshot), count > 1_000 ? 1 : 3);
    return { waiting: count, forecast_ms: round(now), looking_ms: round(former), times: round(former / now) };
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'wortlaut-queue-'));
  const db = openDb(join(dataDir, 'wortlaut.db'));
  try {
    const { firstMs, nextMs } = await measurePoll(db);
    const poll = { waiting: largest, poll_ms: round(firstMs), poll_within_a_second_ms: round(nextMs) };
    return {
      name: 'queue',
      rows,
      more: [[poll]],
      figures: { rows, poll },
      goals: [
        goal('forecast of 10,000 beside looking at all that is left', rows.at(-1)!.times, 'times', '>=', 50),
        goal('a poll with 10,000 waiting', firstMs, 'ms', '<=', 200),
        goal('the next one within a second', nextMs, 'ms', '<=', 2),
      ],
    };
  } finally {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
