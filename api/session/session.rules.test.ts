import { describe, expect, it } from 'vitest';
import { foldTitle, shownStatus } from './session.rules.ts';

describe('a title as it is searched', () => {
  it.each([
    ['Ärztegespräch', 'ÄRZTEGESPRÄCH'],
    ['Strasse Straße', 'STRASSE STRASSE'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδος'],
    ['cafe\u0301', 'café'],
  ])('is the same for %s and %s', (one, other) => {
    expect(foldTitle(one)).toBe(foldTitle(other));
  });

  it('keeps letters apart that people tell apart', () => {
    expect(foldTitle('schon')).not.toBe(foldTitle('schön'));
  });
});

describe('the status that is shown', () => {
  const startMs = Date.UTC(2026, 10, 20);
  const row = { status: 'transcribing', processing_start: startMs, duration: 600 };
  const progress = (done: number) => ({ done, total: 600, unit: 's' as const, remaining_s: null, queue: 0 });

  it('is overdue when the estimate has passed and the end is near', () => {
    expect(shownStatus(row, progress(590), startMs + 600_001)).toBe('overdue');
    expect(shownStatus(row, progress(590), startMs + 599_999)).toBe('transcribing');
  });

  it('does not call almost finished what is far from its end', () => {
    expect(shownStatus(row, progress(300), startMs + 3_600_000)).toBe('transcribing');
  });

  it('gives short audio at least a minute', () => {
    expect(shownStatus({ ...row, duration: 5 }, null, startMs + 59_000)).toBe('transcribing');
    expect(shownStatus({ ...row, duration: 5 }, null, startMs + 61_000)).toBe('overdue');
  });

  it('leaves every status alone that is not running', () => {
    for (const status of ['new', 'pending', 'completed', 'error'])
      expect(shownStatus({ ...row, status }, null, startMs + 9e9)).toBe(status);
  });
});
