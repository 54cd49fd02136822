import { assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DomainRetention } from '#api/contract/domain.ts';
import { defaultRetention as base } from '#api/domain/domain.store.ts';
import { audioDueBefore, contentDueBefore, hasEnded, isDeletedSoon, retentionOf } from './retention.rules.ts';

const day = (year: number, month: number, date: number, hour = 0) => Date.UTC(year, month - 1, date, hour);

describe('the days that are shown', () => {
  it('keep audio 30 days and content 6 months', () => {
    expect(retentionOf(base, day(2026, 11, 20, 9))).toEqual({
      audio_until: '2026-12-20',
      content_until: '2027-05-20',
    });
  });

  it.each([
    [day(2026, 8, 31, 23), '2027-02-28'],
    [day(2027, 8, 29), '2028-02-29'],
    [day(2027, 8, 31), '2028-02-29'],
    [day(2026, 10, 31), '2027-04-30'],
    [day(2026, 2, 28), '2026-08-28'],
    [day(2026, 12, 31), '2027-06-30'],
  ])('end on the last day of a shorter month (%d)', (createdAt, until) => {
    expect(retentionOf(base, createdAt).content_until).toBe(until);
  });

  it('count audio from its arrival, and end it with the session at the latest', () => {
    const createdAt = day(2026, 1, 10);
    expect(retentionOf(base, createdAt, day(2026, 3, 1)).audio_until).toBe('2026-03-31');
    expect(retentionOf(base, createdAt, day(2026, 7, 9))).toEqual({
      audio_until: '2026-07-10',
      content_until: '2026-07-10',
    });
  });

  it('end at midnight in UTC', () => {
    expect(hasEnded('2026-12-20', day(2026, 12, 21) - 1)).toBe(false);
    expect(hasEnded('2026-12-20', day(2026, 12, 21))).toBe(true);
  });
});

