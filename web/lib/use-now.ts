import { useEffect, useState } from 'react';

/** The time, renewed every half second while `isTicking`; older before that. ms since the epoch. */
export function useNow(isTicking: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isTicking]);
  return nowMs;
}
