import { sessionStore } from '#web/lib/browser-storage.ts';
import { askedJoinKey } from '#web/lib/pass-token.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { forgetPairings } from './desktop/remembered-pairing.ts';
import { forgetAnyClaim } from './phone/kept-claim.ts';
import { forgetRecorded } from './phone/recorded-sessions.ts';

/**
 * Removes from this device what it remembers of pairings, as the phone and as the other screen. `leaving`: ids of the person who signs
 * out; null if they are unknown. The pass by which this phone records for somebody else stays, because unsent recordings need it.
 */
export function forgetAllPairings(leaving: readonly string[] | null): void {
  forgetPairings();
  forgetAnyClaim();
  forgetRecorded();
  sessionStore.removeItem(askedJoinKey);
  const owner = phonePass.read()?.grant?.userId;
  if (owner === undefined || leaving === null || leaving.includes(owner)) phonePass.forget();
}
