import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useMaxUploadBytes } from '#web/parts/recording/domain-config.ts';
import { userState } from '#web/features/user/user.state.ts';
import { timings } from '#web/lib/time.ts';
import { deliveryFor } from '#web/features/recording/active-recording.ts';
import type { Delivery, KeptItem } from './recovery.state.ts';
import { KeptCards } from './kept-card.tsx';
import { OrphanCards } from './orphan-card.tsx';
import type { KeptRecording } from '#web/features/recording/recording.rules.ts';

/** s; enough to know which recording it is. */
const beginningS = 20;

/** What lies on this device of the person who is signed in; null until it is known whose and how much is taken. */
export function useDelivery(): Delivery | null {
  const { user } = useSnapshot(userState);
  const maxBytes = useMaxUploadBytes();
  const userId = user?.id ?? null;
  const delivery = useMemo(
    () => (userId === null || maxBytes === null ? null : deliveryFor(userId, maxBytes)),
    [userId, maxBytes],
  );
  useEffect(() => {
    if (!delivery) return;
    void delivery.refresh();
    // A tab that has just crashed holds its recording a moment longer; another tab may end at any time.
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void delivery.refresh();
    }, timings.lookForKeptMs);
    return () => clearInterval(timer);
  }, [delivery]);
  return delivery;
}

type KeptRecordingsProps = {
  delivery: Delivery;
  /** Those of one session alone; in the library all. */
  sessionId?: string;
  onGoOn?: (kept: KeptRecording) => void;
};

type OrphanRecordingsProps = { delivery: Delivery; sessionId?: string; onAdopted(): void };

/** The card of recordings that only the server has. It waits until the recordings on this device are listed. */
export function OrphanRecordings({ delivery, ...rest }: OrphanRecordingsProps) {
  const { items, isLoaded } = useSnapshot(delivery.state);
  const kept = (items as readonly KeptItem[]).map(({ kept }) => kept);
  return isLoaded ? <OrphanCards kept={kept} {...rest} /> : null;
}

/** The card of what was left behind, with its actions. */
export function KeptRecordings({ delivery, sessionId, onGoOn }: KeptRecordingsProps) {
  const { items } = useSnapshot(delivery.state);
  const shown = (items as readonly KeptItem[]).filter(
    ({ kept }) => sessionId === undefined || kept.record.sessionId === sessionId,
  );
  return (
    <KeptCards
      items={shown}
      onListen={(id) => delivery.sound(id, beginningS)}
      onGoOn={
        onGoOn &&
        ((id) => {
          const item = shown.find(({ kept }) => kept.record.id === id);
          if (item) onGoOn(item.kept);
        })
      }
      onDeliver={(id) => void delivery.deliver(id)}
      onDiscard={(id) => void delivery.discard(id)}
    />
  );
}
