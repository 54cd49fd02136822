import { beforeEach, expect, test } from 'vitest';
import { localStore, sessionStore } from './browser-storage.ts';
import { askedJoinKey, isPassAwaited, passHead, passHeader, passKey } from './pass-token.ts';

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

test('A phone joins from its first question until the desktop has confirmed, or the pairing is over', () => {
  expect(isPassAwaited()).toBe(false);
  sessionStore.setItem(askedJoinKey, '{}');
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
