import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';

export function HelpLoading() {
  const { t } = useTranslation();
  return (
    <output>
      <Spinner size={20} /> {t('shell.loading')}
    </output>
  );
}
