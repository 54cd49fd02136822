/** The pure arithmetic of zooming and panning. */

export type RulerWindow = { fromS: number; toS: number };

/** Shortest visible part, s. On a ruler of 320 px, 10 ms are then about 6 px wide. */
export const closestS = 0.5;
const zoomStep = 2;

export const wholeWindow = (durationS: number): RulerWindow => ({ fromS: 0, toS: durationS });

export const isWhole = (window: RulerWindow, durationS: number): boolean =>
  window.toS - window.fromS >= durationS - 1e-6;

export const isClosest = (window: RulerWindow): boolean => window.toS - window.fromS <= closestS + 1e-6;

/** Moves the window into the recording, and limits its length to between `closestS` and the whole recording. */
export function clampWindow({ fromS, toS }: RulerWindow, durationS: number): RulerWindow {
  const lengthS = Math.min(durationS, Math.max(closestS, toS - fromS));
  const startS = Math.min(durationS - lengthS, Math.max(0, fromS));
  return { fromS: startS, toS: startS + lengthS };
}

/**
 * Returns the window after a zoom. A `factor` above 1 zooms in. The time `atS`, s, keeps its position on the screen.
 */
export function zoomWindow(window: RulerWindow, factor: number, atS: number, durationS: number): RulerWindow {
  const lengthS = Math.min(durationS, Math.max(closestS, (window.toS - window.fromS) / factor));
  const share = (atS - window.fromS) / (window.toS - window.fromS || 1);
  const fromS = atS - Math.min(1, Math.max(0, share)) * lengthS;
  return clampWindow({ fromS, toS: fromS + lengthS }, durationS);
}

export const panWindow = ({ fromS, toS }: RulerWindow, byS: number, durationS: number): RulerWindow =>
  clampWindow({ fromS: fromS + byS, toS: toS + byS }, durationS);

export function windowToShow(window: RulerWindow, timeS: number, durationS: number): RulerWindow {
  if (timeS >= window.fromS && timeS <= window.toS) return window;
  return panWindow(window, timeS - (window.fromS + window.toS) / 2, durationS);
}

/** Returns the next window when playback leaves the visible part. The played time is then near the left edge. */
export function turnPage(window: RulerWindow, timeS: number, durationS: number): RulerWindow {
  if (timeS >= window.fromS && timeS <= window.toS) return window;
  const lengthS = window.toS - window.fromS;
  return panWindow(window, timeS - lengthS * 0.05 - window.fromS, durationS);
}

export function windowAround(startS: number, endS: number, durationS: number): RulerWindow {
  const marginS = Math.max(2, (endS - startS) / 2);
  return clampWindow({ fromS: startS - marginS, toS: endS + marginS }, durationS);
}

/**
 * Returns the window during a pinch. The times under the two fingers stay under them, as far as the recording reaches.
 */
export function pinchWindow(
  before: RulerWindow,
  from: { middleShare: number; distancePx: number },
  to: { middleShare: number; distancePx: number },
  durationS: number,
): RulerWindow {
  const lengthS = before.toS - before.fromS;
  const atS = before.fromS + from.middleShare * lengthS;
  const nextS = Math.min(
    durationS,
    Math.max(closestS, (lengthS * from.distancePx) / Math.max(1, to.distancePx)),
  );
  const fromS = atS - to.middleShare * nextS;
  return clampWindow({ fromS, toS: fromS + nextS }, durationS);
}

export type ZoomKey = 'in' | 'out' | 'whole';

export function keyToZoom(key: string): ZoomKey | null {
  if (key === '+' || key === '=') return 'in';
  if (key === '-') return 'out';
  return key === '0' ? 'whole' : null;
}

export function zoomByKey(window: RulerWindow, key: ZoomKey, atS: number, durationS: number): RulerWindow {
  if (key === 'whole') return wholeWindow(durationS);
  const isSeen = atS >= window.fromS && atS <= window.toS;
  const anchorS = isSeen ? atS : (window.fromS + window.toS) / 2;
  return zoomWindow(window, key === 'in' ? zoomStep : 1 / zoomStep, anchorS, durationS);
}

export function keyToPan(key: string, window: RulerWindow, durationS: number): RulerWindow | null {
  const lengthS = window.toS - window.fromS;
  const bySs: Record<string, number> = {
    ArrowLeft: -lengthS / 10,
    ArrowRight: lengthS / 10,
    PageUp: -lengthS,
    PageDown: lengthS,
    Home: -durationS,
    End: durationS,
  };
  const byS = bySs[key];
  return byS === undefined ? null : panWindow(window, byS, durationS);
}
