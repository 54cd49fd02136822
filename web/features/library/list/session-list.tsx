import { useRouter } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionItem } from '#api/contract/session.ts';
import { formatUtcDay, utcDaysAgo } from '#web/lib/format.ts';
import { recallPlace, rememberPlace, rememberSeen } from './library-place.ts';
import { drawnLines, type Line, linesOf } from './session-lines.ts';
import style from './session-list.module.css';
import rowStyle from './session-row.module.css';
import { type RowActions, SessionRow } from './session-row.tsx';

type SessionListProps = {
  listKey: string;
  items: readonly SessionItem[];
  /** Time at which the list was loaded, ms since the epoch. It decides which day is “today”. */
  nowMs: number;
  isWhole: boolean;
  isSelecting: boolean;
  chosen: ReadonlySet<string>;
  actions: RowActions;
};

const estimatedPx = { day: 60, row: 74 };

/**
 * Shows the sessions by day as a virtual list. Only the visible rows, a few around them and the row with the focus are
 * in the document. Gaps take the space of the other rows.
 */
export function SessionList(props: SessionListProps) {
  const { listKey, items, isWhole, nowMs, chosen, actions } = props;
  const { t, i18n } = useTranslation();
  const lines = useMemo(() => linesOf(items, isWhole), [items, isWhole]);
  const list = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const topPx = useTopPx(list);
  const [place] = useState(() => recallPlace(listKey));
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: lines.length,
    estimateSize: (index) => estimatedPx[lines[index]?.kind ?? 'row'],
    getItemKey: (index) => lines[index]?.key ?? index,
    scrollMargin: topPx,
    overscan: 8,
    initialMeasurementsCache: place?.measured ?? [],
    initialOffset: place?.scrollPx ?? 0,
    rangeExtractor: ({ startIndex, endIndex, overscan }) => {
      const at = focused.current === null ? -1 : lines.findIndex(({ key }) => key === focused.current);
      return drawnLines(lines, startIndex - overscan, endIndex + overscan, at < 0 ? null : at);
    },
    useFlushSync: false,
  });
  useKeptPlace(listKey, virtualizer);
  const { range } = virtualizer;
  useEffect(() => {
    const rows = lines.slice(range?.startIndex ?? 0, (range?.endIndex ?? 0) + 1);
    const [first, last] = [rows.find(isRow), rows.findLast(isRow)];
    if (first && last) rememberSeen(listKey, [first.key, last.key]);
  }, [listKey, lines, range?.startIndex, range?.endIndex]);

  const heading = (day: string) => {
    const date = formatUtcDay(day, i18n.language);
    const ago = utcDaysAgo(day, nowMs);
    if (ago === 0) return t('library.today', { date });
    return ago === 1 ? t('library.yesterday', { date }) : date;
  };
  const drawn = virtualizer.getVirtualItems();
  let endPx = topPx;
  const gaps = new Map(
    drawn.map(({ index, start, end }) => {
      const gapPx = Math.max(0, start - endPx);
      endPx = end;
      return [index, gapPx] as const;
    }),
  );
  const days = drawn.flatMap(({ index }) => (lines[index]?.kind === 'day' ? [index] : []));
  return (
    <div
      ref={list}
      className={clsx(style.list, props.isSelecting && rowStyle.selecting)}
      style={{ paddingBottom: Math.max(0, virtualizer.getTotalSize() + topPx - endPx) }}
      onFocusCapture={(event) => void (focused.current = rowOf(event.target))}
      onBlurCapture={() => void (focused.current = null)}
    >
      {days.map((headingIndex, nth) => {
        const line = lines[headingIndex];
        if (line?.kind !== 'day') return null;
        const next = days[nth + 1] ?? Number.POSITIVE_INFINITY;
        const rows = drawn.filter(({ index }) => index > headingIndex && index < next);
        return (
          <section key={line.key} aria-labelledby={`day-${line.day}`}>
            <h2
              id={`day-${line.day}`}
              ref={virtualizer.measureElement}
              data-index={headingIndex}
              className={style.day}
              style={{ marginTop: gaps.get(headingIndex) }}
            >
              {heading(line.day)}
            </h2>
            <ul className={style.rows}>
              {rows.map(({ index }) => {
                const row = lines[index];
                if (row?.kind !== 'row') return null;
                return (
                  <SessionRow
                    key={row.key}
                    item={row.item}
                    nowMs={nowMs}
                    isChosen={chosen.has(row.key)}
                    actions={actions}
                    lineIndex={index}
                    gapPx={gaps.get(index) ?? 0}
                    measure={virtualizer.measureElement}
                    setSize={row.setSize}
                    place={row.place}
                  />
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const isRow = (line: Line) => line.kind === 'row';
const rowOf = (target: EventTarget): string | null =>
  (target as Element).closest<HTMLElement>('[data-session]')?.dataset['session'] ?? null;

/** Returns the distance of the list from the top of the document, px. It changes with the elements above the list. */
function useTopPx(list: React.RefObject<HTMLDivElement | null>): number {
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const element = list.current;
      if (element) setTopPx(Math.round(element.getBoundingClientRect().top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const sibling of list.current?.parentElement?.children ?? []) observer.observe(sibling);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return topPx;
}

type Measured = Pick<ReturnType<typeof useWindowVirtualizer<HTMLElement>>, 'scrollOffset' | 'takeSnapshot'>;

/** Stores the scroll position, and restores it when the person comes back from a session, also by a link. */
function useKeptPlace(listKey: string, virtualizer: Measured) {
  const router = useRouter();
  const held = useRef(virtualizer);
  useLayoutEffect(() => {
    held.current = virtualizer;
  });
  useLayoutEffect(() => {
    const place = recallPlace(listKey);
    if (!place?.isLeftForSession) return;
    const stop = router.subscribe('onRendered', () => {
      stop();
      scrollTo({ top: place.scrollPx, behavior: 'instant' });
    });
    return stop;
  }, [listKey, router]);
  useLayoutEffect(
    () => () => {
      const { scrollOffset, takeSnapshot } = held.current;
      rememberPlace({
        key: listKey,
        scrollPx: scrollOffset ?? 0,
        measured: takeSnapshot(),
        isLeftForSession: router.latestLocation.pathname.startsWith('/library/'),
      });
    },
    [listKey, router],
  );
}
