import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Notice } from '#web/ui/notice.tsx';
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
  /** Limits the list to the recordings for which it returns true. */
  isShown?: ((kept: KeptRecording) => boolean) | undefined;
  onGoOn?: (kept: KeptRecording) => void;
};

type OrphanRecordingsProps = { recovery: Recovery; sessionId?: string; onAdopted(): void };

/** Says why the recordings on this device cannot be listed. */
export function KeptProblem({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation();
  const { problem } = useSnapshot(recovery.state);
  return problem ? (
    <Notice kind="warn" live="alert" title={t('recording.kept.unseen')}>
      <p>{errorSentence(t, problem)}</p>
    </Notice>
  ) : null;
}

/** Shows recordings that only the server has. They appear after the recordings on this device are listed. */
export function OrphanRecordings({ recovery, ...rest }: OrphanRecordingsProps) {
  const { items, isLoaded } = useSnapshot(recovery.state);
  const kept = (items as readonly KeptItem[]).map(({ kept }) => kept);
  return isLoaded ? <OrphanCards kept={kept} {...rest} /> : null;
}

export function KeptRecordings({ recovery, sessionId, isShown, onGoOn }: KeptRecordingsProps) {
  const { items } = useSnapshot(recovery.state);
  const shown = (items as readonly KeptItem[]).filter(
    ({ kept }) =>
      (sessionId === undefined || kept.record.sessionId === sessionId) && (isShown?.(kept) ?? true),
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
