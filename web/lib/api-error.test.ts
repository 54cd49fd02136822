import { expect, onTestFinished, test, vi } from 'vitest';
import { problemOf } from './api-error.ts';

test('A problem has the code and the request id of what was thrown', () => {
  expect(problemOf(Object.assign(new Error('x'), { code: 'capture.busy' }))).toEqual({
    code: 'capture.busy',
    requestId: null,
  });
  expect(problemOf({ code: 'request.failed', requestId: 'a1' }).requestId).toBe('a1');
});

test('A problem without a code has a reference, under which it is logged once', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  expect(problemOf(new DOMException('x', 'AbortError'))).toEqual({ code: 'unknown', requestId: null });
  const cause = new TypeError('x');
  const problem = problemOf(cause);
  expect(problem).toEqual({ code: 'unknown', requestId: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect(problemOf(cause)).toEqual(problem);
  expect(problemOf(problem)).toEqual(problem);
  expect(logged.mock.calls).toEqual([[expect.any(String), { reference: problem.requestId }, cause]]);
});
