import { expect, test } from 'vitest';
import { problemOf } from './api-error.ts';

test('A problem has the code and the request id of what was thrown', () => {
  expect(problemOf(Object.assign(new Error('x'), { code: 'capture.busy' }))).toEqual({
    code: 'capture.busy',
    requestId: null,
  });
  expect(problemOf({ code: 'request.failed', requestId: 'a1' }).requestId).toBe('a1');
  expect(problemOf(new DOMException('x', 'AbortError')).code).toBe('unknown');
  expect(problemOf(null).code).toBe('unknown');
});
