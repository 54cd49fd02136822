import { drawEdits, hatch } from './ruler-draw-edits.ts';
import type { RulerEdits } from './ruler-draw-edits.ts';
import { drawDoubts, drawFinds, drawLanes, laneRowPx, lanesPx } from './ruler-draw-said.ts';
import type { RulerSaid } from './ruler-draw-said.ts';
import { drawText, textRowPx } from './ruler-draw-text.ts';
import type { RulerText } from './ruler-draw-text.ts';
import type { Lane, RulerPalette } from './ruler-palette.ts';
import { binPeaks, coverage, quietRuns, ticks, timeToPx } from './ruler.rules.ts';
import type { RulerBins, RulerPeaks, RulerView, Span } from './ruler.rules.ts';

/**
 * A span that is worth checking. Colour and pattern distinguish the kinds: `caution` is dotted above, `danger` is
 * barred, `flag` is a marker of a person.
 */
export type RulerMark = { startS: number; endS: number; kind: 'caution' | 'danger' | 'flag' };

/** A part of a file that is being sent. `share` of it is done, 0 to 1. */
export type RulerCell = { share: number; state: 'waiting' | 'moving' | 'done' | 'failed' };

export type RulerPicture = RulerSaid & {
  peaks: RulerPeaks | null;
  /** The spans of speech. The rest is hatched. Null if unknown. */
  regions: readonly Span[] | null;
  marks: readonly RulerMark[];
  cells: readonly RulerCell[];
  edits?: RulerEdits | null;
  /** What is said. It has a row of its own below the waveform. */
  text?: RulerText | null;
  /** Audio after this time, s, is not stored yet, and is drawn as an outline. Undefined if all audio is stored. */
  savedS?: number | undefined;
  hasAxis: boolean;
  /** Finest step of the axis that `formatTime` can show, s. The default is 1. */
  minStepS?: number;
  formatTime: (timeS: number, digits: number) => string;
};

export const axisPx = 20;
const cellPx = 8;
const labelPx = 64;

/** Draws the picture on a cleared context. All lengths are in CSS pixels, which the context scales to the device. */
export function drawRuler(
  context: CanvasRenderingContext2D,
  view: RulerView,
  heightPx: number,
  picture: RulerPicture,
  palette: RulerPalette,
): void {
  context.clearRect(0, 0, view.widthPx, heightPx);
  const top = 2;
  const rows = picture.lanes?.length ? palette.laneRows : 0;
  const floor = heightPx - (picture.hasAxis ? axisPx : 2);
  const laneTop = floor - rows * laneRowPx;
  const textTop = laneTop - textRowPx;
  const bottom =
    floor - (picture.cells.length > 0 ? cellPx + 4 : 0) - lanesPx(rows) - (picture.text ? textRowPx : 0);
  const lane = { top, height: Math.max(4, bottom - top) };
  const columns = Math.max(1, Math.round(view.widthPx));
  const covered = picture.regions ? coverage(picture.regions, view, columns) : null;
  if (covered) {
    // The part of the window before the start of a growing recording is not silence, so it is not hatched.
    const measured = covered.slice().fill(1, 0, Math.max(0, Math.ceil(timeToPx(view, 0))));
    hatch(context, quietRuns(measured, 0.08, 4), lane, palette.hatch, 7, [1]);
  }
  for (const mark of picture.marks) drawMarkGround(context, view, mark, lane, palette);
  if (picture.peaks) {
    const savedPx = picture.savedS === undefined ? view.widthPx : timeToPx(view, picture.savedS);
    drawWave(context, binPeaks(picture.peaks, view, columns), covered, lane, palette, savedPx);
  }
  for (const mark of picture.marks) drawMarkEdge(context, view, mark, lane, palette);
  if (picture.doubts?.length) drawDoubts(context, view, picture.doubts, lane, palette);
  if (picture.finds?.length) drawFinds(context, view, picture.finds, lane, palette);
  if (picture.lanes && rows > 0) drawLanes(context, view, picture.lanes, rows, laneTop, palette);
  if (picture.text) drawText(context, view, picture.text, picture.edits?.kept ?? null, textTop, palette);
  if (picture.edits) drawEdits(context, view, picture.edits, lane, palette);
  if (picture.cells.length > 0) drawCells(context, view.widthPx, bottom + 4, picture.cells, palette);
  if (picture.hasAxis) drawAxis(context, view, heightPx, picture, palette);
}

/**
 * Returns the square root of the amplitude. It is closer to the perceived loudness, so that quiet speech stays visible.
 */
const toHeight = (value: number): number => Math.sign(value) * Math.sqrt(Math.min(1, Math.abs(value) / 127));

/**
 * Draws the extremes in a light tone, and the mean in the full tone in front of them, so that a long recording shows
 * its shape.
 */
