import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';

/** Says that a part of the screen is being loaded. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <output>
      <Spinner size={20} /> {t('shell.loading')}
    </output>
  );
}
