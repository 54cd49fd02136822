import { describe, expect, it } from 'vitest';
import { fits, hostOfKey, keyWithoutRow, rowOfHost } from './domain.rules.ts';

describe('the row of a host', () => {
  const rows = [
    { key: '1', host: '*.example.ch', names: [] },
    { key: '2', host: 'bern.example.ch', names: ['other.example.ch'] },
    { key: '3', host: '*.health.example.ch', names: ['health.ch'] },
  ];

  it.each([
    ['bern.example.ch', '2'],
    ['other.example.ch', '2'],
    ['basel.example.ch', '1'],
    ['a.b.example.ch', '1'],
    ['a.health.example.ch', '3'],
    ['health.example.ch', '1'],
    ['health.ch', '3'],
    ['example.ch', null],
    ['myexample.ch', null],
    ['.example.ch', null],
    ['', null],
  ])('of %s is %s', (host, key) => {
    expect(rowOfHost(rows, host)?.key ?? null).toBe(key);
  });

  it('does not depend on the order of the rows', () => {
    for (const host of ['bern.example.ch', 'a.health.example.ch'])
      expect(rowOfHost(rows.toReversed(), host)).toEqual(rowOfHost(rows, host));
  });

  it('takes a star for a name in the row only', () => {
    expect(fits('example.ch', '*.example.ch')).toBe(false);
  });
});

it('gives a host without a row a key of its own, also after a row with that key was renamed', () => {
  expect(keyWithoutRow([], 'a.ch')).toBe('a.ch');
  expect(keyWithoutRow([{ key: 'a.ch' }], 'a.ch')).toBe('a.ch/');
  expect(['a.ch', 'a.ch/'].map(hostOfKey)).toEqual(['a.ch', 'a.ch']);
});
