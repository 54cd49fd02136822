import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Segment } from '#api/contract/transcript.ts';
import { formatClock } from '#web/lib/format.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { contextOf } from './find.rules.ts';
import { type Find, hitKey } from './find.state.ts';
import style from './find.module.css';

type FindHitsProps = {
  find: Find;
  segments: readonly Segment[];
  /** True if each hit has a checkbox that excludes it from replacement. */
  canTick: boolean;
  onGo(index: number): void;
};

/** Height of a row, px. It is large enough for touch. A mouse needs less (WCAG 2.5.8: 24 px). */
const rowPx = matchMedia('(pointer: coarse)').matches ? 44 : 32;

export function FindHits({ find, segments, canTick, onGo }: FindHitsProps) {
  const { t } = useTranslation();
  const { hits, excluded, current } = useSnapshot(find.state, { sync: true });
  const box = useRef<HTMLDivElement>(null);
  // With at most this number of characters before it, a hit stays visible in its row.
  const reach = window.innerWidth < 576 ? 14 : 40;
  // The virtualizer is one object that changes. That is safe here, because nothing is memoized by its identity.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: hits.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 6,
    useAnimationFrameWithResizeObserver: true,
  });
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
  }, [rows, current]);
  const areAllTicked = excluded.size === 0;
  return (
    <>
      {canTick ? (
        <Checkbox isSelected={areAllTicked} onChange={(isTicked) => find.tick(hits, isTicked)}>
          {t('transcript.find.all', { count: hits.length })}
        </Checkbox>
      ) : null}
      <div
        ref={box}
        className={style.hits}
        style={{ '--all-hits': `${rows.getTotalSize() + 1}px` } as React.CSSProperties}
      >
        <ul
          className={style.list}
          style={{ height: rows.getTotalSize() }}
          aria-label={t('transcript.find.hits')}
        >
          {rows.getVirtualItems().map(({ index, start, size }) => {
            const hit = hits[index];
            const segment = hit && segments[hit.index];
            if (!hit || !segment) return null;
            const { before, hit: found, after } = contextOf(segment.text, hit, reach);
            const time = formatClock(segment.start);
            const own = `${before}${found}${after}`;
            return (
              <li
                key={hitKey(hit)}
                className={style.hit}
                aria-setsize={hits.length}
                aria-posinset={index + 1}
                data-current={index === current || undefined}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {canTick ? (
                  <Checkbox
                    isSelected={!excluded.has(hitKey(hit))}
                    onChange={(isTicked) => find.tick([hit], isTicked)}
                  >
                    <VisuallyHidden>{t('transcript.find.tick', { time, text: own })}</VisuallyHidden>
                  </Checkbox>
                ) : null}
                <button
                  type="button"
                  className={style.go}
                  aria-current={index === current || undefined}
                  onClick={() => onGo(index)}
                >
                  <span className={style.when}>{time}</span>{' '}
                  <span className={style.context}>
                    {before}
                    <mark>{found}</mark>
                    {after}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}
