import { createContext, use, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { PassGrant } from '#web/lib/phone-pass.ts';
import { formerIdsOf } from '#web/lib/token-subject.ts';
import { usePhonePass } from '#web/lib/use-phone-pass.ts';
import { idsOf, type PersonIds, userState } from './user.state.ts';

/** A phone that records for somebody without a sign-in. */
type Guest = { pairingId: string; grant: PassGrant };

/**
 * True on a screen that records with the pass of a phone, whoever is signed in. Somebody may sign in in another tab, and what the phone
 * records does not become theirs.
 */
export const GuestScreen = createContext(false);

/** Returns for whom this phone records without a sign-in (`pairing_quick`); null if it does not, or if a person is signed in. */
export function useGuest(): Guest | null {
  const { user } = useSnapshot(userState);
  const isGuestScreen = use(GuestScreen);
  const pass = usePhonePass();
  if ((user && !isGuestScreen) || !pass?.grant) return null;
  return { pairingId: pass.pairingId, grant: pass.grant };
}

/**
 * Returns the ids of the person to whom recordings on this device belong: of who is signed in, or of whom this phone records for.
 * Null if nobody is known.
 */
export function useOwner(): PersonIds | null {
  const { user } = useSnapshot(userState);
  const guest = useGuest();
  const { id, sub } = user ?? {};
  const guestOf = guest?.grant.userId;
  return useMemo(() => {
    if (guestOf !== undefined) return [guestOf, ...formerIdsOf(guestOf)];
    return id === undefined || sub === undefined ? null : idsOf({ id, sub });
  }, [id, sub, guestOf]);
}
