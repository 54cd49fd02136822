import { useEffect, useRef } from 'react';

/** Length by which the page is made longer, so that it can be scrolled by the height of a bar (`web/ui/base.css`). */
const property = '--info-bar-room';

/**
 * Keeps what is below the bar in its place when the bar grows or shrinks by itself: the page is scrolled by the difference, so
 * that the bar comes over the top of the page, and scrolling up shows what it covers. Returns the ref of the bar.
 */
export function useSteadyPage<T extends HTMLElement>() {
  const bar = useRef<T>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const root = document.documentElement;
    const owner = new AbortController();
    const first = element.offsetHeight;
    let height = first;
    let topPx = window.scrollY;
    const follow = () => {
      topPx = window.scrollY;
    };
    window.addEventListener('scroll', follow, { passive: true, signal: owner.signal });
    const observer = new ResizeObserver(() => {
      const grownPx = element.offsetHeight - height;
      if (grownPx === 0) return;
      height += grownPx;
      root.style.setProperty(property, `${Math.max(0, height - first)}px`);
      // The browser may have done the same (scroll anchoring), so the goal is a place and not a distance.
      topPx = Math.max(0, topPx + grownPx);
      window.scrollTo({ top: topPx, behavior: 'instant' });
    });
    observer.observe(element);
    return () => {
      owner.abort();
      observer.disconnect();
      root.style.removeProperty(property);
    };
  }, []);
  return bar;
}
