import { phonePass } from '#web/lib/phone-pass.ts';
import { formerIdsOf } from '#web/lib/token-subject.ts';
import { type KeptClaim, keptClaim } from './kept-claim.ts';

/** What the recorder of a phone knows of the pairing that it has joined. */
export type JoinedPairing = KeptClaim & {
  /** Language of the session. Null for a phone with a sign-in, which reads the session itself. */
  guestLanguage: string | null;
};

/**
 * Returns the pairing with this id if this phone has joined it, in the name of this person, or without a sign-in if nobody is signed
 * in (`personId` is null). Who signs in later goes on with what the phone has joined for them.
 */
export function joinedPairing(personId: string | null, pairingId: string): JoinedPairing | null {
  const kept = personId === null ? null : keptClaim(personId, pairingId);
  if (kept) return { ...kept, guestLanguage: null };
  const pass = phonePass.read();
  if (!pass?.grant || pass.pairingId !== pairingId) return null;
  const { userId, session } = pass.grant;
  if (personId !== null && personId !== userId) return null;
  return {
    personId: userId,
    pairingId,
    sessionId: session.id,
    title: session.title,
    claim: pass.claim,
    guestLanguage: personId === null ? session.language : null,
  };
}

/** True if this phone has joined the pairing without a sign-in, and for the session of somebody else than this person. */
export function isPassOfOther(personId: string, pairingId: string): boolean {
  const pass = phonePass.read();
  if (!pass?.grant || pass.pairingId !== pairingId) return false;
  return ![personId, ...formerIdsOf(personId)].includes(pass.grant.userId);
}
