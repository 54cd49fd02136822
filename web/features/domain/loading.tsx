import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './domain.module.css';

export function Loading() {
  const { t } = useTranslation();
  return (
    <div className={style.form}>
      <VisuallyHidden live="polite">{t('shell.loading')}</VisuallyHidden>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height="3.5rem" />
      ))}
    </div>
  );
}
