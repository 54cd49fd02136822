import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/notice.tsx';

/** Says that others set what the part shows. */
export function NotYours() {
  const { t } = useTranslation();
  return (
    <Notice kind="info">
      <p>{t('domain.notYours')}</p>
    </Notice>
  );
}
