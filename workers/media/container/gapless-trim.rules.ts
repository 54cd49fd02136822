/** Encoder delay and padding to remove, in frames from the first decoded one. */
export type Trim = {
  skip: number;
  /** Range of the padding, `[dropFrom, dropTo)`. Encoders state its end; frames after it are sound again. */
  dropFrom: number;
  dropTo: number;
};

export const untrimmed: Trim = { skip: 0, dropFrom: Infinity, dropTo: Infinity };

type FrameRange = { from: number; count: number };

/** Returns the ranges to keep, at most two, of `count` decoded frames that start at frame `at`. */
export function keptRanges({ skip, dropFrom, dropTo }: Trim, at: number, count: number): FrameRange[] {
  const end = at + count;
  const kept = (from: number, to: number): FrameRange[] => {
    const start = Math.max(at, from);
    const stop = Math.min(end, to);
    return stop > start ? [{ from: start - at, count: stop - start }] : [];
  };
  return [...kept(skip, dropFrom), ...kept(Math.max(skip, dropTo), Infinity)];
}
