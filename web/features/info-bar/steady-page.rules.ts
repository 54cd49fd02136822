type Place = {
  /** Height that the page keeps free for the bar, px. */
  roomPx: number;
  /** Height of the bar, px. */
  barPx: number;
  /** How far the page is scrolled, px. */
  topPx: number;
};

/** A change of the bar that follows an act of a person within this time is caused by it. Browsers count no layout shift in it. */
const causedWithinMs = 500;

/** True if a person has caused a change of the bar. */
export const isCaused = (sinceActMs: number): boolean => sinceActMs <= causedWithinMs;

/**
 * Returns the room that the page is to keep for the bar, and where it is scrolled to then, so that nothing moves; null if all
 * stays. Room that is not needed any more stays while the page cannot be scrolled up by it, because a press would miss its target.
 * If a person has caused the change (`isOwn`), they see why the page moves.
 */
export function changeOf(
  { roomPx, barPx, topPx }: Place,
  isOwn: boolean,
): Pick<Place, 'roomPx' | 'topPx'> | null {
  const grownPx = barPx - roomPx;
  if (grownPx === 0) return null;
  if (topPx + grownPx < 0 && !isOwn) return null;
  return { roomPx: barPx, topPx: Math.max(0, topPx + grownPx) };
}

/**
 * True for a screen (path `place`) that moves below the bar at once. The recorder of a phone has its title and the state of its
 * connection at the top, which the bar would cover for as long as the network is away. Its buttons stay at the bottom of the
 * window, so no press misses one.
 */
export const movesAtOnce = (place: string): boolean => /^\/pair\/./.test(place);
