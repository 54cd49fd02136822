import { createScope } from '#web/lib/scope.ts';
import { meterTicks, moveNeedle, restingNeedle, speechRange, toShare } from './level-meter.rules.ts';
import type { Level, Needle } from './level-meter.rules.ts';

const inks = ['track', 'speech', 'bar', 'hot', 'peak', 'text', 'line'] as const;
type Palette = Record<(typeof inks)[number], string> & { font: string };

type MeterCanvas = Disposable & {
  push(level: Level): void;
  readonly needle: Needle;
};

/** Top of the bar, px. The label of the speech range is above it. */
const barTop = 14;
const barPx = 18;
/** Interval at which the colours are read again, ms. The theme may change while the meter runs. */
const paletteEveryMs = 500;

/** Draws the meter in every animation frame, outside React, until the result is disposed of. */
export function createMeterCanvas(canvas: HTMLCanvasElement, speechLabel: string): MeterCanvas {
  const scope = createScope();
  const context = canvas.getContext('2d');
  let needle = { ...restingNeedle, atMs: performance.now() };
  let level: Level | null = null;
  let palette: Palette | null = null;
  let paletteAtMs = Number.NEGATIVE_INFINITY;
  let frame = 0;

  const draw = (nowMs: number) => {
    frame = requestAnimationFrame(draw);
    needle = moveNeedle(needle, level, nowMs);
    level = null;
    const [widthPx, heightPx] = [canvas.clientWidth, canvas.clientHeight];
    if (!context || widthPx === 0 || heightPx === 0) return;
    if (!palette || nowMs - paletteAtMs > paletteEveryMs) {
      palette = readPalette(canvas);
      paletteAtMs = nowMs;
    }
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(widthPx * scale), Math.round(heightPx * scale)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    drawMeter(context, { widthPx, heightPx, speechLabel }, needle, palette);
  };
  frame = requestAnimationFrame(draw);
  scope.defer(() => cancelAnimationFrame(frame));

  return {
    get needle() {
      return needle;
    },
    push(next) {
      level = level
        ? {
            rmsDbfs: Math.max(level.rmsDbfs, next.rmsDbfs),
            peakDbfs: Math.max(level.peakDbfs, next.peakDbfs),
          }
        : next;
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

/**
 * Draws the RMS level as a bar, the peak as a thin line and the held peak as a mark. Above −3 dBFS the bar has the
 * colour `hot`.
 */
function drawMeter(
  context: CanvasRenderingContext2D,
  { widthPx, heightPx, speechLabel }: { widthPx: number; heightPx: number; speechLabel: string },
  needle: Needle,
  ink: Palette,
): void {
  const toPx = (dbfs: number) => toShare(dbfs) * widthPx;
  context.clearRect(0, 0, widthPx, heightPx);
  context.save();
  context.translate(0, barTop);
  context.fillStyle = ink.track;
  context.fillRect(0, 0, widthPx, barPx);
  const [from, to] = [toPx(speechRange.fromDbfs), toPx(speechRange.toDbfs)];
  context.fillStyle = ink.speech;
  context.fillRect(from, 0, to - from, barPx);
  const rms = toPx(needle.rmsDbfs);
  const peak = toPx(needle.peakDbfs);
  context.fillStyle = ink.bar;
  context.globalAlpha = 0.45;
  context.fillRect(rms, 6, Math.max(0, peak - rms), barPx - 12);
  context.globalAlpha = 1;
  context.fillRect(0, 3, rms, barPx - 6);
  const hot = toPx(-3);
  context.fillStyle = ink.hot;
  if (peak > hot) context.fillRect(hot, 3, peak - hot, barPx - 6);
  const held = toPx(needle.heldDbfs);
  context.fillStyle = held > hot ? ink.hot : ink.peak;
  if (held > 0) context.fillRect(Math.min(widthPx - 3, held), 0, 3, barPx);
  // The edges show the speech range for people who do not see its tint.
  context.fillStyle = ink.line;
  for (const edge of [from, to]) context.fillRect(Math.round(edge), -4, 1, barPx + 8);
  context.restore();
  context.font = ink.font;
  context.fillStyle = ink.text;
  const label = context.measureText(speechLabel).width;
  context.fillText(speechLabel, (from + to - label) / 2, barTop - 4);
  drawScale(context, widthPx, heightPx, ink);
}

function drawScale(context: CanvasRenderingContext2D, widthPx: number, heightPx: number, ink: Palette): void {
  context.font = ink.font;
  context.textBaseline = 'alphabetic';
  let freeFrom = -1;
  for (const tick of meterTicks) {
    const px = toShare(tick) * widthPx;
    context.fillStyle = ink.line;
    context.fillRect(Math.min(Math.round(px), widthPx - 1), barTop + barPx, 1, 4);
    const text = tick === 0 ? '0 dBFS' : String(tick).replace('-', '−');
    const { width } = context.measureText(text);
    const left = Math.min(widthPx - width, Math.max(0, px - width / 2));
    const isLast = tick === 0;
    if (left < freeFrom || (!isLast && left + width > widthPx - 52)) continue;
    freeFrom = left + width + 8;
    context.fillStyle = ink.text;
    context.fillText(text, left, heightPx - 2);
  }
}

function readPalette(canvas: HTMLCanvasElement): Palette {
  const style = getComputedStyle(canvas);
  const palette = { font: `${style.fontSize} ${style.fontFamily}` } as Palette;
  for (const ink of inks) palette[ink] = style.getPropertyValue(`--meter-${ink}`);
  return palette;
}
