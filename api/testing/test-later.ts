import type { Later } from '#api/lib/later.ts';
import type { TestClock } from './test-clock.ts';

/** Creates timers that run when a test lets the time of its clock pass. */
export function createTestLater(clock: TestClock) {
  let nowMs = 0;
  const waiting = new Set<{ atMs: number; run: () => void }>();
  const later: Later = (ms, run) => {
    const one = { atMs: nowMs + ms, run };
    waiting.add(one);
    return () => void waiting.delete(one);
  };
  return {
    later,
    /** Lets time pass, and runs what is due in the meantime, the earliest first. */
    pass(ms: number): void {
      const end = nowMs + ms;
      for (;;) {
        const [next] = [...waiting]
          .filter(({ atMs }) => atMs <= end)
          .toSorted((one, other) => one.atMs - other.atMs);
        const toMs = next?.atMs ?? end;
        clock.advance(toMs - nowMs);
        nowMs = toMs;
        if (!next) return;
        waiting.delete(next);
        next.run();
      }
    },
    count: () => waiting.size,
  };
}
