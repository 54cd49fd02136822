import type { Lane, RulerPalette } from './ruler-palette.ts';
import { coverage, quietRuns, timeToPx } from './ruler.rules.ts';
import type { RulerView, Span } from './ruler.rules.ts';

/** The lane of a speaker. `tone` is the colour, 1 to 8, or 0 for the lane that the remaining speakers share. */
export type RulerLane = { tone: number; spans: readonly Span[] };

export type RulerSaid = {
  lanes?: readonly RulerLane[] | undefined;
  doubts?: readonly Span[] | undefined;
  /** Times of the search hits, s, ascending. */
  finds?: readonly number[] | undefined;
};

export const laneRowPx = 5;
const doubtPx = 3;

export const lanesPx = (rows: number): number => (rows > 0 ? rows * laneRowPx + 2 : 0);

/** Draws a row for each lane. If there is room for one row only, all lanes share it. */
export function drawLanes(
  context: CanvasRenderingContext2D,
  view: RulerView,
  lanes: readonly RulerLane[],
  rows: number,
  top: number,
  palette: RulerPalette,
): void {
  context.fillStyle = palette.hatch;
  context.globalAlpha = 0.35;
  for (let row = 0; row < rows; row += 1) {
    context.fillRect(0, top + row * laneRowPx, view.widthPx, laneRowPx - 1);
  }
  context.globalAlpha = 1;
  lanes.forEach(({ tone, spans }, index) => {
    const rowTop = top + Math.min(index, rows - 1) * laneRowPx;
    context.fillStyle = palette.lanes[tone - 1] ?? palette.axis;
    for (const [startS, endS] of spans) {
      if (endS < view.fromS || startS > view.toS) continue;
      const left = timeToPx(view, startS);
      context.fillRect(left, rowTop, Math.max(1, timeToPx(view, endS) - left), laneRowPx - 1);
    }
  });
}

/** Draws dots below the waveform. Marks of audio quality are above it. */
export function drawDoubts(
  context: CanvasRenderingContext2D,
  view: RulerView,
  doubts: readonly Span[],
  lane: Lane,
  palette: RulerPalette,
): void {
  const columns = Math.max(1, Math.round(view.widthPx));
  const free = coverage(doubts, view, columns).map((share) => (share > 0 ? 0 : 1));
  context.fillStyle = palette.caution;
  for (const [first, end] of quietRuns(free, 0.5, 1)) {
    for (let px = first; px < Math.max(end, first + 2); px += 4) {
      context.fillRect(px, lane.top + lane.height - doubtPx, 2, doubtPx);
    }
  }
}

/** Draws a line with a triangle for each search hit. Hits on the same pixel share one line. */
export function drawFinds(
  context: CanvasRenderingContext2D,
  view: RulerView,
  finds: readonly number[],
  lane: Lane,
  palette: RulerPalette,
): void {
  context.fillStyle = palette.find;
  let lastPx = -1;
  for (const atS of finds) {
    const px = Math.round(timeToPx(view, atS));
    if (px === lastPx || px < 0 || px > view.widthPx) continue;
    lastPx = px;
    context.fillRect(px - 0.5, lane.top, 1, lane.height);
    context.beginPath();
    context.moveTo(px - 4, lane.top);
    context.lineTo(px + 4, lane.top);
    context.lineTo(px, lane.top + 6);
    context.fill();
  }
}
