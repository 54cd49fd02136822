import { expect, test } from 'vitest';
import { isNearEnd, remainingS } from './recording.rules.ts';

test('The end is near ten minutes before it', () => {
  expect(isNearEnd({ positionS: 8_399, longestS: 9_000 })).toBe(false);
  expect(isNearEnd({ positionS: 8_400, longestS: 9_000 })).toBe(true);
  expect(remainingS({ positionS: 9_001, longestS: 9_000 })).toBe(0);
});
