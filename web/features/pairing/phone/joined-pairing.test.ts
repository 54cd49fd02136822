import { beforeEach, expect, test } from 'vitest';
import { localStore, sessionStore } from '#web/lib/browser-storage.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { forgetAllPairings } from '#web/features/pairing/forget-pairings.ts';
import { isPassOfOther, joinedPairing } from './joined-pairing.ts';
import { askedJoins } from './asked-join.ts';
import { keepClaim } from './kept-claim.ts';
import { noteRecorded, recordedSessions } from './recorded-sessions.ts';

beforeEach(() => localStore.clear());

const joinedAsGuest = (claim: string | null = 'secret') =>
  phonePass.write({
    pairingId: 'p1',
    claim,
    verificationCode: null,
    grant: {
      token: 'token',
      expiresAtMs: 2_000,
      sinceMs: 1_000,
      userId: 'u1',
      session: { id: 's1', title: 'Gemeinderat', language: 'fr' },
      isSent: false,
    },
  });
const session = { pairingId: 'p1', sessionId: 's1', title: 'Gemeinderat' };

test('A phone without a sign-in goes on with its pass, in the name of the person of the session', () => {
  joinedAsGuest();
  expect(joinedPairing(null, 'p1')).toEqual({
    ...session,
    personId: 'u1',
    claim: 'secret',
    guestLanguage: 'fr',
  });
  expect(joinedPairing(null, 'p2')).toBeNull();
});

test('Before the confirmation there is nothing to record for', () => {
  phonePass.write({ pairingId: 'p1', claim: 'secret', verificationCode: '407312', grant: null });
  expect(joinedPairing(null, 'p1')).toBeNull();
});

test('The same person goes on after a sign-in and reads the session; somebody else does not', () => {
  joinedAsGuest(null);
  expect(joinedPairing('u1', 'p1')).toEqual({ ...session, personId: 'u1', claim: null, guestLanguage: null });
  expect(joinedPairing('u2', 'p1')).toBeNull();
});

test('What was joined with a sign-in comes first, and is no pass', () => {
  keepClaim({ ...session, personId: 'u1', title: 'Mit Anmeldung', claim: 'own' });
  expect(joinedPairing(null, 'p1')).toBeNull();
  joinedAsGuest();
  expect(joinedPairing('u1', 'p1')).toMatchObject({
    title: 'Mit Anmeldung',
    claim: 'own',
    guestLanguage: null,
  });
});

test('Somebody else is told from the person of the pass', () => {
  expect(isPassOfOther('u2', 'p1')).toBe(false);
  joinedAsGuest();
  expect([isPassOfOther('u2', 'p1'), isPassOfOther('u1', 'p1'), isPassOfOther('u2', 'p2')]).toEqual([
    true,
    false,
    false,
  ]);
  localStore.setItem('formerPerson:u9', 'u1');
  expect(isPassOfOther('u9', 'p1')).toBe(false);
});

test('Who signs out leaves the pass of somebody else, by which this phone still sends', () => {
  joinedAsGuest();
  askedJoins('u2').keep({ pairingId: 'p3', code: 'ABCD2345', claim: 'c', title: 'Rat' });
  noteRecorded('p1', 's2');
  forgetAllPairings(['u2']);
  expect(phonePass.token()).toBe('token');
  expect(sessionStore.length).toBe(0);
  // What the phone has recorded with the pass stays known too, and what the leaving person has recorded does not.
  expect(recordedSessions('p1')).toEqual(['s2']);
  noteRecorded('p4', 's9');
  forgetAllPairings(['u2']);
  expect(recordedSessions('p4')).toEqual([]);
});

test.each([[['u1', 'sub']], [null]])('A sign-out of %j leaves no pass on the device', (leaving) => {
  joinedAsGuest();
  noteRecorded('p1', 's2');
  forgetAllPairings(leaving);
  expect(phonePass.read()).toBeNull();
  expect(Object.keys(localStore)).toEqual([]);
});
