import { changeConfig, type User } from '#web/features/user/index.ts';
import type { Tour } from '#web/i18n/tour-words.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { seenOf } from './tour.rules.ts';

/** Name of the entry with the tours that were seen here and could not be stored on the server. */
const storageKey = 'seenTours';

function seenOnDevice(): readonly string[] {
  try {
    return seenOf({ seen_tours: JSON.parse(localStore.getItem(storageKey) ?? '[]') as unknown });
  } catch {
    return [];
  }
}

/** Returns the tours that a person has seen, on whatever device. */
export const seenTours = (config: User['config']): readonly string[] => [
  ...seenOf(config),
  ...seenOnDevice(),
];

/** Remembers that a person has seen a tour: on the server, or on this device if the server cannot be reached. */
export async function rememberTour(tour: Tour, config: User['config']): Promise<void> {
  const seen = seenOf(config);
  if (seen.includes(tour)) return;
  if (await changeConfig({ seen_tours: [...seen, tour] })) return;
  const onDevice = new Set([...seenOnDevice(), tour]);
  localStore.setItem(storageKey, JSON.stringify([...onDevice]));
}
