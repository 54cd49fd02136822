import { useEffect, useRef } from 'react';

/**
 * Keeps the focus when the focused button disappears with the state of a connection. It then moves to the surrounding
 * element. Otherwise it would go to the top of the page. Returns the props of that element.
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
