import { playbackRates } from './player.rules.ts';

/** Playback settings on this device. Muting is not stored: a silent player would look broken after a reload. */
export type PlayerSettings = { rate: number; volume: number };

const storageKey = 'player';

export function readPlayerSettings(storage: Pick<Storage, 'getItem'>): PlayerSettings | null {
  try {
    return toSettings(JSON.parse(storage.getItem(storageKey) ?? 'null'));
  } catch {
    // The stored value is invalid, or storage is denied.
    return null;
  }
}

function toSettings(stored: Partial<PlayerSettings> | null): PlayerSettings | null {
  const { rate, volume } = stored ?? {};
  if (typeof volume !== 'number' || !(volume >= 0 && volume <= 1)) return null;
  return playbackRates.some((known) => known === rate) ? { rate: Number(rate), volume } : null;
}

export function writePlayerSettings(storage: Pick<Storage, 'setItem'>, settings: PlayerSettings): void {
  try {
    storage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // Storage is full or denied, so the settings are not stored.
  }
}
