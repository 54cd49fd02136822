/** Pure arithmetic of looking closer: which part of a recording is seen, and how zooming and moving change it. */

/** The part that is seen, s. */
export type RulerWindow = { fromS: number; toS: number };

/** The closest look, s: 10 ms are 6 px of 320. */
export const closestS = 0.5;
/** Of a press on the zoom buttons and of the keys. */
export const zoomStep = 2;

export const wholeWindow = (durationS: number): RulerWindow => ({ fromS: 0, toS: durationS });

export const isWhole = (window: RulerWindow, durationS: number): boolean =>
  window.toS - window.fromS >= durationS - 1e-6;

export const isClosest = (window: RulerWindow): boolean => window.toS - window.fromS <= closestS + 1e-6;

/** Keeps the window inside the recording, and its length between the closest look and the whole. */
export function clampWindow({ fromS, toS }: RulerWindow, durationS: number): RulerWindow {
  const lengthS = Math.min(durationS, Math.max(closestS, toS - fromS));
  const startS = Math.min(durationS - lengthS, Math.max(0, fromS));
  return { fromS: startS, toS: startS + lengthS };
}

/** `factor` above 1 looks closer; the time `atS` stays where it is seen. */
export function zoomWindow(window: RulerWindow, factor: number, atS: number, durationS: number): RulerWindow {
  const lengthS = Math.min(durationS, Math.max(closestS, (window.toS - window.fromS) / factor));
  const share = (atS - window.fromS) / (window.toS - window.fromS || 1);
  const fromS = atS - Math.min(1, Math.max(0, share)) * lengthS;
  return clampWindow({ fromS, toS: fromS + lengthS }, durationS);
}

export const panWindow = ({ fromS, toS }: RulerWindow, byS: number, durationS: number): RulerWindow =>
  clampWindow({ fromS: fromS + byS, toS: toS + byS }, durationS);

/** The same window where the time is seen, else one of the same length with the time in its middle. */
export function windowToShow(window: RulerWindow, timeS: number, durationS: number): RulerWindow {
  if (timeS >= window.fromS && timeS <= window.toS) return window;
  return panWindow(window, timeS - (window.fromS + window.toS) / 2, durationS);
}

/** What follows when playback runs out of sight: the time stands near the left edge. */
export function turnPage(window: RulerWindow, timeS: number, durationS: number): RulerWindow {
  if (timeS >= window.fromS && timeS <= window.toS) return window;
  const lengthS = window.toS - window.fromS;
  return panWindow(window, timeS - lengthS * 0.05 - window.fromS, durationS);
}

/** A stretch with as much again around it. */
export function windowAround(startS: number, endS: number, durationS: number): RulerWindow {
  const marginS = Math.max(2, (endS - startS) / 2);
  return clampWindow({ fromS: startS - marginS, toS: endS + marginS }, durationS);
}

/** Two fingers: the times that were under them stay under them, as far as the recording goes. */
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

/** Looks closer or from further away at `atS`, where it is seen; else at the middle. */
export function zoomByKey(window: RulerWindow, key: ZoomKey, atS: number, durationS: number): RulerWindow {
  if (key === 'whole') return wholeWindow(durationS);
  const isSeen = atS >= window.fromS && atS <= window.toS;
  const anchorS = isSeen ? atS : (window.fromS + window.toS) / 2;
  return zoomWindow(window, key === 'in' ? zoomStep : 1 / zoomStep, anchorS, durationS);
}

/** Where a key of the scroll bar takes the window; null for keys that mean nothing there. */
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
