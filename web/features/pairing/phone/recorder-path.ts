import { pairPath } from '#web/lib/pair-path.ts';
import { passHead } from '#web/lib/pass-token.ts';
import { isPassOfOther, joinedPairing } from './joined-pairing.ts';

/** The facts of a recording that decide which screen shows it. */
type Shown = {
  sessionId: string | null;
  /** The pairing in which a phone without a sign-in has made it; null for all others. */
  pairingId: string | null;
  part: number;
};

/**
 * Returns the address of the screen on which a phone records without a sign-in. Null if this phone has joined another pairing since then,
 * because the screen of the first one is then closed to it, or if the owner is signed in. `personId`: who is signed in; null for nobody.
 */
export function guestHref({ pairingId }: Shown, personId: string | null): string | null {
  if (pairingId === null || passHead()?.pairingId !== pairingId) return null;
  if (personId !== null && !isPassOfOther(personId, pairingId)) return null;
  return pairPath(pairingId);
}

/** True if the recorder of a phone at this path shows the recording. */
export function isRecorderAt(path: string, shown: Shown, personId: string | null): boolean {
  const [, id] = /^\/pair\/([\w-]+)\/?$/.exec(path) ?? [];
  if (id === undefined) return false;
  // The guard lets nobody without the pass open this address. So the screen was opened before another pairing was joined.
  if (personId === null && shown.pairingId !== null && path === pairPath(shown.pairingId)) return true;
  const joined = joinedPairing(personId !== null && isPassOfOther(personId, id) ? null : personId, id);
  return joined !== null && (joined.sessionId === shown.sessionId || shown.part > 1);
}
