import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { formatBytes } from '#web/lib/format.ts';
import { useGuest, useOwnerSignIn } from '#web/features/user/index.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { offersSave } from './record-screen.rules.ts';
import { isLive } from '#web/features/recording/state/recording-stage.rules.ts';
import { isUnstored, type Recording } from '#web/features/recording/state/recording.rules.ts';
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
      {isSignedOut ? <SignedOut isLive={isLive(stage)} isStored={!isUnstored(state)} /> : null}
      {!isMonitored && isLive(stage) ? (
        <Notice kind="info" live="status">
          <p>{t('recording.unmonitored')}</p>
        </Notice>
      ) : null}
    </>
  );
}

/** Says that the recording cannot be sent without a sign-in. On a phone that recorded by a pass the reason is the end of the pairing. */
function SignedOut({ isLive, isStored }: { isLive: boolean; isStored: boolean }) {
  const { t } = useTranslation();
  const guest = useGuest();
  const href = useOwnerSignIn(guest?.pairingId);
  return (
    <Notice
      kind="warn"
      live="alert"
      title={t(guest ? 'recording.passOver.title' : 'recording.signedOut.title')}
      actions={
        href === null ? null : (
          <LinkButton href={href} target="_blank">
            {t('recording.signedOut.action')}
          </LinkButton>
        )
      }
    >
      <p>
        {guest
          ? t(`recording.passOver.${!isLive ? 'rest' : isStored ? 'live' : 'liveUnstored'}`)
          : t(`recording.signedOut.${isStored ? 'text' : 'unstored'}`)}
      </p>
      {href === null ? <p>{t('recording.passOver.signOut')}</p> : null}
    </Notice>
  );
}
