import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffectEvent, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transcript, Word } from '#api/contract/transcript.ts';
import { givenName } from '#web/parts/transcript/speaker.rules.ts';
import { draftStart, type DraftDifference } from '#web/features/transcript/draft/draft-difference.rules.ts';
import type { EditConflict } from '#web/features/transcript/editor/transcript-editor.ts';
import { TranscriptSegment } from './transcript-segment.tsx';
import type { Caret } from './transcript-writing.tsx';
import { beginsTurn, estimateHeight } from '#web/features/transcript/transcript.rules.ts';
import type { WordMark } from '#web/parts/transcript/doubt.rules.ts';
import type { TurnActions, TurnPanel } from './turn-actions.ts';
import { usePlacement, useScrollAnchor } from '#web/lib/use-placement.ts';
import { useWordClicks } from './use-word-clicks.ts';
import style from './transcript.module.css';

export type ListHandle = {
  readonly element: HTMLOListElement | null;
  /** Scrolls to a segment, either as little as needed or so that it is in the middle. */
  show(index: number, align: 'auto' | 'center'): void;
  /** Goes to a segment that may not be rendered yet, like `show`. Sets the focus if `isFocused` is true. */
  go(segment: string, align: 'auto' | 'center', isFocused: boolean): void;
  isInSight(index: number): boolean;
  /**
   * True if a segment is drawn in the part of the window in which a person reads during playback, away from its edges.
   */
  isInMiddle(index: number): boolean;
  /** Returns the element of a segment beside which a panel opens; null if it is not drawn. */
  anchorOf(segment: string, panel: TurnPanel): Element | null;
  /** Scrolls as little as needed to uncover a range. Returns true if that was not needed. */
  uncover(part: Range): boolean;
};

type TranscriptListProps = {
  transcript: Transcript;
  language: string;
  /** Id of the segment that is in the tab order. It stays in the document wherever the page is scrolled. */
  active: string | null;
  writing: { segment: string; caret: Caret } | null;
  conflicts: readonly EditConflict[];
  /** The differences from the draft that are marked; null if none are. */
  difference: DraftDifference | null;
  /** Id of the segment that is highlighted after a jump. */
  wanted: string | null;
  markOf(word: Word): WordMark | null;
  actions: TurnActions;
  /** Height of the elements that cover the page at its upper and lower edge, px. */
  coveredPx: { top: number; bottom: number };
  handle(list: ListHandle | null): void;
  onDraw(): void;
};

/** Returns the index of the active segment. If the segment is gone, it returns the index that it had. */
function useLastKnown(index: number | undefined, count: number): number {
  const [known, setKnown] = useState(0);
  if (index !== undefined && index !== known) setKnown(index);
  return Math.min(index ?? known, Math.max(0, count - 1));
}

function isInSight(
  item: { start: number; end: number } | undefined,
  coveredPx: TranscriptListProps['coveredPx'],
): boolean {
  const [top, bottom] = [window.scrollY + coveredPx.top, window.scrollY + window.innerHeight];
  return !item || (item.end > top && item.start < bottom - coveredPx.bottom);
}

function isInMiddle(item: Element | null | undefined): boolean {
  const box = item?.getBoundingClientRect();
  const heightPx = window.innerHeight;
  return box !== undefined && box.top > heightPx * 0.12 && box.bottom < heightPx * 0.72;
}

/**
 * Returns the element beside which a panel opens. That is the name of the speaker, or for the menu the menu button.
 * Where no name is shown, it is always the menu button.
 */
function anchorIn(list: Element | null, segment: string, panel: TurnPanel): Element | null {
  const turn = list?.querySelector(`[data-turn="${CSS.escape(segment)}"]`);
  const item = turn?.closest('[data-index]');
  const name = panel === 'menu' ? null : item?.querySelector('[data-name]');
  return name ?? item?.querySelector('[data-menu]') ?? null;
}

