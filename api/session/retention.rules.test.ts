import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audioDueBefore, contentDueBefore, hasEnded, retentionOf } from './retention.rules.ts';

const day = (year: number, month: number, date: number, hour = 0) => Date.UTC(year, month - 1, date, hour);

describe('the days that are shown', () => {
  it('keep audio 30 days and content 6 months', () => {
    expect(retentionOf(day(2026, 11, 20, 9))).toEqual({
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
    expect(retentionOf(createdAt).content_until).toBe(until);
  });

  it('count audio from its arrival, and end it with the session at the latest', () => {
    const createdAt = day(2026, 1, 10);
    expect(retentionOf(createdAt, day(2026, 3, 1)).audio_until).toBe('2026-03-31');
    expect(retentionOf(createdAt, day(2026, 7, 9))).toEqual({
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
        const { audio_until, content_until } = retentionOf(at);
        expect(at < contentDueBefore(now)).toBe(hasEnded(content_until, now));
        expect(at < audioDueBefore(now)).toBe(hasEnded(audio_until, now));
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
    expect(contentDueBefore(now)).toBe(before);
  });
});
