import { beforeEach, expect, test, vi } from 'vitest';
import { localStore, sessionStore } from './browser-storage.ts';
import { passHeader } from './pass-header.ts';
import { askedJoinKey } from './asked-join.ts';
import { passHead, passKey } from './pass-token.ts';
import { isPassAwaited } from './pass-awaited.ts';

beforeEach(() => {
  localStore.clear();
  sessionStore.clear();
});
const store = (pass: unknown) => localStore.setItem(passKey, JSON.stringify(pass));

test('A pass is sent for its own pairing only, and while its token holds', () => {
  store({ pairingId: 'p1', claim: 'secret', grant: { token: 'token' } });
  expect(passHeader('p1')).toEqual({ authorization: 'Bearer token' });
  expect(passHeader('p2')).toEqual({});
  store({ pairingId: 'p1', claim: null, grant: { token: null } });
  expect(passHeader('p1')).toEqual({});
  expect(passHead()).toEqual({ pairingId: 'p1', token: null });
});

const ask = (asked: unknown) => sessionStore.setItem(askedJoinKey, JSON.stringify(asked));

test.each([
  ['by a person who is signed in', { personId: 'u1', endsAtMs: 2_000 }],
  ['longer ago than a code can be used', { personId: null, endsAtMs: 1_000 }],
  ['without a time', { personId: null }],
])('What was asked for %s lets nobody join without a sign-in', (_, asked) => {
  vi.useFakeTimers({ now: 1_000 });
  ask(asked);
  expect(isPassAwaited()).toBe(false);
  vi.useRealTimers();
});

test('A phone joins from its first question until the desktop has confirmed, or the pairing is over', () => {
  expect(isPassAwaited()).toBe(false);
  ask({ personId: null, endsAtMs: Date.now() + 60_000 });
  expect(isPassAwaited()).toBe(true);
  sessionStore.clear();
  store({ pairingId: 'p1', claim: 'secret', grant: null });
  expect(isPassAwaited()).toBe(true);
  store({ pairingId: 'p1', claim: 'secret', grant: { token: 'token' } });
  expect(isPassAwaited()).toBe(false);
  store({ pairingId: 'p1', claim: null, grant: null });
  expect(isPassAwaited()).toBe(false);
  localStore.setItem(passKey, '{');
  expect(isPassAwaited()).toBe(false);
});
