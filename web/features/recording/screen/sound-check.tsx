import { CircleCheck, Ear } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Notice } from '#web/ui/notice.tsx';
import style from './before-recording.module.css';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { RemedyButton } from './remedy-button.tsx';

type SoundCheckProps = { recording: Recording; onDevices(): void };

/** Shows the verdict on the first three seconds of audio, with one button against the problem that was found. */
export function SoundCheck({ recording, onDevices }: SoundCheckProps) {
  const { t } = useTranslation();
  const { verdict, isMonitored } = useSnapshot(recording.state);
  return (
    <section className={style.check} aria-live="polite" aria-label={t('recording.check.label')}>
      {!isMonitored ? (
        <p className={style.line}>{t('recording.check.off')}</p>
      ) : verdict === null ? (
        <p className={style.line}>
          <Ear size={20} aria-hidden="true" /> {t('recording.check.listening')}
        </p>
      ) : verdict === 'good' ? (
        <p className={style.good}>
          <CircleCheck size={20} aria-hidden="true" /> {t('recording.check.good')}
        </p>
      ) : (
        <Notice
          kind="warn"
          actions={<RemedyButton recording={recording} warning={verdict} onDevices={onDevices} />}
        >
          <p>{t(`recording.warning.${verdict}`)}</p>
        </Notice>
      )}
    </section>
  );
}
