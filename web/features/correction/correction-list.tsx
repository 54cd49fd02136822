import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { givenName } from '#web/parts/transcript/speaker.rules.ts';
import { usePlacement, useScreenEdges } from '#web/lib/use-placement.ts';
import { CorrectionRow } from './correction-row.tsx';
import style from './correction.module.css';
import type { Placed } from './suggestion.rules.ts';
import { useCorrectionKeys } from './use-correction-keys.ts';
import type { Corrections } from './use-corrections.ts';

type CorrectionListProps = {
  corrections: Corrections;
  language: string;
  canTake: boolean;
  onPlay: ((atS: number) => void) | null;
  onTake(suggestion: Placed): void;
  onLeave(suggestion: Placed): void;
  onUndo(): void;
};

const estimatedPx = 150;

export function CorrectionList(props: CorrectionListProps) {
  const { corrections, language, canTake, onPlay, onTake, onLeave, onUndo } = props;
  const { t } = useTranslation();
  const { list, segments, speakers, reopen } = corrections;
  const box = useRef<HTMLOListElement>(null);
  const { topPx } = usePlacement(box);
  const { headPx, footPx } = useScreenEdges(onPlay !== null);
  const [activeId, setActive] = useState<string | null>(null);
  const active = Math.max(
    0,
    list.findIndex(({ id }) => id === activeId),
  );
  const wanted = useRef<string | null>(null);
  // The virtualizer is one object that changes. That is safe here, because nothing is memoized by its identity.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count: list.length,
    estimateSize: () => estimatedPx,
    getItemKey: (index) => list[index]?.id ?? index,
    overscan: 6,
    scrollMargin: topPx,
    scrollPaddingStart: headPx + 16,
    scrollPaddingEnd: footPx + 16,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (active >= 0 && !shown.includes(active)) shown.push(active);
      return shown.toSorted((a, b) => a - b);
    },
  });
  const focusWanted = useEffectEvent(() => {
    if (wanted.current === null) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    const index = list.findIndex(({ id }) => id === wanted.current);
    wanted.current = null;
    row.focus({ preventScroll: true });
    rows.scrollToIndex(index, { align: 'auto' });
  });
  // This runs after every render, because only the virtualizer knows which rows exist.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => focusWanted());
  const go = (index: number): void => {
    const next = list[Math.max(0, Math.min(index, list.length - 1))];
    if (!next) return;
    wanted.current = next.id;
    if (next.id !== activeId) setActive(next.id);
    else rows.scrollToIndex(index, { align: 'auto' });
  };
  /** Settles a proposal. The focus moves to a neighbouring row first, because the settled row leaves the list. */
  const settle = (suggestion: Placed, act: (suggestion: Placed) => void): void => {
    const index = list.findIndex(({ id }) => id === suggestion.id);
    go(index + 1 < list.length ? index + 1 : index - 1);
    act(suggestion);
  };
  const take = (suggestion: Placed) => settle(suggestion, onTake);
  const leave = (suggestion: Placed) => settle(suggestion, onLeave);
  const onKeyDown = useCorrectionKeys({
    rowAt: (id) => list.findIndex((each) => each.id === id),
    at: (index) => list[index],
    go,
    take: (suggestion) =>
      canTake && suggestion.state === 'open' && suggestion.place !== null && take(suggestion),
    leave: (suggestion) => suggestion.state === 'open' && leave(suggestion),
    play: (suggestion) => onPlay?.(suggestion.at),
    undo: onUndo,
    last: list.length - 1,
  });
  return (
    // The list handles the keys of all its rows. Each action also has a button in its row.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol
      ref={box}
      className={style.list}
      aria-label={t('correction.list')}
      style={{ height: rows.getTotalSize() }}
      onKeyDown={onKeyDown}
    >
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const suggestion = list[index];
        if (!suggestion) return null;
        const segment = segments.get(suggestion.segment);
        const speaker = segment && {
          key: segment.speaker,
          name:
            givenName(speakers, segment.speaker) || t('transcript.speaker.unnamed', { key: segment.speaker }),
        };
        return (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-setsize={list.length}
            aria-posinset={index + 1}
            className={style.item}
            style={{ transform: `translateY(${start - topPx}px)` }}
          >
            <CorrectionRow
              suggestion={suggestion}
              text={segment?.text ?? ''}
              speaker={speaker ?? null}
              language={language}
              isActive={index === active}
              canTake={canTake}
              onPlay={onPlay}
              onTake={take}
              onLeave={leave}
              onReopen={(each) => settle(each, reopen)}
              onFocus={() => setActive(suggestion.id)}
            />
          </li>
        );
      })}
    </ol>
  );
}
