import { useEffect, useRef } from 'react';

/** So far before the end of the list the next page is asked for. */
const aheadPx = 1_200;

/**
 * Calls `more` when the element comes near, and again after each page while it still is near. `count`: rows so far; with
 * `isOn` false nothing is asked for by itself.
 */
export function useEndless<E extends Element>(isOn: boolean, count: number, more: () => void) {
  const end = useRef<E>(null);
  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  });
  useEffect(() => {
    const element = end.current;
    if (!isOn || !element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) latest.current();
      },
      // the document by name: a page in a frame has another root otherwise, and no margin
      { root: document, rootMargin: `${aheadPx}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- an observer tells of changes alone: each page is a new look
  }, [isOn, count]);
  return end;
}
