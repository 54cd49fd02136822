import { useEffect, useRef } from 'react';

/**
 * Buttons come and go with the state of a connection: a focus that went with one of them stays with what held it, not at the
 * top of the page. The result belongs on the element around them, which can take the focus.
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
