type GainCurve = {
  delay: number;
  /** Takes the highest gain allowed at the next sample. Returns the gain of the sample `delay` before it. */
  next(limit: number): number;
  /** True if nothing was limited for so long that every gain is 1, so that samples without a limit can be skipped. */
  isOpen(): boolean;
};

/** Creates a moving average over `length` values, initially 1. */
function createBox(length: number) {
  const values = new Float64Array(length).fill(1);
  let at = 0;
  let sum = length;
  return {
    next(value: number): number {
      sum += value - values[at]!;
      values[at] = value;
      at = at + 1 === length ? 0 : at + 1;
      return sum / length;
    },
    open() {
      values.fill(1);
      sum = length;
    },
  };
}

/** Creates a moving minimum over `length` values, initially 1. */
function createMinimum(length: number) {
  // Monotonic queue, ascending from `head`: a value leaves once a smaller one follows, or after `length` samples.
  const values = new Float64Array(length);
  const places = new Float64Array(length);
  let head = 0;
  let count = 0;
  let place = 0;
  const wrap = (i: number) => (i >= length ? i - length : i);
  return {
    next(value: number): number {
      if (count > 0 && places[head]! <= place - length) {
        head = wrap(head + 1);
        count--;
      }
      while (count > 0 && values[wrap(head + count - 1)]! >= value) count--;
      const end = wrap(head + count);
      values[end] = value;
      places[end] = place++;
      count++;
      return values[head]!;
    },
    open() {
      count = 0;
    },
  };
}

/**
 * Creates the gain of a look-ahead limiter: the minimum of the limits in a window, released exponentially, and smoothed
 * by a triangular window of `attackSamples`. It falls before the peak and never exceeds the limit of any sample within
 * `marginSamples`.
 */
export function createGainCurve(input: {
  attackSamples: number;
  marginSamples: number;
  releaseSamples: number;
}): GainCurve {
  const half = Math.max(1, Math.ceil(input.attackSamples / 2));
  const attack = 2 * half - 1;
  const margin = input.marginSamples;
  const minimum = createMinimum(attack + 2 * margin);
  const boxes = [createBox(half), createBox(half)] as const;
  const release = 1 - Math.exp(-1 / input.releaseSamples);
  const settled = 1e-5;
  let gain = 1;
  /** Number of samples since the gain before smoothing reached 1. */
  let open = attack;

  return {
    delay: attack - 1 + margin,
    next(limit) {
      const held = minimum.next(limit < 1 ? limit : 1);
      gain = Math.min(held, gain + (1 - gain) * release);
      if (held === 1 && 1 - gain < settled) gain = 1;
      open = gain === 1 ? open + 1 : 0;
      if (open === attack) for (const box of boxes) box.open();
      if (open >= attack) return 1;
      return boxes[1].next(boxes[0].next(gain));
    },
    isOpen() {
      if (open < attack) return false;
      minimum.open();
      return true;
    },
  };
}
