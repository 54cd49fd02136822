import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useMaxUploadBytes } from '#web/parts/recording/domain-config.ts';
import { idsOf, userState } from '#web/features/user/index.ts';
import { timings } from '#web/lib/time.ts';
import { recoveryFor } from './active-recording.ts';
import type { Recovery } from './recovery/recovery.state.ts';

/**
 * Returns the recovery of the signed-in person's recordings; null until the person and the upload limit of the host are
 * known.
 */
export function useRecovery(): Recovery | null {
  const { user } = useSnapshot(userState);
  const maxBytes = useMaxUploadBytes();
  const { id, sub } = user ?? {};
  const recovery = useMemo(
    () =>
      id === undefined || sub === undefined || maxBytes === null
        ? null
        : recoveryFor(idsOf({ id, sub }), maxBytes),
    [id, sub, maxBytes],
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
