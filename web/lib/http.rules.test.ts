import { expect, test } from 'vitest';
import {
  expiryMarginMs,
  isPermissionDenied,
  isQuickPath,
  isSlowPath,
  isRetriable,
  isTokenExpired,
  refreshOutcome,
  retryDelayMs,
} from './http.rules.ts';

test('Retries wait 0.3, 0.6 and 1.2 seconds (§9)', () => {
  expect([1, 2, 3].map((attempt) => retryDelayMs(attempt, 300))).toEqual([300, 600, 1200]);
});

test('A token counts as expired five minutes before its stated expiry (§4)', () => {
  expect(isTokenExpired(1_000_000, 699_999, 300_000)).toBe(false);
  expect(isTokenExpired(1_000_000, 700_000, 300_000)).toBe(true);
  expect(isTokenExpired(null, 700_000, 300_000)).toBe(false);
});

test('A token for less than ten minutes counts as expired after half its life, so that it is of use at all', () => {
  expect([900_000, 600_000, 300_000, 60_000].map((lifeMs) => expiryMarginMs(lifeMs, 300_000))).toEqual([
    300_000, 300_000, 150_000, 30_000,
  ]);
  expect(expiryMarginMs(null, 300_000)).toBe(300_000);
});

test('Only reading is repeated', () => {
  expect(isRetriable('GET', 0, false)).toBe(true);
  expect(isRetriable('GET', 503, false)).toBe(true);
  expect(isRetriable('GET', 500, false)).toBe(false);
  expect(isRetriable('GET', 0, true)).toBe(false);
  expect(isRetriable('POST', 0, false)).toBe(false);
});

test('Health and options have the short time-out, with or without a slash', () => {
  expect(isQuickPath('/api/v1/health')).toBe(true);
  expect(isQuickPath('/api/v1/ai-processing-options/')).toBe(true);
  expect(isQuickPath('/api/v1/sessions')).toBe(false);
});

test('Only what a language model writes while somebody waits has a long time-out', () => {
  expect(isSlowPath('/api/v1/sessions/s1/enhance-notes')).toBe(true);
  expect(isSlowPath('/api/v1/sessions/s1/process')).toBe(false);
});

test('A closed registration is not a missing permission', () => {
  expect(isPermissionDenied(403, 'auth.forbidden')).toBe(true);
  expect(isPermissionDenied(403, 'auth.registration_closed')).toBe(false);
  expect(isPermissionDenied(403, 'player.link_expired')).toBe(false);
});

test('A refresh is renewed, ended, failed or unreachable', () => {
  expect([200, 401, 400, 500, 0, 503].map(refreshOutcome)).toEqual([
    'renewed',
    'ended',
    'ended',
    'failed',
    'unreachable',
    'unreachable',
  ]);
});
