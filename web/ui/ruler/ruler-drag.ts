import { axisPx } from './ruler-draw.ts';
import { pxToTime, timeToPx } from './ruler.rules.ts';
import type { RulerView, Span } from './ruler.rules.ts';
import { panWindow } from './view.rules.ts';
import type { RulerWindow } from './view.rules.ts';

/** The ruler on which the gestures act. Times are in s. */
export type RulerGestureHost = {
  read(): { window: RulerWindow; durationS: number; selection: Span | null };
  /** Returns the time of a handle; null if it does not exist. */
  handleTime(id: string): number | null;
  onPress(timeS: number): void;
  onSelect(span: Span | null): void;
  onWindow(window: RulerWindow): void;
  /** All moves of one drag have the same `gesture`. */
  onMove(id: string, timeS: number, gesture: string): void;
};

/**
 * The action of one pointer from its press on. A press becomes a selection if the pointer moves further than `slackPx`.
 */
export type Drag = { startPx: number } & (
  | { kind: 'press' | 'select'; before: Span | null }
  | { kind: 'pan'; before: RulerWindow }
  | { kind: 'handle'; id: string; before: number; name: string }
);

/** Largest movement of the pointer during a click, px. */
const slackPx = 5;

/**
 * Begins a drag according to the pressed place. On a handle it moves the handle, on the axis it pans, and elsewhere it
 * is a press at a time.
 */
export function beginDrag(
  event: PointerEvent,
  surface: DOMRect,
  host: Pick<RulerGestureHost, 'read' | 'handleTime'>,
  name: string,
): Drag {
  const startPx = event.clientX - surface.left;
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-handle]') : null;
  const id = target?.dataset['handle'];
  const timeS = id === undefined ? null : host.handleTime(id);
  if (id !== undefined && timeS !== null) return { startPx, kind: 'handle', id, before: timeS, name };
  const { window, selection } = host.read();
  const isOnAxis = event.clientY > surface.bottom - axisPx;
  return isOnAxis ? { startPx, kind: 'pan', before: window } : { startPx, kind: 'press', before: selection };
}

/** Turns a press into a selection if the pointer has moved further than in a click. */
export const passSlack = (drag: Drag, px: number): Drag =>
  drag.kind === 'press' && Math.abs(px - drag.startPx) > slackPx ? { ...drag, kind: 'select' } : drag;

/** Applies the movement of the pointer. `px` is its distance from the left edge of the ruler. */
export function moveDrag(drag: Drag, px: number, view: RulerView, host: RulerGestureHost): void {
  if (drag.kind === 'select') {
    const ends = [pxToTime(view, drag.startPx), pxToTime(view, px)].toSorted((a, b) => a - b);
    host.onSelect([ends[0] as number, ends[1] as number]);
  } else if (drag.kind === 'pan') {
    const perPxS = (drag.before.toS - drag.before.fromS) / (view.widthPx || 1);
    host.onWindow(panWindow(drag.before, (drag.startPx - px) * perPxS, host.read().durationS));
  } else if (drag.kind === 'handle') {
    const atPx = timeToPx(view, drag.before) + px - drag.startPx;
    host.onMove(drag.id, pxToTime(view, atPx), drag.name);
  }
}

/** Restores what the drag has changed. */
export function revertDrag(drag: Drag, host: RulerGestureHost): void {
  if (drag.kind === 'select') host.onSelect(drag.before);
  if (drag.kind === 'pan') host.onWindow(drag.before);
  if (drag.kind === 'handle') host.onMove(drag.id, drag.before, drag.name);
}
