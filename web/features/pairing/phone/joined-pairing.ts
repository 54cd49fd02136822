import { phonePass } from '#web/lib/phone-pass.ts';
import { formerIdsOf } from '#web/lib/token-subject.ts';
import { type KeptClaim, keptClaim } from './kept-claim.ts';

/** What the recorder of a phone knows of the pairing that it has joined. */
export type JoinedPairing = KeptClaim & {
  /** Language of the session on a phone without a sign-in. Null for a signed-in person, whose page loads the session. */
  guestLanguage: string | null;
};

/**
 * Returns the pairing with this id if this phone has joined it as this person, or, with `personId` null, without a sign-in. A person
 * who signs in later gets the pairing that the phone has joined for them without a sign-in.
 */
export function joinedPairing(personId: string | null, pairingId: string): JoinedPairing | null {
  const kept = personId === null ? null : keptClaim(personId, pairingId);
  if (kept) return { ...kept, guestLanguage: null };
  const pass = phonePass.read();
  if (!pass?.grant || pass.pairingId !== pairingId) return null;
  const { userId, session } = pass.grant;
  if (personId !== null && isSomebodyElse(personId, userId)) return null;
  return {
    personId: userId,
    pairingId,
    sessionId: session.id,
    title: session.title,
    claim: pass.claim,
    guestLanguage: personId === null ? session.language : null,
  };
}

/** True if this phone has joined the pairing without a sign-in, for a session of another person than this one. */
export function isPassOfOther(personId: string, pairingId: string): boolean {
  const pass = phonePass.read();
  if (!pass?.grant || pass.pairingId !== pairingId) return false;
  return isSomebodyElse(personId, pass.grant.userId);
}

/** True if what is stored for the owner is not that of this person. */
export const isSomebodyElse = (personId: string, ownerId: string): boolean =>
  ![personId, ...formerIdsOf(personId)].includes(ownerId);
