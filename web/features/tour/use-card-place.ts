import { type RefObject, useEffect, useState } from 'react';
import { type Box, placeCard } from './tour.rules.ts';

/** The card leaves all of these free but the one that it points at: what tours explain, and the player. */
const keepFree = '[data-tour], [data-screen-bottom]';

type Place = { card: { left: number; top: number }; target: Box | null };

export const targetOf = (selector: string | null): Element | null => {
  if (selector === null) return null;
  return [...document.querySelectorAll(selector)].find((element) => element.checkVisibility()) ?? null;
};

const boxOf = (element: Element): Box => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom };
};

/** Returns the places of the card and of what it points at, and follows both while the page scrolls or changes its size. */
export function useCardPlace(card: RefObject<HTMLElement | null>, selector: string | null): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const target = targetOf(selector);
    target?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const owner = new AbortController();
    let frame = 0;
    const measure = () => {
      const own = card.current;
      if (!own) return;
      const { offsetWidth: width, offsetHeight: height } = own;
      const others = [...document.querySelectorAll(keepFree)].filter(
        (element) => element !== target && element.checkVisibility(),
      );
      const box = target?.isConnected ? boxOf(target) : null;
      const { innerWidth, innerHeight } = window;
      setPlace({
        card: placeCard({
          target: box,
          card: { width, height },
          view: { width: innerWidth, height: innerHeight },
          keepFree: others.filter((other) => !target || !contains(other, target)).map(boxOf),
        }),
        target: box,
      });
    };
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    const size = new ResizeObserver(later);
    size.observe(document.body);
    if (card.current) size.observe(card.current);
    const options = { signal: owner.signal, passive: true, capture: true };
    window.addEventListener('scroll', later, options);
    window.addEventListener('resize', later, options);
    measure();
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      owner.abort();
    };
  }, [card, selector]);
  return place;
}

const contains = (a: Element, b: Element): boolean => a.contains(b) || b.contains(a);
