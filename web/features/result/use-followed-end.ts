import { useEffect, useLayoutEffect, useRef } from 'react';

/** Distance from the bottom of the page that counts as its end, px. */
const nearPx = 48;

const isAtEnd = (): boolean => {
  const { scrollTop, clientHeight, scrollHeight } = document.scrollingElement ?? document.documentElement;
  return scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - nearPx;
};

/** Keeps the page scrolled to its end while `text` grows, if it was there before. */
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
    // The effect runs when the text has grown.
    if (text !== '' && isFollowing.current && page && element.current) page.scrollTop = page.scrollHeight;
  }, [element, text]);
}
