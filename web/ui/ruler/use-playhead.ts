import { useEffect, useEffectEvent, useRef } from 'react';
import { useEachFrame } from './use-each-frame.ts';

type Place = {
  durationS: number;
  positionS: number;
  readPosition?: (() => number) | undefined;
};

/** Moves `playhead` to the playback time on `surface`. Only the compositor moves it, without layout or rendering. */
export function usePlayhead({ durationS, positionS, readPosition }: Place) {
  const surface = useRef<HTMLDivElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  const widthPx = useRef(0);
  const place = () => {
    const timeS = readPosition?.() ?? positionS;
    const share = durationS > 0 ? Math.min(1, Math.max(0, timeS / durationS)) : 0;
    if (playhead.current) {
      playhead.current.style.transform = `translateX(${(share * widthPx.current).toFixed(2)}px)`;
    }
  };
  const placeAnew = useEffectEvent(place);
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const measure = () => {
      widthPx.current = element.clientWidth;
      placeAnew();
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, []);
  useEachFrame(readPosition !== undefined, place);
  return { surface, playhead };
}
