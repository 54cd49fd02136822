import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the surrounding element when the focused button disappears with the state of a connection; otherwise it
 * would go to the top of the page. The result holds the props of that element.
 */
export function useFocusHeld<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const isWithin = useRef(false);
  useEffect(() => {
    if (isWithin.current && document.activeElement === document.body) {
      ref.current?.focus({ preventScroll: true });
    }
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isWithin.current = true;
    },
    onBlur: () => {
      isWithin.current = false;
    },
  };
}
