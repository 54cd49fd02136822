import { expect, test } from 'vitest';
import { addMonths, earliestDay, exampleDays, isShorter, lastDays, periodsOn } from './retention.rules.ts';

const old = { audio_days: 90, content_months: 12 };
/** The example of the specification: 30 days and 6 months from 2025-12-01 on. */
const next = { audio_days: 30, content_months: 6, effective: '2025-12-01' };

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-05-15', 12, '2027-05-15'],
])('%s and %i months: %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});

test('The earliest day of an announcement is 30 days ahead', () => {
  expect(earliestDay('2026-11-27')).toBe('2026-12-27');
});

test.each([
  ['without an announcement the periods count', '2025-10-01', null, '2025-12-30', '2026-10-01'],
  [
    'what is older than the new period goes on the eve of the day',
    '2025-10-01',
    next,
    '2025-11-30',
    '2026-04-01',
  ],
  ['nothing is kept longer than by the old periods', '2025-08-01', next, '2025-10-30', '2026-02-01'],
  ['old content goes on the eve of the day', '2025-02-01', next, '2025-05-02', '2025-11-30'],
  ['from the day on the new periods count', '2025-12-01', next, '2025-12-31', '2026-06-01'],
])('%s', (_what, recorded, announced, audio, content) => {
  expect(lastDays(recorded, { ...old, next: announced })).toEqual({ audio, content });
});

test('Announced periods are in force from their day on', () => {
  const retention = { ...old, next };
  expect(periodsOn(retention, old, '2025-11-30')).toEqual({ ...old, isNext: false });
  expect(periodsOn(retention, old, '2025-12-01')).toEqual({
    audio_days: 30,
    content_months: 6,
    isNext: true,
  });
  expect(periodsOn(null, { audio_days: 1, content_months: 2 }, '2025-12-01')).toEqual({
    audio_days: 1,
    content_months: 2,
    isNext: false,
  });
});

test('Periods are shorter if one of them is', () => {
  expect(isShorter({ audio_days: 91, content_months: 11 }, old)).toBe(true);
  expect(isShorter({ audio_days: 90, content_months: 13 }, old)).toBe(false);
});

test('Examples name the new day as long as it lies ahead', () => {
  expect(exampleDays({ next }, '2025-11-10')).toEqual(['2025-10-21', '2025-11-10', '2025-12-01']);
  expect(exampleDays({ next }, '2025-12-01')).toHaveLength(2);
  expect(exampleDays({ next: null }, '2025-12-01')).toHaveLength(2);
});
