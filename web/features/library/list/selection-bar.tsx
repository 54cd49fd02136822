import { Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import style from './selection-bar.module.css';
import type { RowSelection } from './use-selection.ts';

type SelectionBarProps = {
  selection: Pick<RowSelection, 'chosen' | 'all' | 'none' | 'end'>;
  count: number;
  onRemove(): void;
};

/** Actions on the chosen rows. The bar comes before the list in the document, and stands at the bottom of the window. */
export function SelectionBar({ selection, count, onRemove }: SelectionBarProps) {
  const { t } = useTranslation();
  const { chosen } = selection;
  const isAll = chosen.size > 0 && chosen.size === count;
  return (
    <section className={style.bar} aria-label={t('library.select.label')}>
      <div className={style.inner}>
        <p className={style.text}>
          <output className={style.count}>{t('library.select.count', { count: chosen.size })}</output>
          <span className={style.hint}>{t('library.select.hint')}</span>
        </p>
        <Button look="quiet" onPress={isAll ? selection.none : selection.all}>
          {isAll ? t('library.select.none') : t('library.select.all')}
        </Button>
        <Button look="danger" isDisabled={chosen.size === 0} onPress={onRemove}>
          <Trash2 size={18} aria-hidden="true" /> {t('library.select.remove')}
        </Button>
        <Button icon look="quiet" aria-label={t('library.select.end')} onPress={selection.end}>
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}
