import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './live-recording.module.css';
import { shownWarning } from './record-screen.rules.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { RemedyButton } from './remedy-button.tsx';

type WarningNoticeProps = { recording: Recording; onDevices(): void };

export function WarningNotice({ recording, onDevices }: WarningNoticeProps) {
  const { t } = useTranslation();
  const warning = shownWarning(useSnapshot(recording.state));
  if (!warning) return null;
  return (
    <section className={style.warning} aria-label={t('recording.warning.label')}>
      <Notice
        kind="warn"
        actions={<RemedyButton recording={recording} warning={warning} onDevices={onDevices} />}
      >
        <p className={style.sentence}>{t(`recording.warning.${warning}`)}</p>
      </Notice>
      <Button
        icon
        look="quiet"
        className={style.dismiss}
        aria-label={t('recording.warning.dismiss')}
        onPress={() => recording.dismiss(warning)}
      >
        <X size={18} aria-hidden="true" />
      </Button>
    </section>
  );
}
