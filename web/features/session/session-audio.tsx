import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { QualityReport } from '#web/features/upload/quality-report.tsx';
import { SoundFacts } from '#web/features/upload/sound-facts.tsx';
import { formatDate, formatBytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './session-panel.module.css';
import { useDownload } from './use-download.ts';

/** Tab “audio”: how good the recording is, its figures, the file itself. */
export function SessionAudio({ session, player }: { session: SessionDetail; player: Player | null }) {
  const { t, i18n } = useTranslation();
  const download = useDownload(session.id);
  const { audio, verdict } = session;
  if (!audio) return <p className={style.panel}>{t('error.recording.no_audio')}</p>;
  if (audio.deleted_at) {
    return (
      <Notice
        kind="info"
        title={`${t('session.facts.audioDeleted')} ${formatDate(audio.deleted_at, i18n.language)}`}
      >
        <p>{t('player.deleted')}</p>
      </Notice>
    );
  }
  return (
    <div className={style.panel}>
      <h2>{t('quality.heading')}</h2>
      {verdict ? (
        <>
          <QualityReport
            verdict={verdict}
            durationS={audio.duration}
            onJump={(timeS) => {
              player?.seek(timeS);
              player?.play();
            }}
          />
          <SoundFacts
            durationS={audio.duration}
            verdict={verdict}
            more={[[t('session.facts.size'), formatBytes(audio.bytes, i18n.language)]]}
          />
        </>
      ) : (
        <p>{t('session.facts.noVerdict')}</p>
      )}
      <div>
        <Button onPress={() => void download.start()}>
          <Download size={18} aria-hidden="true" /> {t('player.download')}
        </Button>
      </div>
    </div>
  );
}
