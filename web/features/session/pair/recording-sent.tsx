import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Recording } from '#web/features/recording/index.ts';
import { formatBytes } from '#web/lib/format.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './pair-recorder.module.css';

/** Says that the server has the whole recording. `isGuest`: what comes next is done at the other screen. */
export function RecordingSent({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation();
  return (
    <Notice kind="safe" live="status" title={t('pairingPhone.after.sent')}>
      {isGuest ? <p>{t('pairingPhone.pass.sent')}</p> : null}
    </Notice>
  );
}

/** Leads to the session of the recording, at the bottom of the screen. */
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
