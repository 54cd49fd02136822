import { z } from 'zod';
import { playbackRates } from './player.rules.ts';

const settingsSchema = z.object({
  rate: z.number().refine((rate) => (playbackRates as readonly number[]).includes(rate)),
  volume: z.number().min(0).max(1),
});
/** Playback settings on this device. Muting is not stored: a silent player would look broken after a reload. */
export type PlayerSettings = z.infer<typeof settingsSchema>;

const storageKey = 'player';

export function readPlayerSettings(storage: Pick<Storage, 'getItem'>): PlayerSettings | null {
  try {
    const parsed = settingsSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // The stored value is invalid, or storage is denied.
    return null;
  }
}

export function writePlayerSettings(storage: Pick<Storage, 'setItem'>, settings: PlayerSettings): void {
  try {
    storage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // Storage is full or denied, so the settings are not stored.
  }
}
