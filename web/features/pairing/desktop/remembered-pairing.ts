import type { Pairing } from '#api/contract/pairing.ts';
import { localStore } from '#web/lib/browser-storage.ts';

const prefix = 'pairing-';

type Remembered = { id: string; expires_at: string };

function toRemembered(text: string | null): Remembered | null {
  try {
    const { id, expires_at } = JSON.parse(text ?? 'null') as Record<string, unknown>;
    return typeof id === 'string' && typeof expires_at === 'string' ? { id, expires_at } : null;
  } catch {
    return null;
  }
}

/** Remembers on this device which pairing a session has, so that a reload goes on with it. */
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

/** Returns the id of the pairing of a session that is not over by the clock of this device; null if there is none. */
export function rememberedPairing(sessionId: string): string | null {
  forgetExpired();
  return toRemembered(localStore.getItem(prefix + sessionId))?.id ?? null;
}

/** Forgets the pairing of a session, unless the session has another one by now. */
export function forgetPairing(sessionId: string, id: string): void {
  if (rememberedPairing(sessionId) === id) localStore.removeItem(prefix + sessionId);
}

/** Forgets the pairings of all sessions, because the device may be shared. */
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
