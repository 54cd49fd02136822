import { useEffect, useLayoutEffect, useRef } from 'react';

/** px from the lower end of the page within which somebody counts as being there. */
const nearPx = 48;

const isAtEnd = (): boolean => {
  const { scrollTop, clientHeight, scrollHeight } = document.scrollingElement ?? document.documentElement;
  return scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - nearPx;
};

/**
 * Whoever has gone to the end of a text that grows stays at its end; everybody else stays where they are. `text`: with each
 * change of it the page may have become longer.
 */
export function useFollowedEnd(element: React.RefObject<HTMLElement | null>, text: string): void {
  const isFollowing = useRef(false);
  useEffect(() => {
    const look = () => {
      isFollowing.current = isAtEnd();
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    const page = document.scrollingElement;
    // The text has just become longer.
    if (text !== '' && isFollowing.current && page && element.current) page.scrollTop = page.scrollHeight;
  }, [element, text]);
}
