import { describe, expect, it } from 'vitest';
import { keyToTrimAction, moveSelection, selectFrom, selectTo } from './trim-keys.rules.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the keys of trimming', () => {
  it('go back and forth', () => {
    expect(keyToTrimAction({ ...none, key: 'z', ctrlKey: true })).toBe('undo');
    expect(keyToTrimAction({ ...none, key: 'Z', metaKey: true, shiftKey: true })).toBe('redo');
    expect(keyToTrimAction({ ...none, key: 'y', ctrlKey: true })).toBe('redo');
    expect(keyToTrimAction({ ...none, key: 'z' })).toBeNull();
  });

  it('know brackets that come with AltGr', () => {
    expect(keyToTrimAction({ ...none, key: '[', ctrlKey: true, altKey: true })).toBe('bracketStart');
    expect(keyToTrimAction({ ...none, key: ']' })).toBe('bracketEnd');
  });

  it('leave other combinations to the browser', () => {
    expect(keyToTrimAction({ ...none, key: 'i', ctrlKey: true })).toBeNull();
    expect(keyToTrimAction({ ...none, key: 'o', altKey: true })).toBeNull();
    expect(keyToTrimAction({ ...none, key: 'Delete' })).toBe('remove');
    expect(keyToTrimAction({ ...none, key: 'I', shiftKey: true })).toBe('selectFrom');
  });
});

describe('the selection', () => {
  const seen = { seenS: 50, durationS: 100 };

  it('begins and ends at the playhead', () => {
    expect(selectFrom(20, { ...seen, selection: null })).toEqual([20, 25]);
    expect(selectFrom(20, { ...seen, selection: [10, 40] })).toEqual([20, 40]);
    expect(selectFrom(99, { ...seen, selection: [10, 40] })).toEqual([99, 100]);
    expect(selectTo(20, { ...seen, selection: null })).toEqual([15, 20]);
    expect(selectTo(20, { ...seen, selection: [10, 40] })).toEqual([10, 20]);
    expect(selectTo(2, { ...seen, selection: [10, 40] })).toEqual([0, 2]);
  });

  it('has ends that do not pass each other', () => {
    expect(moveSelection([10, 20], 'start', 30)).toEqual([19.99, 20]);
    expect(moveSelection([10, 20], 'end', 5)).toEqual([10, 10.01]);
    expect(moveSelection([10, 20], 'end', 25)).toEqual([10, 25]);
  });
});
