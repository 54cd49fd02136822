import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Segment } from '#api/contract/transcript.ts';

/**
 * Returns the offset of the list from the top of the page and its width, px. Both are updated when elements above the
 * list change.
 */
export function usePlacement(list: React.RefObject<HTMLOListElement | null>) {
  const [placement, setPlacement] = useState({ topPx: 0, widthPx: 640 });
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect();
      if (!box) return;
      const next = { topPx: Math.round(box.top + window.scrollY), widthPx: box.width };
      setPlacement((now) => (now.topPx === next.topPx && now.widthPx === next.widthPx ? now : next));
    };
    measure();
    // The measurement waits for a frame, because the new placement changes sizes again.
    let frame = 0;
    const size = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    size.observe(document.body);
    if (list.current?.parentElement) size.observe(list.current.parentElement);
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
    };
  }, [list]);
  return placement;
}

const isStuck = (part: Element): boolean => ['sticky', 'fixed'].includes(getComputedStyle(part).position);

/** Returns the height by which a part covers the screen, px. It is 0 if the part scrolls with the page, as in a low window (`--stuck`). */
const coveredBy = (part: Element | null): number =>
  part && isStuck(part) ? part.getBoundingClientRect().height : 0;

/** Returns the heights of the sticky header and of the player, px; 0 if there is none. */
export function useScreenEdges(hasPlayer: boolean): { headPx: number; footPx: number } {
  const [edges, setEdges] = useState({ headPx: 0, footPx: 0 });
  useLayoutEffect(() => {
    const parts = [
      document.querySelector('[data-screen-top]'),
      hasPlayer ? document.querySelector('[data-screen-bottom]') : null,
    ];
    const measure = () => {
      const [headPx = 0, footPx = 0] = parts.map(coveredBy);
      setEdges((now) => (now.headPx === headPx && now.footPx === footPx ? now : { headPx, footPx }));
    };
    measure();
    let frame = 0;
    const measureSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const size = new ResizeObserver(measureSoon);
    for (const part of parts) if (part) size.observe(part);
    window.addEventListener('resize', measureSoon);
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      window.removeEventListener('resize', measureSoon);
    };
  }, [hasPlayer]);
  return edges;
}

/** Returns the height of the sticky elements above the text, px. It includes content that overflows them. It is 0 in a low window (`--stuck`). */
export function usePinnedHeight(pinned: React.RefObject<HTMLElement | null>): number {
  const [heightPx, setHeightPx] = useState(60);
  useLayoutEffect(() => {
    const own = pinned.current;
    if (!own) return;
    let frame = 0;
    const measureSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setHeightPx(isStuck(own) ? own.scrollHeight : 0));
    };
    const size = new ResizeObserver(measureSoon);
    const watch = () => {
      size.disconnect();
      size.observe(own);
      for (const child of own.children) size.observe(child);
    };
    watch();
    const changes = new MutationObserver(watch);
    changes.observe(own, { childList: true });
    window.addEventListener('resize', measureSoon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('resize', measureSoon);
      size.disconnect();
      changes.disconnect();
    };
  }, [pinned]);
  return heightPx;
}

/**
 * Keeps the segment at the upper edge of the window in place when segments before it are added, removed or resized.
 * That happens during a transcription, after a change by another person, and after an undo far above.
 */
export function useScrollAnchor(
  virtualizer: Virtualizer<Window, Element>,
  segments: readonly Segment[],
  indexes: ReadonlyMap<string, number>,
): void {
  const anchor = useRef<{ id: string; startS: number; topPx: number } | null>(null);
  const shown = useRef(segments);
  // This runs after every render, because only the virtualizer knows the positions.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const at = anchor.current;
    const margin = virtualizer.options.scrollMargin;
    if (at && shown.current !== segments && window.scrollY > margin) {
      // If the segment is gone, the segment at its time takes its place.
      const index = indexes.get(at.id) ?? segments.findLastIndex(({ start }) => start <= at.startS);
      const item = virtualizer.measurementsCache[index];
      const movedPx = item ? item.start - margin - at.topPx : 0;
      if (Math.abs(movedPx) >= 1) {
        window.scrollBy({ top: movedPx, behavior: 'instant' });
        // The offset is set here, because the scroll event comes a frame later. Until then the virtualizer would
        // compute its corrections from the old offset.
        // oxlint-disable-next-line react/immutability
        virtualizer.scrollOffset = window.scrollY;
      }
    }
    shown.current = segments;
    const first = virtualizer.getVirtualItems().find(({ end }) => end > window.scrollY);
    const segment = first && segments[first.index];
    anchor.current = segment ? { id: segment.id, startS: segment.start, topPx: first.start - margin } : null;
  });
}
