import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transcript } from '#api/contract/transcript.ts';
import { TranscriptSegment } from './transcript-segment.tsx';
import { beginsTurn, estimateHeight } from './transcript.rules.ts';
import type { Place } from './transcript.rules.ts';
import style from './transcript.module.css';
import type { TranscriptEdits } from './use-transcript-edits.ts';

type TranscriptListProps = {
  transcript: Transcript;
  place: Place | null;
  /** Index of the segment to keep in sight; null: leave the page where it is. */
  followed: number | null;
  /** Index of a segment to go to with the focus; a new object goes there again. */
  wanted: { index: number } | null;
  edits: TranscriptEdits | null;
  /** null: there is nothing to play. */
  onPlay: ((timeS: number) => void) | null;
};

/** The segments; of a long transcript only those near the window are in the document. */
export function TranscriptList(props: TranscriptListProps) {
  const { transcript, place, followed, wanted, edits, onPlay } = props;
  const { t } = useTranslation();
  const { segments, speakers } = transcript;
  const list = useRef<HTMLOListElement>(null);
  const { topPx, widthPx } = usePlacement(list);
  // What it returns changes under the same identity; nothing here is memoized over it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: segments.length,
    estimateSize: (index) => {
      const segment = segments[index];
      return segment ? estimateHeight(segment, beginsTurn(segments, index), widthPx) : 0;
    },
    getItemKey: (index) => segments[index]?.id ?? index,
    overscan: 12,
    scrollMargin: topPx,
  });
  useWordClicks(list, transcript, onPlay);

  const keepInSight = useEffectEvent((index: number) => {
    const element = list.current?.querySelector(`[data-index="${index}"]`);
    const box = element?.getBoundingClientRect();
    const isInSight = box && box.top > window.innerHeight * 0.12 && box.bottom < window.innerHeight * 0.72;
    if (!isInSight) virtualizer.scrollToIndex(index, { align: 'center' });
  });
  useEffect(() => {
    if (followed !== null) keepInSight(followed);
  }, [followed]);

  const goTo = useEffectEvent((index: number) => {
    virtualizer.scrollToIndex(index, { align: 'center' });
    // It is in the document a frame or two later, and where it stands is right after it was measured.
    let frame = requestAnimationFrame(function look() {
      const item = list.current?.querySelector(`[data-index="${index}"]`);
      if (!item) frame = requestAnimationFrame(look);
      else placeToLook(item)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => (wanted ? goTo(wanted.index) : undefined), [wanted]);

  return (
    <ol
      ref={list}
      className={style.list}
      aria-label={t('transcript.list')}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const segment = segments[index];
        return segment ? (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={segments.length}
            aria-posinset={index + 1}
            className={style.item}
            data-wanted={wanted?.index === index || undefined}
            style={{ transform: `translateY(${start - topPx}px)` }}
          >
            <TranscriptSegment
              segment={segment}
              speakers={speakers}
              isFirst={beginsTurn(segments, index)}
              currentWord={place?.segment === index ? place.word : null}
              edits={edits}
              onPlay={onPlay}
            />
          </li>
        ) : null;
      })}
    </ol>
  );
}

/** The sign that says what is doubtful, else the time, which plays it. */
const placeToLook = (item: Element): HTMLElement | null =>
  item.querySelector<HTMLElement>('[data-doubt-sign]') ?? item.querySelector<HTMLElement>('[data-time]');

/** Where the list begins on the page and how wide it is, px; followed as things above it come and go. */
function usePlacement(list: React.RefObject<HTMLOListElement | null>) {
  const [placement, setPlacement] = useState({ topPx: 0, widthPx: 640 });
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect();
      if (!box) return;
      const next = { topPx: Math.round(box.top + window.scrollY), widthPx: box.width };
      setPlacement((now) => (now.topPx === next.topPx && now.widthPx === next.widthPx ? now : next));
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(document.body);
    if (list.current?.parentElement) size.observe(list.current.parentElement);
    return () => size.disconnect();
  }, [list]);
  return placement;
}

/** One listener for all words: a click plays from there, unless it was the end of selecting text. */
function useWordClicks(
  list: React.RefObject<HTMLOListElement | null>,
  transcript: Transcript,
  onPlay: ((timeS: number) => void) | null,
) {
  const click = useEffectEvent((event: MouseEvent) => {
    if (!onPlay || !(event.target instanceof Element) || window.getSelection()?.type === 'Range') return;
    const word = event.target.closest<HTMLElement>('[data-word]');
    const item = word?.closest<HTMLElement>('[data-index]');
    const found = transcript.segments[Number(item?.dataset['index'])]?.words[Number(word?.dataset['word'])];
    if (found) onPlay(found.start);
  });
  useEffect(() => {
    const controller = new AbortController();
    list.current?.addEventListener('click', (event) => click(event), { signal: controller.signal });
    return () => controller.abort();
  }, [list]);
}
