import { expect, test } from 'vitest';
import { problemOf } from '#web/lib/api-error.ts';
import { isNearEnd, remainingS } from './recording.rules.ts';

test('The end is near ten minutes before it', () => {
  expect(isNearEnd({ positionS: 8_399, longestS: 9_000 })).toBe(false);
  expect(isNearEnd({ positionS: 8_400, longestS: 9_000 })).toBe(true);
  expect(remainingS({ positionS: 9_001, longestS: 9_000 })).toBe(0);
});

test('A problem is the code of what was thrown', () => {
  expect(problemOf(Object.assign(new Error('x'), { code: 'capture.busy' }))).toEqual({
    code: 'capture.busy',
    requestId: null,
  });
  expect(problemOf({ code: 'request.failed', requestId: 'a1' }).requestId).toBe('a1');
  expect(problemOf(new DOMException('x', 'AbortError')).code).toBe('unknown');
  expect(problemOf(null).code).toBe('unknown');
});
