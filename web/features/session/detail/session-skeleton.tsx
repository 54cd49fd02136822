import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './session-screen.module.css';

export function SessionSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={style.skeleton}>
      <VisuallyHidden live="polite">{t('session.loading')}</VisuallyHidden>
      <Skeleton width="min(20rem, 80%)" height="2rem" />
      <Skeleton width="12rem" />
      <Skeleton height="8rem" />
      <Skeleton width="min(40rem, 100%)" />
      <Skeleton width="min(36rem, 90%)" />
    </div>
  );
}
