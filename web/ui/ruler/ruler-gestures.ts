import { beginDrag, moveDrag, passSlack, revertDrag } from './ruler-drag.ts';
import type { Drag, RulerGestureHost } from './ruler-drag.ts';
import { pxToTime } from './ruler.rules.ts';
import type { RulerView } from './ruler.rules.ts';
import { panWindow, pinchWindow, zoomWindow } from './view.rules.ts';
import type { RulerWindow } from './view.rules.ts';

export type RulerGestures = Disposable & {
  /** Undoes the drag in progress. Returns false if nothing is being dragged. */
  cancel(): boolean;
};

/** A gesture of two fingers. `before` is the window at its start. */
type Pinch = { kind: 'pinch'; before: RulerWindow; from: Spread };

/**
 * Handles the gestures of a ruler. A click is a press. A drag selects, moves a handle if it begins on one, or pans if
 * it begins on the axis. A pinch or the wheel with Ctrl zooms. Vertical movement scrolls the page (`touch-action:
 * pan-y`).
 */
export function createRulerGestures(surface: HTMLElement, host: RulerGestureHost): RulerGestures {
  const controller = new AbortController();
  const { signal } = controller;
  /** Removes the listeners of a gesture. They are on the window, because a handle may be removed while it is dragged. */
  let down: AbortController | null = null;
  let gesture: Drag | Pinch | null = null;
  let drags = 0;

  const box = () => surface.getBoundingClientRect();
  const view = (): RulerView => ({ ...host.read().window, widthPx: box().width });
  const pointers = createPointers(box);

  function revert(): void {
    if (gesture && gesture.kind !== 'pinch') revertDrag(gesture, host);
  }

  function end(): void {
    gesture = null;
    if (pointers.count() > 0) return;
    down?.abort();
    down = null;
  }

  function onDown(event: PointerEvent): void {
    if (event.button !== 0 || pointers.count() > 1) return;
    pointers.place(event);
    if (pointers.count() === 2) {
      revert();
      gesture = { kind: 'pinch', before: host.read().window, from: pointers.spread() };
      return;
    }
    drags += 1;
    gesture = beginDrag(event, box(), host, `drag-${drags}`);
    down = listenToWindow({ pointermove: onMove, pointerup: onUp, pointercancel: onCancel });
  }

  function onMove(event: PointerEvent): void {
    if (!pointers.has(event)) return;
    const px = pointers.place(event);
    if (!gesture) return;
    if (gesture.kind === 'pinch') {
      const { durationS } = host.read();
      host.onWindow(pinchWindow(gesture.before, gesture.from, pointers.spread(), durationS));
      return;
    }
    gesture = passSlack(gesture, px);
    moveDrag(gesture, px, view(), host);
  }

  function onUp(event: PointerEvent): void {
    if (!pointers.remove(event)) return;
    if (gesture?.kind === 'press') host.onPress(pxToTime(view(), gesture.startPx));
    end();
  }

  function onCancel(event: PointerEvent): void {
    if (!pointers.remove(event)) return;
    // The browser has taken over the touch for scrolling.
    revert();
    end();
  }

  surface.addEventListener('pointerdown', onDown, { signal });
  surface.addEventListener('wheel', (event) => turnWheel(event, box(), host), { signal, passive: false });

  return {
    cancel() {
      const isDragging = gesture !== null && gesture.kind !== 'press' && gesture.kind !== 'pinch';
      revert();
      pointers.clear();
      end();
      return isDragging;
    },
    [Symbol.dispose]() {
      controller.abort();
      down?.abort();
    },
  };
}

type PointerListener = (event: PointerEvent) => void;

/** Listens on the window. Aborting the returned controller removes the listeners. */
function listenToWindow(
  listeners: Record<'pointermove' | 'pointerup' | 'pointercancel', PointerListener>,
): AbortController {
  const controller = new AbortController();
  for (const [type, listener] of Object.entries(listeners))
    window.addEventListener(type, listener as (event: Event) => void, { signal: controller.signal });
  return controller;
}

/** Places of two pointers: their middle as a share of the ruler's width, 0 to 1, and the distance between them, px. */
type Spread = { middleShare: number; distancePx: number };

/** Holds the pressed pointers and their distances from the left edge of the ruler, px. */
function createPointers(box: () => DOMRect) {
  const placesPx = new Map<number, number>();
  return {
    count: () => placesPx.size,
    has: ({ pointerId }: PointerEvent) => placesPx.has(pointerId),
    /** Remembers the place of a pointer. Returns its distance from the left edge, px. */
    place({ pointerId, clientX }: PointerEvent): number {
      const px = clientX - box().left;
      placesPx.set(pointerId, px);
      return px;
    },
    /** Removes a pointer. Returns false if it was not pressed on the ruler. */
    remove: ({ pointerId }: PointerEvent): boolean => placesPx.delete(pointerId),
    clear: () => placesPx.clear(),
    spread(): Spread {
      const [a = 0, b = 0] = [...placesPx.values()];
      return { middleShare: (a + b) / 2 / (box().width || 1), distancePx: Math.abs(a - b) };
    },
  };
}

/** Height of a line, px, for wheels that report lines. */
const lineHeightPx = 16;

/** Pans, or zooms with Ctrl. At the end of the recording the wheel scrolls the page. */
function turnWheel(event: WheelEvent, surface: DOMRect, host: RulerGestureHost): void {
  const { window, durationS } = host.read();
  const unitPx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : lineHeightPx;
  const deltaPx = (Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY) * unitPx;
  const atS = pxToTime({ ...window, widthPx: surface.width }, event.clientX - surface.left);
  const next = event.ctrlKey
    ? zoomWindow(window, Math.exp(-event.deltaY * unitPx * 0.004), atS, durationS)
    : panWindow(window, (deltaPx / (surface.width || 1)) * (window.toS - window.fromS), durationS);
  const isSame = Math.abs(next.fromS - window.fromS) < 1e-9 && Math.abs(next.toS - window.toS) < 1e-9;
  // If Ctrl is held, the default action is always prevented, because the page itself would zoom.
  if (isSame && !event.ctrlKey) return;
  event.preventDefault();
  if (!isSame) host.onWindow(next);
}
