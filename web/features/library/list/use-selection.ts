import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keptIn, noSelection, rangeToggled, toggled, type Selection } from './selection.rules.ts';

export function useSelection(order: readonly string[]) {
  const [isSelecting, setSelecting] = useState(false);
  const [held, setHeld] = useState<Selection>(noSelection);
  const selection = useMemo(() => keptIn(held, order), [held, order]);
  const shown = useRef(order);
  useEffect(() => {
    shown.current = order;
  });

  const toggle = useCallback((id: string, withRange: boolean) => {
    setSelecting(true);
    setHeld((now) => (withRange ? rangeToggled(now, id, shown.current) : toggled(now, id)));
  }, []);
  const end = useCallback(() => {
    setSelecting(false);
    setHeld(noSelection);
  }, []);
  return {
    isSelecting,
    chosen: selection.chosen,
    toggle,
    start: useCallback(() => setSelecting(true), []),
    end,
    all: useCallback(() => setHeld({ chosen: new Set(shown.current), anchor: null }), []),
    none: useCallback(() => setHeld(noSelection), []),
  };
}
export type RowSelection = ReturnType<typeof useSelection>;
