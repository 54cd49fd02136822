import { expect, it } from 'vitest';
import { sessionInPath } from './session-in-path.ts';

it('The session of a screen is read from its path', () => {
  expect(sessionInPath('/library/0b7f-1')).toBe('0b7f-1');
  expect(sessionInPath('/library/0b7f-1/')).toBe('0b7f-1');
  expect(sessionInPath('/library')).toBeNull();
  expect(sessionInPath('/library/a/b')).toBeNull();
  expect(sessionInPath('/create')).toBeNull();
});
