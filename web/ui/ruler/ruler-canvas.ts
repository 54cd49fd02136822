import { drawRuler } from './ruler-draw.ts';
import type { RulerPicture } from './ruler-draw.ts';
import type { RulerPalette } from './ruler-palette.ts';
import type { RulerWindow } from './view.rules.ts';

export type RulerCanvas = Disposable & {
  show(picture: RulerPicture, window: RulerWindow): void;
};

const inks = [
  'wave',
  'active',
  'hatch',
  'axis',
  'text',
  'caution',
  'danger',
  'safe',
  'ground',
  'find',
] as const;

const tones = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/**
 * Redraws a canvas when its size, the theme or the pixel density changes. It owns the canvas until it is disposed of.
 */
export function createRulerCanvas(canvas: HTMLCanvasElement): RulerCanvas {
  const controller = new AbortController();
  const context = canvas.getContext('2d');
  let latest: { picture: RulerPicture; window: RulerWindow } | null = null;
  let frame = 0;
  /** Size of the last drawing, CSS px. */
  let drawnPx = { width: 0, height: 0 };

  const draw = () => {
    frame = 0;
    const widthPx = canvas.clientWidth;
    const heightPx = canvas.clientHeight;
    if (!context || !latest || widthPx === 0 || heightPx === 0) return;
    drawnPx = { width: widthPx, height: heightPx };
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(widthPx * scale), Math.round(heightPx * scale)];
    // Setting the size clears the canvas, even if the size stays the same.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const view = { ...latest.window, widthPx };
    drawRuler(context, view, heightPx, latest.picture, readPalette(canvas));
  };
  const ask = () => {
    if (frame === 0 && !controller.signal.aborted) frame = requestAnimationFrame(draw);
  };

  // The first call comes when the observation starts, usually after the first drawing.
  const size = new ResizeObserver(() => {
    if (canvas.clientWidth !== drawnPx.width || canvas.clientHeight !== drawnPx.height) ask();
  });
  size.observe(canvas);
  const theme = new MutationObserver(ask);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
  for (const query of [
    '(prefers-color-scheme: dark)',
    '(prefers-contrast: more)',
    '(forced-colors: active)',
  ]) {
    window.matchMedia(query).addEventListener('change', ask, { signal: controller.signal });
  }
  const watchDensity = () => {
    ask();
    window
      .matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
      .addEventListener('change', watchDensity, { once: true, signal: controller.signal });
  };
  watchDensity();
  // The axis is drawn again when the font of the interface has loaded.
  document.fonts.addEventListener('loadingdone', ask, { signal: controller.signal });

  return {
    show(picture, window) {
      latest = { picture, window };
      ask();
    },
    [Symbol.dispose]() {
      controller.abort();
      size.disconnect();
      theme.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}

function readPalette(canvas: HTMLCanvasElement): RulerPalette {
  const style = getComputedStyle(canvas);
  const palette = { font: `${style.fontSize} ${style.fontFamily}` } as RulerPalette;
  for (const ink of inks) palette[ink] = style.getPropertyValue(`--ruler-ink-${ink}`);
  palette.lanes = tones.map((tone) => style.getPropertyValue(`--ruler-ink-lane-${tone}`));
  palette.laneRows = Number(style.getPropertyValue('--ruler-lanes')) || 0;
  return palette;
}
