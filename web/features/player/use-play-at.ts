import { useMemo } from 'react';
import type { Player } from '#web/features/player/player.state.ts';

/** Plays from a moment, s; null where there is nothing to play. */
export function usePlayAt(player: Player | null): ((atS: number) => void) | null {
  return useMemo(
    () =>
      player &&
      ((atS) => {
        player.seek(atS);
        player.play();
      }),
    [player],
  );
}
