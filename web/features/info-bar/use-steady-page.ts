import { useEffect, useLayoutEffect, useRef } from 'react';
import { changeOf, isCaused, movesAtOnce } from './steady-page.rules.ts';

/** Length by which the page is made longer, so that it can be scrolled by the height of the bar (`web/ui/base.css`). */
const property = '--info-bar-room';

const isUpwards = (event: Event): boolean => event instanceof WheelEvent && event.deltaY < 0;

/**
 * Keeps what is below the bar in its place when the bar appears, grows or goes by itself. At first the bar lies over the top of
 * the page. With the next press, key or turn of the wheel the page makes room for it and is scrolled by as much, so that scrolling
 * up shows what the bar covers. On another screen (`place`) the bar stands above it from the beginning. A screen of `movesAtOnce` moves
 * with each change of the bar's height. Returns the refs of the room in the page and of the bar in it.
 */
export function useSteadyPage(place: string) {
  const room = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    setHeight(room.current, bar.current?.offsetHeight ?? 0);
    document.documentElement.style.removeProperty(property);
  }, [place]);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const root = document.documentElement;
    const owner = new AbortController();
    let actedMs = -Infinity;
    const follow = (isOwn: boolean) => {
      const roomPx = room.current?.offsetHeight ?? 0;
      const change = changeOf({ roomPx, barPx: element.offsetHeight, topPx: window.scrollY }, isOwn);
      if (!change) return;
      root.style.setProperty(property, `${change.roomPx}px`);
      setHeight(room.current, change.roomPx);
      // The browser may have scrolled by itself (scroll anchoring), so the goal is a place and not a distance.
      window.scrollTo({ top: change.topPx, behavior: 'instant' });
    };
    const act = (event: Event) => {
      if (event.type === 'wheel' && !isUpwards(event)) return;
      actedMs = performance.now();
      follow(false);
    };
    for (const type of ['pointerdown', 'pointerup', 'keydown', 'keyup', 'wheel']) {
      window.addEventListener(type, act, { capture: true, passive: true, signal: owner.signal });
    }
    // While the page was hidden, the bar may have appeared. If the page is at its top, the screen moves below the bar.
    const onReturn = () => {
      if (document.hidden) return;
      if (window.scrollY > 0) follow(true);
      else setHeight(room.current, element.offsetHeight);
    };
    document.addEventListener('visibilitychange', onReturn, { signal: owner.signal });
    const observer = new ResizeObserver(() => {
      if (movesAtOnce(shown.current ?? '')) setHeight(room.current, element.offsetHeight);
      else if (isCaused(performance.now() - actedMs)) follow(true);
    });
    observer.observe(element);
    return () => {
      owner.abort();
      observer.disconnect();
      root.style.removeProperty(property);
    };
  }, []);
  return { room, bar };
}

function setHeight(element: HTMLElement | null, px: number): void {
  if (element) element.style.height = `${px}px`;
}
