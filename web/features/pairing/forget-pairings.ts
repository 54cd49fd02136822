import { sessionStore } from '#web/lib/browser-storage.ts';
import { askedJoinKey } from '#web/lib/asked-join.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { forgetPairings } from './desktop/remembered-pairing.ts';
import { forgetAnyClaim } from './phone/kept-claim.ts';
import { forgetRecorded, recordedSessions } from './phone/recorded-sessions.ts';

/**
 * Removes from this device what it remembers of pairings, as the phone and as the other screen. `leaving`: ids of the person who signs
 * out; null if they are unknown. The pass by which this phone records for somebody else stays, because unsent recordings need it.
 * So do the sessions that this phone has recorded for the pairing of that pass.
 */
export function forgetAllPairings(leaving: readonly string[] | null): void {
  forgetPairings();
  forgetAnyClaim();
  sessionStore.removeItem(askedJoinKey);
  const pass = phonePass.read();
  const owner = pass?.grant?.userId;
  const staysPass = owner !== undefined && leaving !== null && !leaving.includes(owner);
  if (!staysPass) phonePass.forget();
  if (!staysPass || !pass || recordedSessions(pass.pairingId).length === 0) forgetRecorded();
}