function drawWave(
  context: CanvasRenderingContext2D,
  bins: RulerBins,
  covered: Float32Array | null,
  lane: Lane,
  palette: RulerPalette,
  savedPx: number,
): void {
  const middle = lane.top + lane.height / 2;
  const half = lane.height / 2 - 1;
  const count = bins.means.length;
  const isActive = (column: number) => covered !== null && (covered[column] as number) >= 0.25;
  for (const [kind, ink] of [
    [false, palette.wave],
    [true, palette.active],
  ] as const) {
    context.fillStyle = ink;
    context.globalAlpha = 0.5;
    let edge: Edge | null = null;
    for (let column = 0; column < count; column += 1) {
      if (isActive(column) !== kind) continue;
      const low = toHeight(bins.extremes[column * 2] as number) * half;
      const high = toHeight(bins.extremes[column * 2 + 1] as number) * half;
      if (column < savedPx) context.fillRect(column, middle - high, 1, Math.max(1, high - low));
      else edge = drawOutline(context, column, middle - high, middle - low, edge);
    }
    context.globalAlpha = 1;
    for (let column = 0; column < count && column < savedPx; column += 1) {
      if (isActive(column) !== kind) continue;
      const reach = toHeight(bins.means[column] as number) * half;
      context.fillRect(column, middle - reach, 1, Math.max(1, reach * 2));
    }
  }
}

type Edge = { top: number; bottom: number };

function drawOutline(
  context: CanvasRenderingContext2D,
  px: number,
  top: number,
  bottom: number,
  before: Edge | null,
): Edge {
  const alpha = context.globalAlpha;
  context.globalAlpha = 1;
  for (const [here, there] of [
    [top, before?.top ?? top],
    [bottom, before?.bottom ?? bottom],
  ] as const) {
    context.fillRect(px, Math.min(here, there) - 0.75, 1, Math.abs(here - there) + 1.5);
  }
  context.globalAlpha = alpha;
  return { top, bottom };
}

function markBox(view: RulerView, mark: RulerMark): [left: number, width: number] {
  const left = timeToPx(view, mark.startS);
  return [left, Math.max(3, timeToPx(view, mark.endS) - left)];
}

function drawMarkGround(
  context: CanvasRenderingContext2D,
  view: RulerView,
  mark: RulerMark,
  lane: Lane,
  palette: RulerPalette,
): void {
  if (mark.kind === 'flag') return;
  const [left, width] = markBox(view, mark);
  context.globalAlpha = 0.22;
  context.fillStyle = palette[mark.kind];
  context.fillRect(left, lane.top, width, lane.height);
  context.globalAlpha = 1;
}

function drawMarkEdge(
  context: CanvasRenderingContext2D,
  view: RulerView,
  mark: RulerMark,
  lane: Lane,
  palette: RulerPalette,
): void {
  const [left, width] = markBox(view, mark);
  if (mark.kind === 'flag') {
    context.fillStyle = palette.text;
    context.fillRect(left, lane.top, 1.5, lane.height);
    context.fillRect(left, lane.top, 8, 7);
    return;
  }
  context.fillStyle = palette[mark.kind];
  if (mark.kind === 'danger') {
    context.fillRect(left, lane.top, width, 4);
    context.fillRect(left, lane.top + lane.height - 4, width, 4);
    return;
  }
  for (let px = left; px < left + width; px += 5) {
    context.fillRect(px, lane.top, Math.min(3, left + width - px), 4);
  }
}

function drawCells(
  context: CanvasRenderingContext2D,
  widthPx: number,
  top: number,
  cells: readonly RulerCell[],
  palette: RulerPalette,
): void {
  const gap = cells.length > widthPx / 6 ? 0 : 2;
  const width = widthPx / cells.length;
  cells.forEach((cell, index) => {
    const left = index * width;
    context.strokeStyle = palette.axis;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, top + 0.5, Math.max(1, width - gap - 1), cellPx - 1);
    context.fillStyle =
      cell.state === 'failed' ? palette.danger : cell.state === 'done' ? palette.safe : palette.active;
    const share = cell.state === 'failed' ? 1 : cell.share;
    context.fillRect(left, top, (width - gap) * share, cellPx);
    if (cell.state !== 'failed') return;
    context.fillStyle = palette.ground;
    for (let px = left + 4; px < left + width - gap; px += 8) context.fillRect(px, top + 2, 2, cellPx - 4);
  });
}

function drawAxis(
  context: CanvasRenderingContext2D,
  view: RulerView,
  heightPx: number,
  { formatTime, minStepS = 1 }: RulerPicture,
  palette: RulerPalette,
): void {
  const axisTop = heightPx - axisPx + 1;
  context.fillStyle = palette.axis;
  context.fillRect(0, axisTop, view.widthPx, 1);
  context.font = palette.font;
  context.textBaseline = 'alphabetic';
  let freeFrom = -1;
  for (const tick of ticks(view, minStepS < 1 ? labelPx + 16 : labelPx, minStepS)) {
    const px = Math.round(timeToPx(view, tick.atS));
    context.fillStyle = palette.axis;
    context.fillRect(Math.min(px, view.widthPx - 1), axisTop, 1, tick.isLabelled ? 5 : 3);
    if (!tick.isLabelled) continue;
    const text = formatTime(tick.atS, tick.digits);
    const width = context.measureText(text).width;
    const left = Math.min(view.widthPx - width, Math.max(0, px - width / 2));
    if (left < freeFrom) continue;
    freeFrom = left + width + 8;
    context.fillStyle = palette.text;
    context.fillText(text, left, heightPx - 2);
  }
}
