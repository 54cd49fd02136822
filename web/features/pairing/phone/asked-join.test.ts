import { beforeEach, expect, test, vi } from 'vitest';
import { activatePairingSchema, pairingCodeMs } from '#api/contract/pairing.ts';
import { sessionStore } from '#web/lib/browser-storage.ts';
import { askedJoinKey } from '#web/lib/asked-join.ts';
import { randomToken } from '#web/lib/random-token.ts';
import { askedJoins } from './asked-join.ts';

const asked = { pairingId: 'p1', code: 'ABCD2345', claim: 'secret', title: null };

beforeEach(() => {
  sessionStore.clear();
  vi.useRealTimers();
});

test('A secret of a phone has 256 bits, as the server takes it', () => {
  const claims = Array.from({ length: 200 }, randomToken);
  for (const claim of claims)
    expect(activatePairingSchema.safeParse({ code: 'ABCD2345', claim }).success).toBe(true);
  expect(new Set(claims).size).toBe(200);
  expect(activatePairingSchema.safeParse({ code: 'A', claim: 'short' }).success).toBe(false);
});

test('What was asked for is there for the same person, until the code is over or it is answered', () => {
  vi.useFakeTimers();
  askedJoins(null).keep(asked);
  expect(askedJoins(null).read()).toEqual(asked);
  expect(askedJoins('u1').read()).toBeNull();
  vi.advanceTimersByTime(pairingCodeMs);
  expect(askedJoins(null).read()).toBeNull();
  askedJoins('u1').keep({ ...asked, title: 'Rat' });
  expect(askedJoins('u1').read()).toEqual({ ...asked, title: 'Rat' });
  askedJoins('u1').forget();
  expect(askedJoins('u1').read()).toBeNull();
});

test.each(['{', '[]', '{"personId":null,"pairingId":"p1"}'])('%s is nothing that was asked for', (text) => {
  sessionStore.setItem(askedJoinKey, text);
  expect(askedJoins(null).read()).toBeNull();
});
