import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/notice.tsx';
import style from './phone-status.module.css';

type PairingEndedProps = {
  isLive: boolean;
  /** True for a phone without a sign-in, which cannot record another time. */
  isGuest: boolean;
};

/** Says that the other screen sees this phone no more, and what that means for the recording. */
export function PairingEnded({ isLive, isGuest }: PairingEndedProps) {
  const { t } = useTranslation();
  return (
    <div className={style.ended}>
      <Notice kind="info" live="status" title={t('pairingPhone.recorder.ended.title')}>
        {isLive ? (
          <p>{t('pairingPhone.recorder.ended.live')}</p>
        ) : isGuest ? null : (
          <p>{t('pairingPhone.recorder.ended.rest')}</p>
        )}
      </Notice>
    </div>
  );
}
