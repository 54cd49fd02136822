import { expect, it } from 'vitest';
import { parseRange } from './range.rules.ts';

it.each([
  ['bytes=0-99', { start: 0, end: 100 }],
  ['bytes=900-', { start: 900, end: 1000 }],
  ['bytes=-100', { start: 900, end: 1000 }],
  ['bytes=-5000', { start: 0, end: 1000 }],
  ['bytes=990-5000', { start: 990, end: 1000 }],
  ['Bytes = 0-0', { start: 0, end: 1 }],
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-1', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
  ['bytes=-', null],
  ['', null],
  [undefined, null],
] as const)('%s of 1,000 bytes is %o', (header, range) => {
  expect(parseRange(header, 1000)).toEqual(range);
});
