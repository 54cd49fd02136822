import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import style from './process-dialog.module.css';

type ProcessSectionProps = {
  title: string;
  count: number;
  isOpen?: boolean;
  children: React.ReactNode;
};

export function ProcessSection({ title, count, isOpen = false, children }: ProcessSectionProps) {
  const { t } = useTranslation();
  return (
    <details className={style.section} open={isOpen || undefined}>
      <summary className={style.summary}>
        <ChevronRight size={18} aria-hidden="true" />
        <span className={style.sectionTitle}>{title}</span>
        {count > 0 ? <span className={style.count}>{t('processing.dialog.chosen', { count })}</span> : null}
      </summary>
      <div className={style.inside}>{children}</div>
    </details>
  );
}
