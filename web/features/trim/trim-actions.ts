import { moveSelection, selectFrom, selectTo } from './trim-keys.rules.ts';
import type { TrimAction } from './trim-keys.rules.ts';
import type { TrimPlayer } from './trim-toolbar.tsx';
import { bracketAt } from './trim.rules.ts';
import type { Trim } from './trim.state.ts';

/**
 * Returns what the keys and buttons of the panel do. `visibleS` is the length of the visible part of the recording, s.
 */
export function createTrimActions(
  trim: Trim,
  player: TrimPlayer,
  visibleS: number,
): Record<TrimAction, () => void> {
  const { state, durationS } = trim;
  const select = (pick: typeof selectFrom) =>
    trim.select(pick(player.position(), { selection: state.selection, seenS: visibleS, durationS }));
  const bracket = (side: 'start' | 'end') => {
    const { selection, kept } = state;
    const timeS = player.position();
    if (selection) {
      trim.select(moveSelection(selection, side, timeS));
      return;
    }
    const index = bracketAt(kept, timeS, side);
    if (index !== null) trim.moveHandle({ index, side }, timeS, null);
  };
  return {
    undo: trim.undo,
    redo: trim.redo,
    remove: () => state.selection && trim.remove([state.selection]),
    unselect: () => trim.select(null),
    bracketStart: () => bracket('start'),
    bracketEnd: () => bracket('end'),
    selectFrom: () => select(selectFrom),
    selectTo: () => select(selectTo),
    toggle: player.toggle,
  };
}
