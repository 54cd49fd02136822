import { axisPx } from './ruler-draw.ts';
import { pxToTime, timeToPx } from './ruler.rules.ts';
import type { Span } from './ruler.rules.ts';
import { panWindow, pinchWindow, zoomWindow } from './view.rules.ts';
import type { RulerWindow } from './view.rules.ts';

/** What the gestures of a ruler act on. Times in s. */
export type RulerGestureHost = {
  read(): { window: RulerWindow; durationS: number; selection: Span | null };
  /** Time of a handle; null if it does not exist. */
  handleTime(id: string): number | null;
  onPress(timeS: number): void;
  onSelect(span: Span | null): void;
  onWindow(window: RulerWindow): void;
  /** All moves of one drag have the same `gesture`. */
  onMove(id: string, timeS: number, gesture: string): void;
};

export type RulerGestures = Disposable & {
  /** Reverts the current gesture; false if there is none. */
  cancel(): boolean;
};

/** Largest movement of a click, px. */
const slackPx = 5;

type Gesture = { pointerId: number; startPx: number } & (
  | { kind: 'press' | 'select'; before: Span | null }
  | { kind: 'pan'; before: RulerWindow }
  | { kind: 'handle'; id: string; before: number; name: string }
);
type Pinch = { before: RulerWindow; from: { middleShare: number; distancePx: number } };

/**
 * Click: press. Drag: select; on the axis: pan; on a handle: move it. Pinch and Ctrl with the wheel: zoom. Vertical movement
 * scrolls the page (`touch-action: pan-y`).
 */
export function createRulerGestures(surface: HTMLElement, host: RulerGestureHost): RulerGestures {
  const controller = new AbortController();
  const { signal } = controller;
  /** Window listeners exist only during a gesture: a handle may be removed while it is dragged. */
  let down: AbortController | null = null;
  const pointers = new Map<number, number>();
  let gesture: Gesture | null = null;
  let pinch: Pinch | null = null;
  let gestures = 0;

  const box = () => surface.getBoundingClientRect();
  const toPx = (event: PointerEvent) => event.clientX - box().left;
  const view = () => ({ ...host.read().window, widthPx: box().width });

  function measurePinch(): Pinch['from'] {
    const [a = 0, b = 0] = [...pointers.values()];
    return { middleShare: (a + b) / 2 / (box().width || 1), distancePx: Math.abs(a - b) };
  }

  function putBack(): void {
    if (gesture?.kind === 'select') host.onSelect(gesture.before);
    if (gesture?.kind === 'pan') host.onWindow(gesture.before);
    if (gesture?.kind === 'handle') host.onMove(gesture.id, gesture.before, gesture.name);
  }

  function end(): void {
    gesture = null;
    pinch = null;
    if (pointers.size > 0) return;
    down?.abort();
    down = null;
  }

  function begin(event: PointerEvent, startPx: number): Gesture {
    const base = { pointerId: event.pointerId, startPx };
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-handle]') : null;
    const id = target?.dataset['handle'];
    const timeS = id === undefined ? null : host.handleTime(id);
    if (id !== undefined && timeS !== null) {
      gestures += 1;
      return { ...base, kind: 'handle', id, before: timeS, name: `drag-${gestures}` };
    }
    const { window, selection } = host.read();
    const isOnAxis = event.clientY > box().bottom - axisPx;
    return isOnAxis
      ? { ...base, kind: 'pan', before: window }
      : { ...base, kind: 'press', before: selection };
  }

  function onDown(event: PointerEvent): void {
    if (event.button !== 0 || pointers.size > 1) return;
    const px = toPx(event);
    pointers.set(event.pointerId, px);
    if (pointers.size === 2) {
      putBack();
      gesture = null;
      pinch = { before: host.read().window, from: measurePinch() };
      return;
    }
    gesture = begin(event, px);
    down = new AbortController();
    window.addEventListener('pointermove', onMove, { signal: down.signal });
    window.addEventListener('pointerup', onUp, { signal: down.signal });
    window.addEventListener('pointercancel', onCancel, { signal: down.signal });
  }

  function onMove(event: PointerEvent): void {
    if (!pointers.has(event.pointerId)) return;
    const px = toPx(event);
    pointers.set(event.pointerId, px);
    const { durationS } = host.read();
    if (pinch) {
      host.onWindow(pinchWindow(pinch.before, pinch.from, measurePinch(), durationS));
      return;
    }
    if (!gesture) return;
    if (gesture.kind === 'press' && Math.abs(px - gesture.startPx) > slackPx)
      gesture = { ...gesture, kind: 'select' };
    if (gesture.kind === 'select') {
      const ends = [pxToTime(view(), gesture.startPx), pxToTime(view(), px)].toSorted((a, b) => a - b);
      host.onSelect([ends[0] as number, ends[1] as number]);
    } else if (gesture.kind === 'pan') {
      const perPxS = (gesture.before.toS - gesture.before.fromS) / (box().width || 1);
      host.onWindow(panWindow(gesture.before, (gesture.startPx - px) * perPxS, durationS));
    } else if (gesture.kind === 'handle') {
      const atPx = timeToPx(view(), gesture.before) + px - gesture.startPx;
      host.onMove(gesture.id, pxToTime(view(), atPx), gesture.name);
    }
  }

  function onUp(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    if (gesture?.kind === 'press') host.onPress(pxToTime(view(), gesture.startPx));
    end();
  }

  function onCancel(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    // The browser took over the touch for scrolling.
    putBack();
    end();
  }

  function onWheel(event: WheelEvent): void {
    const { window, durationS } = host.read();
    const perPx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16;
    const v = view();
    const acrossPx = (Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY) * perPx;
    const next = event.ctrlKey
      ? zoomWindow(
          window,
          Math.exp(-event.deltaY * perPx * 0.004),
          pxToTime(v, event.clientX - box().left),
          durationS,
        )
      : panWindow(window, (acrossPx / (v.widthPx || 1)) * (window.toS - window.fromS), durationS);
    const isSame = Math.abs(next.fromS - window.fromS) < 1e-9 && Math.abs(next.toS - window.toS) < 1e-9;
    // At its end the ruler lets the page scroll; with Ctrl the page itself would zoom.
    if (isSame && !event.ctrlKey) return;
    event.preventDefault();
    if (!isSame) host.onWindow(next);
  }

  surface.addEventListener('pointerdown', onDown, { signal });
  surface.addEventListener('wheel', onWheel, { signal, passive: false });

  return {
    cancel() {
      const isUnderWay = gesture !== null && gesture.kind !== 'press';
      putBack();
      pointers.clear();
      end();
      return isUnderWay;
    },
    [Symbol.dispose]() {
      controller.abort();
      down?.abort();
    },
  };
}