export function TranscriptList(props: TranscriptListProps) {
  const { transcript, language, active, writing, conflicts, difference, wanted, markOf, actions } = props;
  const { coveredPx, handle, onDraw } = props;
  const { t } = useTranslation();
  const { segments, speakers } = transcript;
  const list = useRef<HTMLOListElement>(null);
  const { topPx, widthPx } = usePlacement(list);
  const indexes = useMemo(() => new Map(segments.map(({ id }, index) => [id, index])), [segments]);
  const draftFrom = useMemo(() => draftStart(transcript), [transcript]);
  const activeIndex = useLastKnown(active === null ? undefined : indexes.get(active), segments.length);
  const writtenIndex = writing ? (indexes.get(writing.segment) ?? activeIndex) : activeIndex;
  // The virtualizer is one object that changes. That is safe here, because nothing is memoized by its identity.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: segments.length,
    estimateSize: (index) => {
      const segment = segments[index];
      return segment ? estimateHeight(segment, beginsTurn(segments, index), widthPx) : 0;
    },
    getItemKey: (index) => segments[index]?.id ?? index,
    overscan: 8,
    scrollMargin: topPx,
    scrollPaddingStart: coveredPx.top + 16,
    scrollPaddingEnd: coveredPx.bottom,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      for (const index of new Set([activeIndex, writtenIndex])) {
        if (index < segments.length && !shown.includes(index)) shown.push(index);
      }
      return shown.toSorted((a, b) => a - b);
    },
  });
  useWordClicks(list, segments, actions.play);
  useScrollAnchor(virtualizer, segments, indexes);

  /** The segment to which the list goes as soon as it is drawn. */
  const target = useRef<{ segment: string; align: 'auto' | 'center'; isFocused: boolean } | null>(null);
  const goToTarget = () => {
    const { segment, align, isFocused } = target.current ?? {};
    const index = segment === undefined ? undefined : indexes.get(segment);
    const turn =
      segment === undefined
        ? null
        : list.current?.querySelector<HTMLElement>(`[data-turn="${CSS.escape(segment)}"]`);
    if (index === undefined || !turn) return;
    target.current = null;
    if (isFocused) turn.focus({ preventScroll: true });
    virtualizer.scrollToIndex(index, { align: align ?? 'auto' });
  };
  useImperativeHandle(handle, () => ({
    get element() {
      return list.current;
    },
    show: (index, align) => virtualizer.scrollToIndex(index, { align }),
    go(segment, align, isFocused) {
      target.current = { segment, align, isFocused };
      goToTarget();
    },
    isInSight: (index) => isInSight(virtualizer.measurementsCache[index], coveredPx),
    isInMiddle: (index) => isInMiddle(list.current?.querySelector(`[data-index="${index}"]`)),
    anchorOf: (segment, panel) => anchorIn(list.current, segment, panel),
    uncover(part) {
      const { top, bottom } = part.getBoundingClientRect();
      const overPx = top - coveredPx.top - 16;
      const underPx = bottom - (window.innerHeight - coveredPx.bottom - 16);
      const byPx = overPx < 0 ? overPx : Math.max(0, underPx);
      if (byPx !== 0) window.scrollBy({ top: byPx, behavior: 'instant' });
      return byPx === 0;
    },
  }));
  const drawn = useEffectEvent(() => {
    goToTarget();
    onDraw();
  });
  // This runs after every render, because the virtualizer decides which elements exist.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => drawn());

  return (
    <ol
      ref={list}
      className={style.list}
      aria-label={t('transcript.list')}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const segment = segments[index];
        if (!segment) return null;
        const { id, speaker } = segment;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={segments.length}
            aria-posinset={index + 1}
            className={style.item}
            data-wanted={wanted === id || undefined}
            style={{ transform: `translateY(${start - topPx}px)` }}
          >
            <TranscriptSegment
              segment={segment}
              name={givenName(speakers, speaker) || t('transcript.speaker.unnamed', { key: speaker })}
              isFirst={beginsTurn(segments, index)}
              isActive={index === activeIndex}
              caret={writing?.segment === id ? writing.caret : null}
              conflict={conflicts.find((one) => one.segment === id) ?? null}
              draft={index < draftFrom ? null : index === draftFrom && index > 0 ? 'first' : 'more'}
              difference={index < draftFrom ? difference : null}
              language={language}
              markOf={markOf}
              actions={actions}
            />
          </li>
        );
      })}
    </ol>
  );
}
