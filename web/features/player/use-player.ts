import { useEffect } from 'react';
import { localStore } from '#web/lib/browser-storage.ts';
import { log } from '#web/lib/log.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { announceMedia } from './player-media-session.ts';
import { listenToKeys } from './player-keys.ts';
import { readPlayerSettings, writePlayerSettings } from './stored-settings.ts';
import { createPlayer } from './player.state.ts';
import type { Player, PlayerDeps } from './player.state.ts';

type PlayerSource = Pick<PlayerDeps, 'getUrl' | 'durationS'> & {
  key: string;
  title: string;
};

export function usePlayer({ key, title, getUrl, durationS }: PlayerSource): Player | null {
  const player = useOwned(key, () =>
    createPlayer({
      getUrl,
      durationS,
      createAudio: () => new Audio(),
      settings: {
        read: () => readPlayerSettings(localStore),
        write: (settings) => writePlayerSettings(localStore, settings),
      },
      onFailure: (error) => log.warn('player.failed', { error: String(error) }),
    }),
  );
  useEffect(() => player?.setDuration(durationS), [player, durationS]);
  useEffect(() => {
    if (!player) return;
    const keys = listenToKeys(player);
    return () => keys[Symbol.dispose]();
  }, [player]);
  useEffect(() => {
    if (!player) return;
    const announced = announceMedia(player, title);
    return () => announced[Symbol.dispose]();
  }, [player, title]);
  return player;
}
