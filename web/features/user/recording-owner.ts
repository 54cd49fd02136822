import { createContext, use, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { PassGrant } from '#web/lib/phone-pass.ts';
import { formerIdsOf } from '#web/lib/token-subject.ts';
import { usePhonePass } from '#web/lib/use-phone-pass.ts';
import { idsOf, type PersonIds, userState } from './user.state.ts';

/** A phone that records for somebody without a sign-in. */
type Guest = { pairingId: string; grant: PassGrant };

/**
 * True on the screen of a phone that records by its pass. It stays true if another person signs in in another tab: the recordings of the
 * phone do not become theirs.
 */
export const GuestScreen = createContext(false);

/**
 * Returns the pass by which this phone records without a sign-in (`pairing_quick`). Null if there is none, and if a person is signed in,
 * except on a `GuestScreen`.
 */
export function useGuest(): Guest | null {
  const { user } = useSnapshot(userState);
  const isGuestScreen = use(GuestScreen);
  const pass = usePhonePass();
  if ((user && !isGuestScreen) || !pass?.grant) return null;
  return { pairingId: pass.pairingId, grant: pass.grant };
}

/**
 * Returns the ids of the owner of recordings on this device: of the person of the pass (`useGuest`), otherwise of the signed-in person.
 * Null if there is neither.
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
