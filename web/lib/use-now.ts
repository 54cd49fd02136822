import { useEffect, useState } from 'react';

/** Returns the current time, ms since the epoch. It is updated every half second while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isTicking]);
  return nowMs;
}
