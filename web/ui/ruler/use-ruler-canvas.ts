import { useEffect, useRef } from 'react';
import { createRulerCanvas } from './ruler-canvas.ts';
import type { RulerCanvas } from './ruler-canvas.ts';
import type { RulerPicture } from './ruler-draw.ts';
import type { RulerWindow } from './view.rules.ts';

export function useRulerCanvas(picture: RulerPicture, window: RulerWindow) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<RulerCanvas>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const owned = createRulerCanvas(canvas.current);
    drawing.current = owned;
    return () => owned[Symbol.dispose]();
  }, []);
  const { fromS, toS } = window;
  useEffect(() => drawing.current?.show(picture, { fromS, toS }), [picture, fromS, toS]);
  return canvas;
}
