import { useEffect, useMemo } from 'react';
import { useMaxUploadBytes } from '#web/parts/recording/domain-config.ts';
import { useGuest, useOwner } from '#web/features/user/index.ts';
import { timings } from '#web/lib/time.ts';
import { recoveryFor } from './active-recording.ts';
import type { Recovery } from './recovery/recovery.state.ts';

/**
 * Returns the recovery of the owner's recordings (`useOwner`), on a phone without a sign-in only of those of its pairing. Null until
 * the owner and the upload limit of the host are known.
 */
export function useRecovery(): Recovery | null {
  const owner = useOwner();
  const pairingId = useGuest()?.pairingId;
  const maxBytes = useMaxUploadBytes();
  const recovery = useMemo(
    () => (owner === null || maxBytes === null ? null : recoveryFor(owner, maxBytes, pairingId)),
    [owner, maxBytes, pairingId],
  );
  useEffect(() => {
    if (!recovery) return;
    void recovery.refresh();
    // The recordings are looked up repeatedly. The lock of a crashed tab is released a moment later, and another tab
    // may end at any time.
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void recovery.refresh();
    }, timings.lookForKeptMs);
    return () => clearInterval(timer);
  }, [recovery]);
  return recovery;
}
