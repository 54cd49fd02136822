import { useEffect, useState } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { Recording } from '#web/features/recording/index.ts';
import { type HeldPairing, holdPhonePairing, leavePhonePairing } from './current-phone.ts';
import type { JoinedPairing } from './joined-pairing.ts';
import type { LeftRecording } from './phone-facts.ts';
import { openJoinedPairing } from './open-phone-pairing.ts';

const nothingHeld = proxy<HeldPairing>({ phone: null, isElsewhere: false });

/**
 * Returns the pairing that this phone has joined, which reports `recording`, or `left` while that is null. `phone` is null until the
 * pairing is open, while another tab has it, and if it had ended before.
 */
export function usePhonePairing(
  joined: JoinedPairing,
  recording: Recording | null,
  left: LeftRecording | null,
): HeldPairing {
  const [held, setHeld] = useState(nothingHeld);
  const { pairingId, claim } = joined;
  useEffect(() => {
    if (claim === null) return;
    setHeld(holdPhonePairing(pairingId, () => openJoinedPairing({ ...joined, claim })));
    return () => {
      setHeld(nothingHeld);
      leavePhonePairing();
    };
    // Another claim comes only with another pairing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pairingId]);
  const { phone: shown, isElsewhere } = useSnapshot(held);
  const phone = shown && held.phone;
  useEffect(() => phone?.attach(recording), [phone, recording]);
  useEffect(() => phone?.leave(left), [phone, left]);
  return { phone, isElsewhere };
}
