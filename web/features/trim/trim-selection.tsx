import { Play, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatFineClock, formatLength } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { intersectSpans } from './span.rules.ts';
import type { Span, Spans } from './span.rules.ts';
import style from './trim-panel.module.css';

type TrimSelectionProps = {
  selection: Readonly<Span> | null;
  kept: Spans;
  removed: Spans;
  onListen(span: Readonly<Span>): void;
  onRemove(): void;
  onRestore(span: Readonly<Span>): void;
  onClear(): void;
};

export function TrimSelection(props: TrimSelectionProps) {
  const { t, i18n } = useTranslation();
  const { selection } = props;
  if (!selection) return <p className={style.hint}>{t('trim.hint')}</p>;
  const [startS, endS] = selection;
  const canRemove = intersectSpans(props.kept, [selection]).length > 0;
  const canRestore = intersectSpans(props.removed, [selection]).length > 0;
  return (
    <section className={style.selection} aria-label={t('trim.selection')}>
      <p className={style.span}>
        {t('trim.selectionSpan', { from: formatFineClock(startS, 1), to: formatFineClock(endS, 1) })}{' '}
        <span className={style.soft}>{formatLength(endS - startS, i18n.language)}</span>
      </p>
      <div className={style.group}>
        {canRemove ? <Button onPress={props.onRemove}>{t('trim.remove')}</Button> : null}
        {canRestore ? <Button onPress={() => props.onRestore(selection)}>{t('trim.restore')}</Button> : null}
        <Button
          icon
          look="quiet"
          aria-label={t('trim.listenSelection')}
          onPress={() => props.onListen(selection)}
        >
          <Play size={20} aria-hidden="true" />
        </Button>
        <Button icon look="quiet" aria-label={t('trim.unselect')} onPress={props.onClear}>
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
    </section>
  );
}
