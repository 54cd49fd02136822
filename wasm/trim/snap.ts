import type { TimeSpan } from '#wasm/dsp/time-span.ts';

/**
 * Moves the ends of spans (s, ascending) to the nearest multiple of `frameS`; an end at `durationS`, or within half a frame of
 * it, stays at the recording's end. Removes empty spans and merges touching ones.
 */
export function snapSpans(spans: readonly TimeSpan[], durationS: number, frameS: number): TimeSpan[] {
  const lastFrame = durationS / frameS;
  const toFrame = (atS: number) => Math.round(Math.max(0, atS) / frameS);
  const snapped: TimeSpan[] = [];
  for (const [fromS, toS] of spans) {
    const from = toFrame(fromS);
    const isOpen = toS >= durationS || durationS - toFrame(toS) * frameS < frameS / 2;
    const to = isOpen ? lastFrame : toFrame(toS);
    if (to <= from) continue;
    const last = snapped.at(-1);
    const end = isOpen ? durationS : to * frameS;
    if (last && Math.round(last[1] / frameS) >= from && last[1] < durationS) last[1] = end;
    else if (!last || last[1] < durationS) snapped.push([from * frameS, end]);
  }
  return snapped;
}
