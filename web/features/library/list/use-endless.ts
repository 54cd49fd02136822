import { useEffect, useRef } from 'react';

/** Distance from the end of the list at which the next page loads, px. */
const aheadPx = 1_200;

/**
 * Calls `more` when the element comes near the viewport, and again after each page while it is still near. `count` is
 * the number of rows so far. If `isOn` is false, `more` is never called.
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
      // The root is given because inside a frame `rootMargin` does not apply to the default root.
      { root: document, rootMargin: `${aheadPx}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- an observer reports changes only, so each page needs a new observer
  }, [isOn, count]);
  return end;
}
