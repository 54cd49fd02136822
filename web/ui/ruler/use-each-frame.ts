import { useEffect, useEffectEvent } from 'react';

/** Calls `place` in each frame while `isMoving`, and after each render, when its inputs may have changed. */
export function useEachFrame(isMoving: boolean, place: () => void): void {
  const act = useEffectEvent(place);
  useEffect(() => {
    if (!isMoving) return;
    let frame = 0;
    const follow = () => {
      act();
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [isMoving]);
  useEffect(() => act());
}
