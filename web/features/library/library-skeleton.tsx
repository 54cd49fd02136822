import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './library-screen.module.css';

const widths = ['46%', '62%', '38%', '55%'];

export function LibrarySkeleton() {
  const { t } = useTranslation();
  return (
    <output className={style.day}>
      <VisuallyHidden>{t('library.loading')}</VisuallyHidden>
      <Skeleton width="14rem" />
      <div className={style.rows}>
        {widths.map((width) => (
          <div key={width} className={style.skeletonRow}>
            <Skeleton width={width} />
            <Skeleton width="30%" height="0.75rem" />
          </div>
        ))}
      </div>
    </output>
  );
}
