import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatBytes } from '#web/lib/format.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { offersSave } from './record-screen.rules.ts';
import { isLive } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { SaveButton } from './save-button.tsx';

/** Shows problems that do not stop the recording: the device is full or stores nothing, or the sign-in has expired. */
export function TroubleNotices({ recording }: { recording: Recording }) {
  const { t, i18n } = useTranslation();
  const state = useSnapshot(recording.state);
  const { overflowBytes, isSignedOut, isMonitored, stage, storage } = state;
  const save = offersSave(state) ? <SaveButton recording={recording} /> : null;
  return (
    <>
      {overflowBytes !== null ? (
        <Notice kind="error" live="alert" title={t('recording.overflow.title')} actions={save}>
          <p>{t('recording.overflow.text', { size: formatBytes(overflowBytes, i18n.language) })}</p>
        </Notice>
      ) : storage?.kind === 'memory' ? (
        <Notice kind="warn" title={t('recording.storage.memory')} actions={save}>
          <p>{t('recording.storage.memoryText')}</p>
        </Notice>
      ) : null}
      {isSignedOut ? (
        <Notice
          kind="warn"
          live="alert"
          title={t('recording.signedOut.title')}
          actions={
            <LinkButton href="/signin" target="_blank">
              {t('recording.signedOut.action')}
            </LinkButton>
          }
        >
          <p>{t('recording.signedOut.text')}</p>
        </Notice>
      ) : null}
      {!isMonitored && isLive(stage) ? (
        <Notice kind="info" live="status">
          <p>{t('recording.unmonitored')}</p>
        </Notice>
      ) : null}
    </>
  );
}
