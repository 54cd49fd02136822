import type { Pairing } from '#api/contract/pairing.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { recordOf } from '#web/lib/stored-record.ts';

const prefix = 'pairing-';

type Remembered = { id: string; expires_at: string };

function toRemembered(text: string | null): Remembered | null {
  const { id, expires_at } = recordOf(text);
  return typeof id === 'string' && typeof expires_at === 'string' ? { id, expires_at } : null;
}

/** Stores the pairing of a session in the local storage of this browser, so that the page finds it after a reload. */
export function rememberPairing(
  sessionId: string,
  { id, expires_at }: Pick<Pairing, 'id' | 'expires_at'>,
): void {
  forgetExpired();
  try {
    localStore.setItem(prefix + sessionId, JSON.stringify({ id, expires_at }));
  } catch {
    // The storage is full. Then a reload does not find the pairing.
  }
}

/** Returns the id of the stored pairing of a session; null if none is stored, or if it has expired by the clock of this device. */
export function rememberedPairing(sessionId: string): string | null {
  forgetExpired();
  return toRemembered(localStore.getItem(prefix + sessionId))?.id ?? null;
}

/** Forgets the pairing of a session, unless the session has another one by now. */
export function forgetPairing(sessionId: string, id: string): void {
  if (rememberedPairing(sessionId) === id) localStore.removeItem(prefix + sessionId);
}

/** Removes the stored pairings of all sessions, because other people may use this device. */
export function forgetPairings(): void {
  for (const key of Object.keys(localStore)) if (key.startsWith(prefix)) localStore.removeItem(key);
}

function forgetExpired(): void {
  for (const key of Object.keys(localStore)) {
    if (!key.startsWith(prefix)) continue;
    const one = toRemembered(localStore.getItem(key));
    if (!one || Date.parse(one.expires_at) < Date.now()) localStore.removeItem(key);
  }
}
