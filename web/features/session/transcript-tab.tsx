import { FileText, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { isWorking } from './session.rules.ts';
import { TranscriptView } from './transcript-view.tsx';

/** Tab “transcript”: what was said; before there is anything, why not. */
export function TranscriptTab({ session, player }: { session: SessionDetail; player: Player | null }) {
  const { t } = useTranslation();
  const { transcript, notice, status } = session;
  if (transcript && transcript.segments.length > 0) {
    return <TranscriptView transcript={transcript} player={player} />;
  }
  if (notice === 'no_speech') {
    return (
      <EmptyState icon={<VolumeX size={40} />} title={t('transcript.empty.noSpeech.title')}>
        <p>{t('transcript.empty.noSpeech.text')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<FileText size={40} />} title={t('transcript.label')}>
      <p>{t(isWorking(status) ? 'transcript.empty.waiting' : 'transcript.empty.none')}</p>
    </EmptyState>
  );
}
