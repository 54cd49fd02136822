import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/notice.tsx';

/** Says that another tab of this phone has the pairing. */
export function PairingElsewhere() {
  const { t } = useTranslation();
  return (
    <Notice kind="warn" live="status" title={t('pairingPhone.recorder.elsewhere.title')}>
      <p>{t('pairingPhone.recorder.elsewhere.text')}</p>
    </Notice>
  );
}
