import { useSnapshot } from 'valtio';
import type { KeptItem } from './kept-items.ts';
import type { Recovery } from './recovery.state.ts';
import { KeptCards } from './kept-card.tsx';
import { OrphanCards } from './orphan-card.tsx';
import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';

/** Length of the beginning to which a person can listen, s. */
const beginningS = 20;

type KeptRecordingsProps = {
  recovery: Recovery;
  /** Limits the list to one session. If it is left out, the recordings of all sessions are listed. */
  sessionId?: string;
  onGoOn?: (kept: KeptRecording) => void;
};

type OrphanRecordingsProps = { recovery: Recovery; sessionId?: string; onAdopted(): void };

/** Shows recordings that only the server has. They appear after the recordings on this device are listed. */
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
