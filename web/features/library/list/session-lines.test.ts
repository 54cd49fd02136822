import { expect, test } from 'vitest';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { drawnLines, linesOf } from './session-lines.ts';

const items = ['21T09', '21T08', '20T12', '20T11', '20T10'].map((time) =>
  sessionFixture({ id: time, date: `2026-11-${time}:00:00.000Z` }),
);

test('Each day is a heading with its sessions beneath, and tells how many they are once that is known', () => {
  const lines = linesOf(items, false);
  expect(lines.map(({ key }) => key)).toEqual([
    '2026-11-21',
    '21T09',
    '21T08',
    '2026-11-20',
    '20T12',
    '20T11',
    '20T10',
  ]);
  const sizes = (all: typeof lines) => all.flatMap((line) => (line.kind === 'row' ? [line.setSize] : []));
  expect(sizes(lines)).toEqual([2, 2, -1, -1, -1]);
  expect(sizes(linesOf(items, true))).toEqual([2, 2, 3, 3, 3]);
  expect(lines[6]).toMatchObject({ place: 3, heading: 3 });
});

test('What is in view is drawn with the headings it stands under, and the line that has the focus', () => {
  const lines = linesOf(items, true);
  expect(drawnLines(lines, 5, 6, null)).toEqual([3, 5, 6]);
  expect(drawnLines(lines, 5, 6, 1)).toEqual([0, 1, 3, 5, 6]);
  expect(drawnLines(lines, -3, 90, 90)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
