import { expect, test } from 'vitest';
import { type SessionItem, sessionStatuses } from '#api/contract/session.ts';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { groupByDay, hitHref, isInProgress, markedParts, retentionNote } from './library.rules.ts';

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

const now = Date.parse('2026-11-21T23:30:00Z');
const note = (audioUntil: string | null, contentUntil: string, { duration = 60, cleanup = false } = {}) =>
  retentionNote({ audio_until: audioUntil, content_until: contentUntil, duration, domain: { cleanup } }, now);
const soon = { cleanup: true };

test('A row tells what is deleted next, in UTC days, and what the server says of whether that is near', () => {
  expect(note('2026-12-21', '2027-05-21')).toEqual({
    what: 'audio',
    days: 30,
    day: '2026-12-21',
    isNear: false,
  });
  expect(note('2026-11-27', '2027-05-21', soon)).toEqual({
    what: 'audio',
    days: 6,
    day: '2026-11-27',
    isNear: true,
  });
  expect(note('2026-11-21', '2027-05-21', soon)).toMatchObject({ what: 'audio', days: 0, isNear: true });
});

test('Where audio goes with its session, or has gone and the session goes soon, the session is named', () => {
  expect(note('2026-12-01', '2026-12-01')).toMatchObject({ what: 'session', days: 10, isNear: false });
  expect(note(null, '2026-11-24', soon)).toMatchObject({ what: 'session', days: 3, isNear: true });
});

test('Audio that has gone is said; without any there is nothing to say yet', () => {
  expect(note(null, '2027-03-01')).toEqual({ what: 'audioGone', isNear: false });
  expect(note(null, '2027-03-01', { duration: 0 })).toBeNull();
});

test('What should have gone already goes today', () => {
  expect(note('2026-11-01', '2027-05-21', soon)).toMatchObject({ days: 0, isNear: true });
});

test('What was said is cut at its marks, and nothing of it is lost', () => {
  const text = 'Der Kredit für das Schulhaus';
  const parts = markedParts({
    text,
    marks: [
      [19, 28],
      [4, 10],
    ],
  });
  expect(parts.map((part) => (part.isMarked ? `[${part.text}]` : part.text)).join('')).toBe(
    'Der [Kredit] für das [Schulhaus]',
  );
});

test('Marks that overlap or lie outside do no harm', () => {
  const parts = markedParts({
    text: 'abcdef',
    marks: [
      [1, 4],
      [2, 9],
      [20, 30],
    ],
  });
  expect(parts).toEqual([
    { text: 'a', isMarked: false },
    { text: 'bcd', isMarked: true },
    { text: 'ef', isMarked: true },
  ]);
  expect(markedParts({ text: '', marks: [] })).toEqual([]);
});

test('A hit leads to its moment', () => {
  expect(hitHref('id', { at: 61.2, segment: 's12' })).toBe('/library/id?tab=transcript&at=61.2&segment=s12');
});
