import { useEffect, useEffectEvent } from 'react';

/** Does it with each frame while `isMoving`, and after each render: whatever it depends on has changed then. */
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
