import { phonePass } from '#web/lib/phone-pass.ts';
import { forgetPairings } from './desktop/remembered-pairing.ts';
import { forgetAnyClaim } from './phone/kept-claim.ts';

/** Removes from this device what it remembers of pairings, as the phone and as the other screen. */
export function forgetAllPairings(): void {
  forgetPairings();
  forgetAnyClaim();
  phonePass.forget();
}
