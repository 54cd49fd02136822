export type TimeSpan = [start: number, end: number];

type SpanList = {
  /** Adds a span. Spans come in ascending order and may overlap the one before. */
  add(start: number, end: number): void;
  /** Returns at most `maxSpans` spans, ascending and not overlapping. */
  spans(): TimeSpan[];
};

/**
 * Creates a list that merges spans which are at most `gapS` apart. While there are more than `maxSpans`, it doubles
 * this distance.
 */
export function createSpanList({ maxSpans, gapS }: { maxSpans: number; gapS: number }): SpanList {
  let gap = gapS;
  let list: TimeSpan[] = [];
  const append = (to: TimeSpan[], [start, end]: TimeSpan) => {
    const last = to.at(-1);
    if (last && start - last[1] <= gap) last[1] = Math.max(last[1], end);
    else to.push([start, end]);
  };
  return {
    add(start, end) {
      append(list, [start, end]);
      while (list.length > maxSpans) {
        gap *= 2;
        const merged: TimeSpan[] = [];
        for (const span of list) append(merged, span);
        list = merged;
      }
    },
    spans: () => list.map(([start, end]) => [start, end]),
  };
}

export function joinSpans(
  a: TimeSpan[],
  b: TimeSpan[],
  limits: { maxSpans: number; gapS: number },
): TimeSpan[] {
  const list = createSpanList(limits);
  for (const [start, end] of [...a, ...b].toSorted((x, y) => x[0] - y[0])) list.add(start, end);
  return list.spans();
}
