import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Recording } from '#web/features/recording/index.ts';
import { formatBytes } from '#web/lib/format.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Says that the server has the whole recording, and leads to its session. `isGuest`: who is not signed in cannot open it. */
export function RecordingSent({ sessionId, isGuest }: { sessionId: string; isGuest: boolean }) {
  const { t } = useTranslation();
  const title = t('pairingPhone.after.sent');
  if (isGuest)
    return (
      <Notice kind="safe" live="status" title={title}>
        <p>{t('pairingPhone.pass.sent')}</p>
      </Notice>
    );
  return (
    <Notice
      kind="safe"
      live="status"
      title={title}
      actions={
        <LinkButton look="primary" href={`/library/${encodeURIComponent(sessionId)}`}>
          {t('pairingPhone.after.session')}
        </LinkButton>
      }
    />
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
