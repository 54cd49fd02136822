type SlidingPair<T> = {
  /** What knows the sound since one to two lengths ago; since the beginning at first. */
  readonly current: T;
  /** Everything that is measuring now gets the sound of `count` more frames. */
  push(count: number, give: (to: T) => void): void;
};

/**
 * Lets measures forget that only add up: each is begun anew every `length` frames, and counts when it has heard that much.
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
