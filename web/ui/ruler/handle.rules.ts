/** The pure rules of ruler handles: their positions and ranges, and which of them are shown. */
import { timeToPx } from './ruler.rules.ts';
import type { RulerView, Span } from './ruler.rules.ts';

/** One end of a kept span, or of the selection (index 0). */
export type RulerHandleKey = { of: 'kept' | 'selection'; index: number; side: 'start' | 'end' };

export type RulerHandle = RulerHandleKey & {
  atS: number;
  minS: number;
  maxS: number;
};

/**
 * Size of the touch target of a grip, px. The grip of a kept span lies on the kept side, so that a cut of one pixel has
 * room for two grips. The grips of the selection lie outside it for the same reason.
 */
export const gripPx = 44;

export const handleId = ({ of, index, side }: RulerHandleKey): string => `${of}-${index}-${side}`;

/** Shortest span or cut that keys can make, s. A shorter one would vanish together with the focused handle. */
const leastS = 0.1;

export const keptHandles = (kept: readonly Span[], durationS: number): RulerHandle[] =>
  kept.flatMap(([startS, endS], index): RulerHandle[] => {
    const before = kept[index - 1];
    const after = kept[index + 1];
    const base = { of: 'kept', index } as const;
    return [
      {
        ...base,
        side: 'start',
        atS: startS,
        minS: before ? Math.min(startS, before[1] + leastS) : 0,
        maxS: Math.max(startS, endS - leastS),
      },
      {
        ...base,
        side: 'end',
        atS: endS,
        minS: Math.min(endS, startS + leastS),
        maxS: after ? Math.max(endS, after[0] - leastS) : durationS,
      },
    ];
  });

export const selectionHandles = (selection: Span | null, durationS: number): RulerHandle[] =>
  selection
    ? [
        { of: 'selection', index: 0, side: 'start', atS: selection[0], minS: 0, maxS: selection[1] },
        { of: 'selection', index: 0, side: 'end', atS: selection[1], minS: selection[0], maxS: durationS },
      ]
    : [];

type Box = [leftPx: number, rightPx: number];

function gripBox(handle: RulerHandle, view: RulerView): Box {
  const px = timeToPx(view, handle.atS);
  const isAfter = (handle.side === 'start') === (handle.of === 'kept');
  return isAfter ? [px, px + gripPx] : [px - gripPx, px];
}

const isSeen = (handle: RulerHandle, view: RulerView) =>
  handle.atS >= view.fromS - 1e-6 && handle.atS <= view.toS + 1e-6;

const crowd = (a: readonly Box[], b: readonly Box[]): boolean =>
  a.some(([left, right]) => b.some(([from, to]) => right > from + 0.5 && left < to - 0.5));

/**
 * Returns the visible handles that have room, ascending. The handle in use and the two outermost handles have priority.
 * Then come the two handles of each cut whose grips overlap no other grips. Cuts that lie too close together show no
 * handles until the person zooms in, but the list of cuts contains all of them.
 */
export function chooseHandles(
  handles: readonly RulerHandle[],
  view: RulerView,
  usedId: string | null,
): RulerHandle[] {
  const boxesOf = (group: readonly RulerHandle[]) => group.map((handle) => gripBox(handle, view));
  const shown = handles.filter((handle) => handleId(handle) === usedId && isSeen(handle, view));
  for (const outer of [handles.slice(0, 1), handles.slice(-1)]) {
    if (outer.every((handle) => isSeen(handle, view) && !shown.includes(handle)))
      if (!crowd(boxesOf(outer), boxesOf(shown))) shown.push(...outer);
  }
  const first = [...shown];
  const cuts: RulerHandle[][] = [];
  for (let index = 1; index + 1 < handles.length; index += 2) {
    const cut = handles.slice(index, index + 2).filter((handle) => isSeen(handle, view));
    if (cut.length > 0) cuts.push(cut);
  }
  const boxes = cuts.map(boxesOf);
  cuts.forEach((cut, index) => {
    const own = boxes[index] ?? [];
    const others = boxesOf(first.filter((handle) => !cut.includes(handle)));
    const around = [...(boxes[index - 1] ?? []), ...(boxes[index + 1] ?? []), ...others];
    if (!crowd(own, around)) shown.push(...cut.filter((handle) => !shown.includes(handle)));
  });
  return shown.toSorted((a, b) => a.atS - b.atS);
}

/** Returns the step of a key, s: 1 for an arrow key, 10 with Shift, 0.01 with Alt. */
const stepS = (event: HandleKeyEvent) => (event.altKey ? 0.01 : event.shiftKey ? 10 : 1);

type HandleKeyEvent = { key: string; shiftKey: boolean; altKey: boolean };

export function keyToHandleTime(event: HandleKeyEvent, handle: RulerHandle): number | null {
  const clamp = (timeS: number) => Math.min(handle.maxS, Math.max(handle.minS, timeS));
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return clamp(handle.atS - stepS(event));
    case 'ArrowRight':
    case 'ArrowUp':
      return clamp(handle.atS + stepS(event));
    case 'PageDown':
      return clamp(handle.atS - 60);
    case 'PageUp':
      return clamp(handle.atS + 60);
    case 'Home':
      return handle.minS;
    case 'End':
      return handle.maxS;
    default:
      return null;
  }
}
