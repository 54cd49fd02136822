import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { Timeline } from './gapless.ts';

export type FrameRun = { from: number; to: number };

type CutPlan = {
  /** Runs of frames, ascending. Between two runs at least one frame is missing. */
  runs: FrameRun[];
  /**
   * First sample of the result, which lies in the first run, and its end, which lies in the last run. Both count from
   * the first decoded sample.
   */
  start: number;
  end: number;
};

/**
 * Converts kept spans to frames. The first and the last sample of the result are exact, because the tag can hide the rest of
 * their frames. Other ends move to the nearest frame. Returns null if nothing is left.
 */
export function planCut(input: {
  /** Spans to keep, s in the gapless timeline, ascending, not overlapping. */
  kept: readonly TimeSpan[];
  timeline: Timeline;
  sampleRate: number;
  samplesPerFrame: number;
}): CutPlan | null {
  const { timeline, sampleRate, samplesPerFrame } = input;
  const toSample = (s: number) =>
    Math.min(timeline.end, Math.max(timeline.start, Math.round(s * sampleRate) + timeline.start));
  const spans = input.kept
    .map(([from, to]) => ({ from: toSample(from), to: toSample(to) }))
    .filter(({ from, to }) => to > from);
  const start = spans[0]?.from;
  const end = spans.at(-1)?.to;
  if (start === undefined || end === undefined) return null;

  const runs: FrameRun[] = [];
  for (const [i, span] of spans.entries()) {
    const to =
      i === spans.length - 1 ? Math.ceil(span.to / samplesPerFrame) : Math.round(span.to / samplesPerFrame);
    const before = runs.at(-1);
    if (!before) {
      const from = Math.floor(span.from / samplesPerFrame);
      runs.push({ from, to: Math.max(to, from + 1) });
      continue;
    }
    // The last span keeps its end, however short it is.
    const nearest = Math.round(span.from / samplesPerFrame);
    const from = i === spans.length - 1 ? Math.min(nearest, to - 1) : nearest;
    if (from <= before.to) before.to = Math.max(before.to, to);
    else if (to > from) runs.push({ from, to });
  }
  return { runs, start, end: Math.min(end, runs.at(-1)!.to * samplesPerFrame) };
}
