import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timings } from '#web/lib/time.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import style from './library-screen.module.css';

const widths = ['46%', '62%', '38%', '55%'];

/** Shows the outline of the library after a delay, so that fast loading does not flicker. */
export function LibrarySkeleton() {
  const { t } = useTranslation();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timings.pendingScreenMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <output className={style.loading}>
      <VisuallyHidden>{t('library.loading')}</VisuallyHidden>
      <Skeleton width="14rem" />
      <div className={style.skeletonRows}>
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
