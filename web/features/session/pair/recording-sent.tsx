import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Recording } from '#web/features/recording/index.ts';
import { formatBytes } from '#web/lib/format.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './pair-recorder.module.css';

/** Says that the server has the whole recording. With `isGuest` it adds that this page can be closed. */
export function RecordingSent({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation();
  return (
    <Notice kind="safe" live="status" title={t('pairingPhone.after.sent')}>
      {isGuest ? <p>{t('pairingPhone.pass.sent')}</p> : null}
    </Notice>
  );
}

/** The button that opens the session of the recording. */
export function ToSession({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  return (
    <LinkButton look="primary" className={style.next} href={`/library/${encodeURIComponent(sessionId)}`}>
      {t('pairingPhone.after.session')}
    </LinkButton>
  );
}

/** Says how much of the recording is on this device only. */
export function RecordingUnsent({ recording }: { recording: Recording }) {
  const { t, i18n } = useTranslation();
  const { bytes, send } = useSnapshot(recording.state);
  const left = Math.max(0, bytes - (send?.bytesStored ?? 0));
  return (
    <Notice kind="warn">
      <p>{t('pairingPhone.after.unsent', { size: formatBytes(left, i18n.language) })}</p>
    </Notice>
  );
}
