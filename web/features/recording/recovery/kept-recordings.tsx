import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useMaxUploadBytes } from '#web/parts/recording/domain-config.ts';
import { userState } from '#web/features/user/index.ts';
import { timings } from '#web/lib/time.ts';
import { recoveryFor } from '#web/features/recording/active-recording.ts';
import type { Recovery, KeptItem } from './recovery.state.ts';
import { KeptCards } from './kept-card.tsx';
import { OrphanCards } from './orphan-card.tsx';
import type { KeptRecording } from '#web/features/recording/recording.rules.ts';

/** Length of the preview, s. */
const beginningS = 20;

/** Returns the signed-in person's recovery; null until the person and the largest upload are known. */
export function useRecovery(): Recovery | null {
  const { user } = useSnapshot(userState);
  const maxBytes = useMaxUploadBytes();
  const userId = user?.id ?? null;
  const recovery = useMemo(
    () => (userId === null || maxBytes === null ? null : recoveryFor(userId, maxBytes)),
    [userId, maxBytes],
  );
  useEffect(() => {
    if (!recovery) return;
    void recovery.refresh();
    // The lock of a crashed tab is released a moment later, and another tab may end at any time.
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void recovery.refresh();
    }, timings.lookForKeptMs);
    return () => clearInterval(timer);
  }, [recovery]);
  return recovery;
}

type KeptRecordingsProps = {
  recovery: Recovery;
  /** Limits the list to one session; the library shows all. */
  sessionId?: string;
  onGoOn?: (kept: KeptRecording) => void;
};

type OrphanRecordingsProps = { recovery: Recovery; sessionId?: string; onAdopted(): void };

/** Waits until the recordings on this device are listed. */
export function OrphanRecordings({ recovery, ...rest }: OrphanRecordingsProps) {
  const { items, isLoaded } = useSnapshot(recovery.state);
  const kept = (items as readonly KeptItem[]).map(({ kept }) => kept);
  return isLoaded ? <OrphanCards kept={kept} {...rest} /> : null;
}

export function KeptRecordings({ recovery, sessionId, onGoOn }: KeptRecordingsProps) {
  const { items } = useSnapshot(recovery.state);
  const shown = (items as readonly KeptItem[]).filter(
    ({ kept }) => sessionId === undefined || kept.record.sessionId === sessionId,
  );
  return (
    <KeptCards
      items={shown}
      onListen={(id) => recovery.sound(id, beginningS)}
      onGoOn={
        onGoOn &&
        ((id) => {
          const item = shown.find(({ kept }) => kept.record.id === id);
          if (item) onGoOn(item.kept);
        })
      }
      onDeliver={(id) => void recovery.deliver(id)}
      onDiscard={(id) => void recovery.discard(id)}
    />
  );
}
