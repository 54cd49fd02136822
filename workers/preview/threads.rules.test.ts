import { expect, it } from 'vitest';
import { threadsFor } from './threads.rules.ts';

it.each([
  [{ cores: 1, isIsolated: true }, 1],
  [{ cores: 2, isIsolated: true }, 1],
  [{ cores: 3, isIsolated: true }, 2],
  [{ cores: 4, isIsolated: true }, 3],
  [{ cores: 16, isIsolated: true }, 4],
  [{ cores: 16, isIsolated: false }, 1],
])('a machine with %o gets %i threads', (machine, threads) => {
  expect(threadsFor(machine)).toBe(threads);
});