describe('what is due', () => {
  const years = { min: day(2024, 1, 1), max: day(2032, 1, 1) };
  const ages = { min: 0, max: 230 * 86_400_000 };

  it('is exactly what the shown days say, at any moment', () => {
    assert(
      property(integer(years), integer(ages), (now, age) => {
        const at = now - age;
        const { audio_until, content_until } = retentionOf(base, at);
        expect(at < contentDueBefore(base, now)).toBe(hasEnded(content_until, now));
        expect(at < audioDueBefore(base, now)).toBe(hasEnded(audio_until, now));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    // 29, 30 and 31 August all end with 28 February.
    [day(2027, 2, 28, 23), day(2026, 8, 28)],
    [day(2027, 3, 1), day(2026, 9, 1)],
    [day(2028, 2, 29, 23), day(2027, 8, 29)],
    [day(2028, 3, 1), day(2027, 9, 1)],
  ])('takes the end of a short month together (%d)', (now, before) => {
    expect(contentDueBefore(base, now)).toBe(before);
  });
});

describe('shorter periods that were announced', () => {
  const next = { audio_days: 30, content_months: 6, effective: '2025-12-01' };
  const announced: DomainRetention = { audio_days: 90, content_months: 12, next };

  it.each([
    // From before D − N, and from before D − M: they last until the day before D.
    ['2025-10-01', '2025-11-30', '2026-04-01'],
    ['2025-09-02', '2025-11-30', '2026-03-02'],
    // What the old periods delete earlier goes at its old day.
    ['2025-09-01', '2025-11-30', '2026-03-01'],
    ['2025-08-31', '2025-11-29', '2026-02-28'],
    ['2025-05-31', '2025-08-29', '2025-11-30'],
    ['2025-01-15', '2025-04-15', '2025-11-30'],
    ['2024-11-30', '2025-02-28', '2025-11-30'],
    ['2024-11-29', '2025-02-27', '2025-11-29'],
    // The new periods reach beyond D.
    ['2025-11-01', '2025-12-01', '2026-05-01'],
    ['2025-06-01', '2025-08-30', '2025-12-01'],
    ['2026-01-01', '2026-01-31', '2026-07-01'],
  ])('of what came on %s: audio until %s, content until %s', (createdAt, audio_until, content_until) => {
    expect(retentionOf(announced, Date.parse(createdAt))).toEqual({ audio_until, content_until });
  });

  it('change audio alone or content alone', () => {
    const at = Date.parse('2025-10-01');
    const audioAlone = { ...announced, next: { ...next, content_months: 12 } };
    expect(retentionOf(audioAlone, at)).toEqual({ audio_until: '2025-11-30', content_until: '2026-10-01' });
    const contentAlone = { ...announced, next: { ...next, audio_days: 90 } };
    expect(retentionOf(contentAlone, at)).toEqual({ audio_until: '2025-12-30', content_until: '2026-04-01' });
  });

  it('delete what is old on D, and nothing before', () => {
    const d = Date.parse(next.effective);
    expect(audioDueBefore(announced, d - 1)).toBe(Date.parse('2025-09-01'));
    expect(audioDueBefore(announced, d)).toBe(Date.parse('2025-11-01'));
    expect(contentDueBefore(announced, d - 1)).toBe(Date.parse('2024-11-30'));
    expect(contentDueBefore(announced, d)).toBe(Date.parse('2025-06-01'));
  });

  it('never let anything last longer than the old ones', () => {
    const longer = { ...announced, next: { audio_days: 365, content_months: 24, effective: '2025-12-01' } };
    const old = { ...announced, next: null };
    for (const at of ['2025-06-30', '2025-11-30', '2026-02-01'].map(Date.parse))
      expect(retentionOf(longer, at)).toEqual(retentionOf(old, at));
  });

  // Around the ends of months, also of a leap year.
  const effective = constantFrom(
    '2025-12-01',
    '2026-03-01',
    '2027-02-28',
    '2028-02-29',
    '2028-03-01',
    '2028-12-31',
  );
  const days = integer({ min: 1, max: 400 });
  const months = integer({ min: 1, max: 24 });
  const periods = { audio_days: days, content_months: months };

  it('are shown as they are deleted, at any moment around D', () => {
    assert(
      property(
        record({ ...periods, next: record({ ...periods, effective }) }),
        integer({ min: -800, max: 800 }),
        integer({ min: 0, max: 86_399_999 }),
        integer({ min: 0, max: 800 * 86_400_000 }),
        (retention, fromD, ofDay, age) => {
          const now = Date.parse(retention.next.effective) + fromD * 86_400_000 + ofDay;
          const at = now - age;
          const { audio_until, content_until } = retentionOf(retention, at);
          const isContentDue = at < contentDueBefore(retention, now);
          expect(isContentDue).toBe(hasEnded(content_until, now));
          expect(at < audioDueBefore(retention, now) || isContentDue).toBe(hasEnded(audio_until, now));
          if (fromD >= 0) return;
          const old = { ...retention, next: null };
          expect(isContentDue).toBe(at < contentDueBefore(old, now));
          expect(audioDueBefore(retention, now)).toBe(audioDueBefore(old, now));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('are shown as they are deleted on each day around D, for all days on which something came', () => {
    const d = Date.parse('2028-03-01');
    const shorter = { audio_days: 10, content_months: 1, effective: '2028-03-01' };
    const retention = { audio_days: 20, content_months: 3, next: shorter };
    for (let now = d - 3 * 86_400_000; now <= d + 3 * 86_400_000; now += 43_200_000)
      for (let at = now - 130 * 86_400_000; at <= now; at += 86_400_000) {
        const { audio_until, content_until } = retentionOf(retention, at);
        const isContentDue = at < contentDueBefore(retention, now);
        expect(isContentDue).toBe(hasEnded(content_until, now));
        expect(at < audioDueBefore(retention, now) || isContentDue).toBe(hasEnded(audio_until, now));
      }
  });
});

it('something is deleted soon in the last 7 days before it', () => {
  expect(isDeletedSoon('2026-12-20', day(2026, 12, 14) - 1)).toBe(false);
  expect(isDeletedSoon('2026-12-20', day(2026, 12, 14))).toBe(true);
  expect(isDeletedSoon('2026-12-20', day(2026, 12, 22))).toBe(true);
});
