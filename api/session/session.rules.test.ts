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
  const progress = { done: 9, total: 10, unit: 's' as const, remaining_s: null, queue: 0 };
  const late = { ...progress, isOverdue: true };

  it.each(['transcribing', 'processing'])('is overdue in place of %s when the work is late', (status) => {
    expect(shownStatus({ status }, late)).toBe('overdue');
    expect(shownStatus({ status }, { ...progress, isOverdue: false })).toBe(status);
    expect(shownStatus({ status }, null)).toBe(status);
  });

  it('leaves every status alone that is not running', () => {
    for (const status of ['new', 'pending', 'completed', 'error'])
      expect(shownStatus({ status }, late)).toBe(status);
  });
});
