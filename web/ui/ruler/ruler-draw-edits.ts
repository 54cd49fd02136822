import type { Lane, RulerPalette } from './ruler-palette.ts';
import { coverage, quietRuns, timeToPx } from './ruler.rules.ts';
import type { RulerView, Span } from './ruler.rules.ts';

/** The edits of a recording. Their spans are in s, ascend and do not overlap. */
export type RulerEdits = {
  kept: readonly Span[];
  proposals: readonly Span[];
  selection: Span | null;
};

const notchPx = 6;

/**
 * Draws the edits over the waveform. A span that is too narrow for a pattern gets a notch at the top, so that it is not
 * overlooked.
 */
export function drawEdits(
  context: CanvasRenderingContext2D,
  view: RulerView,
  edits: RulerEdits,
  lane: Lane,
  palette: RulerPalette,
): void {
  const columns = Math.max(1, Math.round(view.widthPx));
  drawProposals(context, view, columns, edits.proposals, lane, palette);
  drawRemoved(context, coverage(edits.kept, view, columns), lane, palette);
  if (edits.selection) drawSelection(context, view, edits.selection, lane, palette);
}

type Run = readonly [first: number, end: number];

function drawRemoved(
  context: CanvasRenderingContext2D,
  kept: Float32Array,
  lane: Lane,
  palette: RulerPalette,
): void {
  const runs = quietRuns(kept, 0.5, 1);
  context.fillStyle = palette.ground;
  context.globalAlpha = 0.75;
  for (const [first, end] of runs) context.fillRect(first, lane.top, end - first, lane.height);
  context.globalAlpha = 1;
  const wide = runs.filter(([first, end]) => end - first >= 4);
  hatch(context, wide, lane, palette.axis, 9, [1, -1]);
  context.fillStyle = palette.text;
  for (const [first, end] of wide) {
    context.fillRect(first, lane.top, 1, lane.height);
    context.fillRect(end - 1, lane.top, 1, lane.height);
  }
  notch(
    context,
    kept.map((share) => 1 - share),
    wide,
    lane.top,
  );
}

function drawProposals(
  context: CanvasRenderingContext2D,
  view: RulerView,
  columns: number,
  proposals: readonly Span[],
  lane: Lane,
  palette: RulerPalette,
): void {
  if (proposals.length === 0) return;
  const covered = coverage(proposals, view, columns);
  const runs = quietRuns(
    covered.map((share) => 1 - share),
    0.5,
    1,
  );
  const wide = runs.filter(([first, end]) => end - first >= 4);
  hatch(context, wide, lane, palette.active, 6, [-1]);
  context.strokeStyle = palette.active;
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  for (const [first, end] of wide)
    context.strokeRect(first + 0.5, lane.top + 0.5, end - first - 1, lane.height - 1);
  context.setLineDash([]);
  context.fillStyle = palette.active;
  notch(context, covered, wide, lane.top + lane.height - notchPx);
}

function notch(
  context: CanvasRenderingContext2D,
  covered: Float32Array,
  patterned: readonly Run[],
  top: number,
): void {
  const left = covered.slice();
  for (const [first, end] of patterned) left.fill(0, first, end);
  left.forEach((share, column) => {
    if (share > 0.001) context.fillRect(column, top, 1, notchPx);
  });
}

function drawSelection(
  context: CanvasRenderingContext2D,
  view: RulerView,
  [startS, endS]: Span,
  lane: Lane,
  palette: RulerPalette,
): void {
  const left = timeToPx(view, startS);
  const width = Math.max(1, timeToPx(view, endS) - left);
  context.fillStyle = palette.active;
  context.globalAlpha = 0.25;
  context.fillRect(left, lane.top, width, lane.height);
  context.globalAlpha = 1;
  context.fillRect(left, lane.top, width, 2);
  context.fillRect(left, lane.top + lane.height - 2, width, 2);
}

/**
 * Hatches runs of columns. In `leans`, 1 stands for lines that lean right, −1 for lines that lean left; both together
 * cross. The lines come from a repeated tile, because hundreds of clipped strokes take a hundred times longer.
 */
export function hatch(
  context: CanvasRenderingContext2D,
  runs: readonly Run[],
  lane: Lane,
  ink: string,
  stepPx: number,
  leans: readonly (1 | -1)[],
): void {
  if (runs.length === 0) return;
  const scale = context.getTransform().a;
  const tile = hatchTile(ink, Math.max(1, Math.round(stepPx * scale)), scale, leans);
  const pattern = tile && context.createPattern(tile, 'repeat');
  if (!pattern) return;
  // The pattern is scaled to device pixels, so that the lines are sharp.
  pattern.setTransform(new DOMMatrix().scale(1 / scale));
  context.fillStyle = pattern;
  for (const [first, end] of runs) context.fillRect(first, lane.top, end - first, lane.height);
}

function hatchTile(
  ink: string,
  sizePx: number,
  lineWidth: number,
  leans: readonly (1 | -1)[],
): OffscreenCanvas | null {
  const tile = new OffscreenCanvas(sizePx, sizePx);
  const context = tile.getContext('2d');
  if (!context) return null;
  context.strokeStyle = ink;
  context.lineWidth = lineWidth;
  for (const lean of leans) {
    // The corners of the tile show parts of the lines of the neighbouring tiles.
    for (const shift of [-sizePx, 0, sizePx]) {
      context.moveTo(shift - 1, lean === 1 ? sizePx + 1 : -1);
      context.lineTo(shift + sizePx + 1, lean === 1 ? -1 : sizePx + 1);
    }
  }
  context.stroke();
  return tile;
}
