import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { recordingHref } from '#web/features/recording/state/recording-href.rules.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import style from './recording-bar.module.css';

type RecordingBarProps = {
  recording: Recording;
  /** Address that “Back” leads to, if it is not the screen of the session. */
  href?: string | undefined;
  /** Closes the bar once the recording is on the server. */
  onClose(): void;
};

/** Shows the running recording on every page except its own. */
export function RecordingBar({ recording, href, onClose }: RecordingBarProps) {
  const { t } = useTranslation();
  const state = useSnapshot(recording.state);
  const { stage, title, positionS } = state;
  return (
    <section className={style.bar} data-stage={stage} aria-label={t('recording.bar.label')}>
      <span className={style.dot} aria-hidden="true" />
      <span className={style.stage}>{t(`recording.stage.${stage}`)}</span>
      <time className={style.time}>{formatClock(positionS)}</time>
      <span className={style.title}>{title}</span>
      <LinkButton className={style.back} href={href ?? recordingHref(state)}>
        {t('recording.bar.back')}
      </LinkButton>
      {stage === 'finished' ? (
        <Button icon look="quiet" aria-label={t('recording.bar.close')} onPress={onClose}>
          <X size={18} aria-hidden="true" />
        </Button>
      ) : null}
    </section>
  );
}
