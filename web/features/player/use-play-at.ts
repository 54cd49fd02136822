import { useMemo } from 'react';
import type { Player } from '#web/features/player/player.state.ts';

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
