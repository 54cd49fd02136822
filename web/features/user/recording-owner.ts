import { createContext, use, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { pairPath } from '#web/lib/pair-path.ts';
import { formerIdsOf } from '#web/lib/token-subject.ts';
import { usePhonePass } from '#web/lib/use-phone-pass.ts';
import { signInPath } from '#web/parts/page/guards.ts';
import { idsOf, type PersonIds, userState } from './user.state.ts';

/** A phone that records for somebody (`userId`) without a sign-in. */
type Guest = { pairingId: string; userId: string };

/**
 * The pairing of a screen that records without a sign-in; null on all others. It stays while somebody else signs in in another tab, because
 * what the phone records does not become theirs. It also stays while another tab joins another pairing, because this phone has one pass only.
 */
export const GuestScreen = createContext<Guest | null>(null);

/**
 * Returns the pairing for which this phone records without a sign-in (`pairing_quick`), and its owner. Null if there is none, and if a person is signed in,
 * except on a `GuestScreen`.
 */
export function useGuest(): Guest | null {
  const { user } = useSnapshot(userState);
  const ofScreen = use(GuestScreen);
  const pass = usePhonePass();
  if (ofScreen) return ofScreen;
  return user || !pass?.grant ? null : { pairingId: pass.pairingId, userId: pass.grant.userId };
}

/**
 * Returns the address at which the owner of a recording signs in. It leads back to the recorder of the pairing, if one is given. Null while
 * somebody else is signed in on a `GuestScreen`: the sign-in would lead them straight back, so they have to sign out first.
 */
export function useOwnerSignIn(pairingId: string | undefined): string | null {
  const { user } = useSnapshot(userState);
  const isOtherSignedIn = use(GuestScreen) !== null && user !== null;
  if (isOtherSignedIn) return null;
  return signInPath(pairingId === undefined ? {} : { redirect: pairPath(pairingId) });
}

/**
 * Returns the ids of the owner of recordings on this device: of the person of the pass (`useGuest`), otherwise of the signed-in person.
 * Null if there is neither.
 */
export function useOwner(): PersonIds | null {
  const { user } = useSnapshot(userState);
  const guest = useGuest();
  const { id, sub } = user ?? {};
  const guestOf = guest?.userId;
  return useMemo(() => {
    if (guestOf !== undefined) return [guestOf, ...formerIdsOf(guestOf)];
    return id === undefined || sub === undefined ? null : idsOf({ id, sub });
  }, [id, sub, guestOf]);
}
