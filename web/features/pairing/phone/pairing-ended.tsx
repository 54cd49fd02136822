import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/notice.tsx';

/** Says that the other screen sees this phone no more, and what that means for the recording. */
export function PairingEnded({ isLive }: { isLive: boolean }) {
  const { t } = useTranslation();
  return (
    <Notice kind="info" live="status" title={t('pairingPhone.recorder.ended.title')}>
      <p>{t(`pairingPhone.recorder.ended.${isLive ? 'live' : 'rest'}`)}</p>
    </Notice>
  );
}
