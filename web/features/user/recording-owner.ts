import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { PassGrant } from '#web/lib/phone-pass.ts';
import { formerIdsOf } from '#web/lib/token-subject.ts';
import { usePhonePass } from '#web/lib/use-phone-pass.ts';
import { idsOf, type PersonIds, userState } from './user.state.ts';

/** A phone that records for somebody without a sign-in. */
type Guest = { pairingId: string; grant: PassGrant };

/** Returns for whom this phone records while nobody is signed in (`pairing_quick`); null if it does not. */
export function useGuest(): Guest | null {
  const { user } = useSnapshot(userState);
  const pass = usePhonePass();
  if (user || !pass?.grant) return null;
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
    if (id !== undefined && sub !== undefined) return idsOf({ id, sub });
    return guestOf === undefined ? null : [guestOf, ...formerIdsOf(guestOf)];
  }, [id, sub, guestOf]);
}
