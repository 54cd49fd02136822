type SlidingPair<T> = {
  /** The measure over the last one to two lengths. In the first length it covers everything since the beginning. */
  readonly current: T;
  /** Passes `count` more frames to both measures. */
  push(count: number, give: (to: T) => void): void;
};

/**
 * Creates a sliding window of a measure that only accumulates. Two measures run. Every `length` frames the older one is
 * discarded. The younger one, which then covers `length` frames, is used, and a new one begins.
 */
export function createSlidingPair<T>(create: () => T, length: number): SlidingPair<T> {
  let current = create();
  let next: T | null = null;
  let frames = 0;
  return {
    get current() {
      return current;
    },
    push(count, give) {
      give(current);
      if (next !== null) give(next);
      frames += count;
      if (frames < length) return;
      frames = 0;
      current = next ?? current;
      next = create();
    },
  };
}
