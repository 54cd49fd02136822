import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/notice.tsx';
import style from './phone-status.module.css';

type RecordingClosedProps = { isLive: boolean; isGuest: boolean };

/**
 * Says that the recording of the session was completed while this phone still recorded or had unsent audio, and what becomes of what
 * the server does not have. With a sign-in the phone sends that into a new session; without one, the server takes nothing more from it.
 */
export function RecordingClosed({ isLive, isGuest }: RecordingClosedProps) {
  const { t } = useTranslation();
  return (
    <div className={style.ended}>
      <Notice kind="warn" live="status" title={t('pairingPhone.recorder.closed.title')}>
        <p>{t('pairingPhone.recorder.closed.why')}</p>
        {isLive ? <p>{t('pairingPhone.recorder.ended.live')}</p> : null}
        <p>{t(`pairingPhone.recorder.closed.${isGuest ? 'waits' : 'own'}`)}</p>
      </Notice>
    </div>
  );
}
