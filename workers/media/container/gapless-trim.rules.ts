/** What of the decoded frames is no sound of the recording, in frames from the first decoded one. */
export type Trim = {
  /** Priming of the coder, at the beginning. */
  skip: number;
  /** Padding: from here up to there. Coders state where it ends; what follows nevertheless is sound again. */
  dropFrom: number;
  dropTo: number;
};

export const untrimmed: Trim = { skip: 0, dropFrom: Infinity, dropTo: Infinity };

type FrameRange = { from: number; count: number };

/** What is kept of `count` frames of which the first is the `at`-th decoded one: at most two ranges. */
export function keptRanges({ skip, dropFrom, dropTo }: Trim, at: number, count: number): FrameRange[] {
  const end = at + count;
  const kept = (from: number, to: number): FrameRange[] => {
    const start = Math.max(at, from);
    const stop = Math.min(end, to);
    return stop > start ? [{ from: start - at, count: stop - start }] : [];
  };
  return [...kept(skip, dropFrom), ...kept(Math.max(skip, dropTo), Infinity)];
}
