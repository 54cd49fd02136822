import { z } from 'zod';
import { playbackRates } from './player.rules.ts';

const settingsSchema = z.object({
  rate: z.number().refine((rate) => (playbackRates as readonly number[]).includes(rate)),
  volume: z.number().min(0).max(1),
});
/** How somebody listens on this device. Silence is not kept: nobody would know why there is no sound. */
export type PlayerSettings = z.infer<typeof settingsSchema>;

const storageKey = 'player';

export function readPlayerSettings(storage: Pick<Storage, 'getItem'>): PlayerSettings | null {
  try {
    const parsed = settingsSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not ours, or no storage at all.
    return null;
  }
}

export function writePlayerSettings(storage: Pick<Storage, 'setItem'>, settings: PlayerSettings): void {
  try {
    storage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // Nothing more fits: next time it begins as usual.
  }
}
