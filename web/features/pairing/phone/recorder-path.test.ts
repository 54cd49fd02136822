import { beforeEach, expect, test } from 'vitest';
import { localStore } from '#web/lib/browser-storage.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { keepClaim } from './kept-claim.ts';
import { guestHref, isRecorderAt } from './recorder-path.ts';

const grant = {
  token: null,
  expiresAtMs: 1,
  sinceMs: 0,
  userId: 'anna',
  session: { id: 's1', title: '', language: 'de' },
  isSent: false,
};
const join = (pairingId: string, sessionId: string) =>
  phonePass.write({
    pairingId,
    claim: null,
    verificationCode: null,
    grant: { ...grant, session: { ...grant.session, id: sessionId } },
  });
const ofPhone = { sessionId: 's1', pairingId: 'p1', part: 1 };
const ofPerson = { sessionId: 's1', pairingId: null, part: 1 };

beforeEach(() => localStore.clear());

test('What a phone records without a sign-in has its own screen, but for its owner and for another pass', () => {
  join('p1', 's1');
  expect(guestHref(ofPhone, null)).toBe('/pair/p1');
  expect(guestHref(ofPhone, 'bert')).toBe('/pair/p1');
  expect(guestHref(ofPhone, 'anna')).toBeNull();
  expect(guestHref(ofPerson, 'bert')).toBeNull();
  join('p2', 's2');
  expect(guestHref(ofPhone, null)).toBeNull();
  expect(guestHref(ofPhone, 'anna')).toBeNull();
});

test('The recorder of a phone shows the recording of its pairing, whoever is signed in', () => {
  join('p1', 's1');
  for (const who of [null, 'anna', 'bert']) expect(isRecorderAt('/pair/p1', ofPhone, who)).toBe(true);
  expect(isRecorderAt('/pair/p1', { ...ofPhone, sessionId: 's2' }, 'bert')).toBe(false);
  expect(isRecorderAt('/pair/p1', { ...ofPhone, sessionId: 's2', part: 2 }, 'bert')).toBe(true);
  expect(isRecorderAt('/pair/p9', ofPhone, 'anna')).toBe(false);
  expect(isRecorderAt('/pair', ofPhone, null)).toBe(false);
  expect(isRecorderAt('/library/s1', ofPhone, 'anna')).toBe(false);
});

test('After the phone has joined another pairing, no recorder shows what its owner goes on with', () => {
  join('p2', 's2');
  expect(isRecorderAt('/pair/p1', ofPhone, 'anna')).toBe(false);
  expect(isRecorderAt('/pair/p2', ofPhone, 'anna')).toBe(false);
  // Without a sign-in the screen is there only because it was open before.
  expect(isRecorderAt('/pair/p1', ofPhone, null)).toBe(true);
});

test('The recorder of a phone with a sign-in shows the recording of its session', () => {
  keepClaim({ personId: 'anna', pairingId: 'p1', sessionId: 's1', title: '', claim: null });
  expect(isRecorderAt('/pair/p1', ofPerson, 'anna')).toBe(true);
  expect(isRecorderAt('/pair/p1', { ...ofPerson, sessionId: 's2' }, 'anna')).toBe(false);
  expect(isRecorderAt('/pair/p1', ofPerson, 'bert')).toBe(false);
});
