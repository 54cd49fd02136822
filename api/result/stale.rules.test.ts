import { describe, expect, it } from 'vitest';
import { correctionsLabel } from '#api/contract/option.ts';
import { isStale, type Current } from './stale.rules.ts';

const madeFrom = { transcript: 2, edits: 3, notes: 4, option: 5 };
const current: Current = { transcript: 2, edits: 3, notes: 4, options: new Map([['summary', 5]]) };

describe('a result', () => {
  it('is up to date while nothing that it was made from has changed', () => {
    expect(isStale('summary', madeFrom, current)).toBe(false);
  });

  it.each<[string, Partial<Current>]>([
    ['transcript', { transcript: 3 }],
    ['edits', { edits: 4 }],
    ['notes', { notes: 5 }],
    ['option', { options: new Map([['summary', 6]]) }],
  ])('is stale after a change of the %s', (_, change) => {
    expect(isStale('summary', madeFrom, { ...current, ...change })).toBe(true);
  });

  it('is not compared with an option that it was made without, or that is gone', () => {
    expect(isStale('summary', { ...madeFrom, option: 0 }, current)).toBe(false);
    expect(isStale('summary', madeFrom, { ...current, options: new Map() })).toBe(false);
  });

  it('that holds corrections is stale after a new version of the transcript alone', () => {
    const edited = { ...current, edits: 9, notes: 9 };
    expect(isStale(correctionsLabel, madeFrom, edited)).toBe(false);
    expect(isStale(correctionsLabel, madeFrom, { ...edited, transcript: 3 })).toBe(true);
  });
});
