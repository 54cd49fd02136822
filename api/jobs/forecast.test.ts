import { expect, it } from 'vitest';
import { createForecaster } from './forecast.ts';
import { job } from '#api/testing/test-queue.ts';
import type { UnfinishedRow } from './claim.store.ts';

const nowMs = Date.UTC(2026, 10, 20, 9);
const rowOf = (index: number): UnfinishedRow => ({
  id: `j${index}`,
  name: 'work',
  topic: null,
  host: 'localhost',
  user_id: `u${index % 7}`,
  state: 'queued',
  priority: 0,
  run_at: nowMs,
  created_at: nowMs,
  expected_at: null,
  progress_done: 0,
  progress_total: 0,
  media_s: 60,
});

/** A forecaster for `count` waiting jobs that counts reads of the table. */
function setUp(count: number) {
  const rows = Array.from({ length: count }, (_, index) => rowOf(index));
  let looks = 0;
  const allUnfinished = async () => {
    looks++;
    return [...rows];
  };
  const forecast = createForecaster({
    claims: { allUnfinished, lastStarts: async () => [] },
    definitions: new Map([['work', job(async () => {}, { realTimeFactor: async () => 0.5 })]]),
    plans: [{ names: ['work'], topPriority: 0, slots: 2 }],
    running: new Map(),
  });
  return { rows, forecast, looks: () => looks };
}

it('looks at a long queue once in a second, and at once for a job that is new', async () => {
  const { rows, forecast, looks } = setUp(10_000);
  expect((await forecast(nowMs, 'j0')).size).toBe(10_000);
  for (const index of [1, 500, 9_999]) await forecast(nowMs + 900, `j${index}`);
  expect(looks()).toBe(1);
  rows.push(rowOf(10_000));
  expect((await forecast(nowMs + 950, 'j10000')).get('j10000')).toBeDefined();
  expect(looks()).toBe(2);
  await forecast(nowMs + 2_000, 'j0');
  expect(looks()).toBe(3);
  // The clock was set back.
  await forecast(nowMs - 60_000, 'j0');
  expect(looks()).toBe(4);
});

it('looks at a short queue as often as somebody asks', async () => {
  const { forecast, looks } = setUp(20);
  await forecast(nowMs, 'j0');
  await forecast(nowMs, 'j0');
  expect(looks()).toBe(2);
});
