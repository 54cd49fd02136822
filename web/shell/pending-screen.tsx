import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';
import style from './pending-screen.module.css';

export function PendingScreen() {
  const { t } = useTranslation();
  return (
    <output className={style.pending}>
      <Spinner size={32} /> {t('shell.loading')}
    </output>
  );
}
