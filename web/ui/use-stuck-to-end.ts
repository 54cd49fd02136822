import { useEffect, useRef } from 'react';

/** Scrolls an element to its end as text is added, unless the person has scrolled up. Returns its ref. */
export function useStuckToEnd() {
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const controller = new AbortController();
    const look = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 24;
    };
    element.addEventListener('scroll', look, { signal: controller.signal, passive: true });
    return () => controller.abort();
  }, []);
  // This runs after every render, because text may have been added.
  useEffect(() => {
    const element = scroller.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  });
  return scroller;
}
