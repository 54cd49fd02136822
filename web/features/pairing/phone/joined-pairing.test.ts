import { beforeEach, expect, test } from 'vitest';
import { localStore } from '#web/lib/browser-storage.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { forgetAllPairings } from '#web/features/pairing/forget-pairings.ts';
import { joinedPairing } from './joined-pairing.ts';
import { keepClaim } from './kept-claim.ts';

beforeEach(() => localStore.clear());

const letIn = (claim: string | null = 'secret') =>
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
  letIn();
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
  letIn(null);
  expect(joinedPairing('u1', 'p1')).toEqual({ ...session, personId: 'u1', claim: null, guestLanguage: null });
  expect(joinedPairing('u2', 'p1')).toBeNull();
});

test('What was joined with a sign-in comes first, and is no pass', () => {
  keepClaim({ ...session, personId: 'u1', title: 'Mit Anmeldung', claim: 'own' });
  expect(joinedPairing(null, 'p1')).toBeNull();
  letIn();
  expect(joinedPairing('u1', 'p1')).toMatchObject({
    title: 'Mit Anmeldung',
    claim: 'own',
    guestLanguage: null,
  });
});

test('A sign-out leaves no pass on the device', () => {
  letIn();
  forgetAllPairings();
  expect(phonePass.read()).toBeNull();
  expect(Object.keys(localStore)).toEqual([]);
});
