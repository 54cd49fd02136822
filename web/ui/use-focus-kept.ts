import { useEffect, useRef } from 'react';

export function useFocusKept<Panel extends HTMLElement>(stage: string) {
  const panel = useRef<Panel>(null);
  const shown = useRef(stage);
  useEffect(() => {
    const isNew = shown.current !== stage;
    shown.current = stage;
    if (isNew && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [stage]);
  return panel;
}
