import { expect, test } from 'vitest';
import { type SessionItem, sessionStatuses } from '#api/contract/session.ts';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { groupByDay, isInProgress } from './library.rules.ts';

const item = (id: string, date: string): SessionItem => sessionFixture({ id, date, title: id });

test('Sessions are grouped by their UTC day, newest first', () => {
  const groups = groupByDay([
    item('a', '2026-11-20T23:59:59.999Z'),
    item('b', '2026-11-21T00:00:00.000Z'),
    item('c', '2026-11-20T08:00:00.000Z'),
  ]);
  expect(groups.map(({ day, items }) => [day, items.map(({ id }) => id)])).toEqual([
    ['2026-11-21', ['b']],
    ['2026-11-20', ['a', 'c']],
  ]);
});

test('A session that moved to the next page while loading is shown once', () => {
  const twice = item('a', '2026-11-20T08:00:00.000Z');
  expect(groupByDay([twice, { ...twice }])[0]?.items).toHaveLength(1);
});

test('Only what moves by itself is asked for again', () => {
  expect(sessionStatuses.filter((status) => isInProgress({ status }))).toEqual([
    'preparing',
    'pending',
    'transcribing',
    'processing',
    'overdue',
  ]);
});
