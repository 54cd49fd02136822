import { useVirtualizer } from '@tanstack/react-virtual';
import { Eye, Play, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatLength, spokenDuration } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { Span, Spans } from './span.rules.ts';
import style from './trim-panel.module.css';

type TrimCutsProps = {
  cuts: Spans;
  onShow(cut: Readonly<Span>): void;
  onListen(cut: Readonly<Span>): void;
  onRestore(cut: Readonly<Span>): void;
};

const rowPx = 48;

export function TrimCuts({ cuts, ...rest }: TrimCutsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (cuts.length === 0) return null;
  return (
    <details className={style.help} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('trim.cuts.title', { count: cuts.length })}</summary>
      {isOpen ? <CutList cuts={cuts} {...rest} /> : null}
    </details>
  );
}

/** The list of cuts is virtual, and one row of it is a tab stop. The arrow keys move between the rows. */
function CutList({ cuts, onShow, onListen, onRestore }: TrimCutsProps) {
  const { t, i18n } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const current = Math.min(chosen, cuts.length - 1);
  // The virtualizer is one object that changes. That is safe here, because nothing is memoized by its identity.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: cuts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
    // The row that is the tab stop stays in the document when it is scrolled out of sight.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const rows = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      return current < first ? [current, ...rows] : current > last ? [...rows, current] : rows;
    },
  });

  const focusRow = (row: number, column: number) => {
    setChosen(row);
    virtualizer.scrollToIndex(row);
    // The row may not be in the document before the list has scrolled.
    requestAnimationFrame(() => {
      const buttons = scroller.current?.querySelectorAll<HTMLElement>(`[data-row="${row}"] button`);
      buttons?.[column]?.focus({ preventScroll: true });
    });
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -cuts.length, End: cuts.length };
    const step = steps[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = event.target.closest('[data-row]')?.querySelectorAll('button') ?? [];
    const column = [...buttons].indexOf(event.target as HTMLButtonElement);
    focusRow(Math.min(cuts.length - 1, Math.max(0, current + step)), Math.max(0, column));
  };

  return (
    <div ref={scroller} className={style.scroller}>
      {/* The list handles the arrow keys, so that they work whichever button has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        className={style.cuts}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={t('trim.cuts.list')}
        onKeyDownCapture={onKeyDown}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const cut = cuts[index];
          if (!cut) return null;
          const number = index + 1;
          const isChosen = index === current;
          const buttons = [
            { label: t('trim.cuts.show', { number }), Icon: Eye, run: () => onShow(cut) },
            { label: t('trim.cuts.listen', { number }), Icon: Play, run: () => onListen(cut) },
            {
              label: t('trim.cuts.restore', { number }),
              Icon: Undo2,
              run: () => {
                onRestore(cut);
                if (cuts.length > 1) focusRow(Math.min(index, cuts.length - 2), 2);
              },
            },
          ];
          return (
            <li
              key={index}
              data-row={index}
              className={style.cut}
              style={{ transform: `translateY(${start}px)`, height: rowPx }}
              aria-setsize={cuts.length}
              aria-posinset={number}
            >
              <span className={style.cutText} aria-hidden="true">
                <span className={style.cutNumber}>{number}</span>
                {formatClock(cut[0])}{' '}
                <span className={style.soft}>{formatLength(cut[1] - cut[0], i18n.language)}</span>
              </span>
              <span className={style.spoken}>
                {t('trim.cuts.item', {
                  number,
                  time: spokenDuration(cut[0], i18n.language),
                  length: spokenDuration(cut[1] - cut[0], i18n.language),
                })}
              </span>
              {buttons.map(({ label, Icon, run }) => (
                <Button
                  key={label}
                  icon
                  look="quiet"
                  aria-label={label}
                  excludeFromTabOrder={!isChosen}
                  onFocus={() => setChosen(index)}
                  onPress={run}
                >
                  <Icon size={18} aria-hidden="true" />
                </Button>
              ))}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
